import { Badge } from '#src/ui/controls/badge.tsx'

/** How many messages are unread, in words, beside a link that `id` describes. */
export function UnreadCount({ id, count, className }: { id: string; count: number; className?: string }) {
  return (
    <span aria-hidden className={className}>
      <Badge tone="signal" className="whitespace-nowrap">
        {count > 99 ? '99+' : count} new
      </Badge>
      <span id={id} hidden>
        {count === 1 ? '1 unread message' : `${count} unread messages`}
      </span>
    </span>
  )
}
