import { MessagesSquare } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { StatusBadge } from '#src/features/bookings/web/status-badge.tsx'
import type { Message, ThreadSummary } from '#src/features/messages/contract.ts'
import { StaffMark } from '#src/features/messages/web/staff-mark.tsx'
import { showDateIn } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { lazyPart } from '#src/ui/loading/lazy-page.tsx'
import { BackToList } from './back-to-list.tsx'

export const ClientChat = lazyPart(() => import('./client-chat.tsx'))

type ClientSessionsProps = {
  /** The next one first, after what is ahead what is over, newest first. */
  sessions: CoachSession[]
  /** The threads of these sessions. */
  talks: ThreadSummary[]
}

/** The coach's bookings, those with unread messages first, at the left, the chat of the chosen one at the right; on phones one after the other. */
export function ClientSessions({ sessions, talks }: ClientSessionsProps) {
  const chosenId = useSearch().get('thread')
  const chosen = sessions.find(({ id }) => id === chosenId)
  if (sessions.length === 0)
    return (
      <EmptyState
        icon={MessagesSquare}
        title="No sessions yet"
        action={<ButtonLink to="/coach-dashboard?section=availability">Set your hours</ButtonLink>}
      >
        Each booking brings a chat with its player. Say when you coach, so that players can book you.
      </EmptyState>
    )
  const talkOf = new Map(talks.map((talk) => [talk.bookingId, talk]))
  const isUnread = ({ id }: CoachSession) => (talkOf.get(id)?.unread ?? 0) > 0
  const inOrder = [...sessions.filter(isUnread), ...sessions.filter((session) => !isUnread(session))]
  return (
    <div className="grid gap-6 lg:h-[max(28rem,calc(100vh-23rem))] lg:grid-cols-[22rem_minmax(0,1fr)]">
      <ul
        aria-label="Client Sessions"
        className={cx('flex min-h-0 flex-col gap-1 lg:overflow-y-auto lg:pr-2', chosenId && 'max-lg:hidden')}
      >
        {inOrder.map((session) => (
          <Entry key={session.id} session={session} talk={talkOf.get(session.id)} isChosen={session.id === chosenId} />
        ))}
      </ul>
      <section
        aria-label={chosen ? `Chat with ${chosen.customerName}` : 'Chat'}
        className={cx('min-h-0 rounded-lg bg-panel', !chosenId && 'max-lg:hidden')}
      >
        {chosen ? (
          <Suspense>
            <ClientChat key={chosen.id} session={chosen} />
          </Suspense>
        ) : chosenId ? (
          <div className="p-4">
            <BackToList />
            <Alert tone="warn" title="This chat is not about one of your sessions">
              Choose one from your list.
            </Alert>
          </div>
        ) : (
          <EmptyState icon={MessagesSquare} title="Choose a session" className="h-full justify-center">
            Its chat appears here.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

type EntryProps = { session: CoachSession; talk: ThreadSummary | undefined; isChosen: boolean }

function Entry({ session, talk, isChosen }: EntryProps) {
  const readerZone = useReaderZone()
  const [, navigate] = useLocation()
  return (
    <li className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={() => navigate(`/coach-dashboard?thread=${session.id}`)}
        className="w-full rounded-md px-4 py-3 text-left outline-offset-[-3px] transition-colors hover:bg-raised aria-[current]:bg-raised"
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold text-strong">{session.customerName}</span>
          {session.status !== 'confirmed' && <StatusBadge status={session.status} />}
          {talk && talk.unread > 0 && <Badge tone="signal">{talk.unread > 99 ? '99+' : talk.unread} new</Badge>}
        </span>
        <span className="figures block truncate text-sm">{about(session, readerZone)}</span>
        {talk && (
          <span className={cx('block truncate text-sm', talk.unread > 0 ? 'text-strong' : 'text-faint')}>
            {talk.last.isAdmin && <StaffMark />} {writer(talk.last)}: {talk.last.content}
          </span>
        )}
      </button>
    </li>
  )
}

function about({ serviceName, startsAt }: CoachSession, readerZone: string): string {
  return `${startsAt ? showDateIn(startsAt, readerZone) : 'No date yet'}, ${serviceName}`
}

function writer({ isMine, isAdmin, senderName }: Message): string {
  if (isMine) return 'You'
  return isAdmin ? 'Team Admin' : senderName
}
