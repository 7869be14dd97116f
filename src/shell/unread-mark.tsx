import { useUnread } from '#src/features/messages/web/threads-query.ts'

/** A dot on the closed menu while there are unread messages: the entry inside says how many. */
export default function UnreadMark({ userId }: { userId: string }) {
  if (useUnread(userId) === 0) return null
  return <span aria-hidden className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-signal" />
}
