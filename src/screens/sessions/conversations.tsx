import { ChevronDown } from 'lucide-react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { ThreadSummary } from '#src/features/messages/contract.ts'
import { ChatButton } from '#src/features/messages/web/chat-button.tsx'
import { showMoment } from '#src/shared/session-times.ts'
import { Badge } from '#src/ui/controls/badge.tsx'

type Conversation = { session: MySession; thread: ThreadSummary }

type ConversationsProps = {
  sessions: MySession[]
  threads: ThreadSummary[]
  onOpen(bookingId: string): void
  onOpenInquiry(contactId: string): void
}

/** What was written about all sessions, the liveliest first: one entry for each coach; and below, what was asked by the contact form. */
export function Conversations({ sessions, threads, onOpen, onOpenInquiry }: ConversationsProps) {
  const coaches = new Map<string, Conversation[]>()
  for (const thread of threads) {
    const session = sessions.find(({ id }) => id === thread.bookingId)
    if (!session) continue
    const key = session.coachId ?? ''
    coaches.set(key, [...(coaches.get(key) ?? []), { session, thread }])
  }
  const inquiries = threads.filter(({ contactId }) => contactId !== null)
  if (coaches.size === 0 && inquiries.length === 0) return null
  return (
    <section aria-labelledby="conversations">
      <h2 id="conversations" className="display mb-4 text-lg">
        Conversations
      </h2>
      <ul>
        {[...coaches].map(([coachId, conversations]) => (
          <li key={coachId} className="border-line border-t">
            <WithCoach conversations={conversations} onOpen={onOpen} />
          </li>
        ))}
        {inquiries.map((thread) => (
          <li key={thread.contactId} className="border-line border-t">
            <Inquiry thread={thread} onOpen={onOpenInquiry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was asked by the contact form, and its newest message. */
function Inquiry({ thread, onOpen }: { thread: ThreadSummary; onOpen(contactId: string): void }) {
  const readerZone = useReaderZone()
  const { contactId, unread, last } = thread
  const about = `your question to our team, ${showMoment(last.createdAt, readerZone)}`
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <span className="min-w-0 flex-1 basis-52">
        <span className="block font-semibold text-strong">Your question to our team</span>
        <span className="block truncate text-sm">
          {last.isMine ? 'You: ' : ''}
          {last.content}
        </span>
      </span>
      <ChatButton about={about} unread={unread} onOpen={() => contactId && onOpen(contactId)} />
    </div>
  )
}

/** All that was written with one coach: a chat for each booking. */
function WithCoach({ conversations, onOpen }: { conversations: Conversation[] } & Pick<ConversationsProps, 'onOpen'>) {
  const readerZone = useReaderZone()
  const unread = conversations.reduce((sum, { thread }) => sum + thread.unread, 0)
  const [newest] = conversations
  if (!newest) return null
  const { session, thread } = newest
  return (
    <details className="group">
      <summary className="touch grid min-h-16 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3">
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 font-semibold text-strong">
              {session.coachId ? session.coachName : 'Our team'}
            </span>
            <span className="figures text-faint text-sm">
              {conversations.length} {conversations.length === 1 ? 'session' : 'sessions'}
            </span>
            {unread > 0 && <Badge tone="signal">{unread > 99 ? '99+' : unread} new</Badge>}
          </span>
          <span className="block truncate text-sm">
            {thread.last.isMine ? 'You: ' : ''}
            {thread.last.content}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="mb-3 grid gap-2">
        {conversations.map(({ session: { id, serviceName, startsAt }, thread: { unread } }) => {
          const when = startsAt ? showMoment(startsAt, readerZone) : 'time to be decided'
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-panel p-3"
            >
              <span className="figures">
                {serviceName}
                <span className="block text-sm">{when}</span>
              </span>
              <ChatButton about={`${serviceName}, ${when}`} unread={unread} onOpen={() => onOpen(id)} />
            </li>
          )
        })}
      </ul>
    </details>
  )
}
