import { ArrowLeft, MessagesSquare, NotebookPen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { showStart } from '#src/features/bookings/web/session-time.ts'
import { type Message, sendCoachBookingMessage, type ThreadSummary } from '#src/features/messages/contract.ts'
import { StaffMark } from '#src/features/messages/web/staff-mark.tsx'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { showDate } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'

const NoteDialog = lazyDialog(() => import('./note-dialog.tsx'))

type ClientSessionsProps = {
  sessions: CoachSession[]
  /** The threads of these sessions, the liveliest first. */
  talks: ThreadSummary[]
}

/** The coach's bookings at the left, the chat of the chosen one at the right; on phones one after the other. */
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
  const lively = talks.flatMap(({ bookingId }) => sessions.find(({ id }) => id === bookingId) ?? [])
  const inOrder = [...lively, ...sessions.filter((session) => !lively.includes(session))]
  return (
    <div className="grid gap-6 lg:h-[max(28rem,calc(100vh-23rem))] lg:grid-cols-[22rem_minmax(0,1fr)]">
      <ul
        aria-label="Client Sessions"
        className={cx('flex min-h-0 flex-col gap-1 lg:overflow-y-auto lg:pr-2', chosenId && 'max-lg:hidden')}
      >
        {inOrder.map((session) => (
          <Entry
            key={session.id}
            session={session}
            talk={talks.find(({ bookingId }) => bookingId === session.id)}
            isChosen={session.id === chosenId}
          />
        ))}
      </ul>
      <section
        aria-label={chosen ? `Chat with ${chosen.customerName}` : 'Chat'}
        className={cx('min-h-0 rounded-lg bg-panel', !chosenId && 'max-lg:hidden')}
      >
        {chosen ? (
          <Pane key={chosen.id} session={chosen} />
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
          {talk && talk.unread > 0 && <Badge tone="signal">{talk.unread > 99 ? '99+' : talk.unread} new</Badge>}
        </span>
        <span className="figures block truncate text-sm">{about(session)}</span>
        {talk && (
          <span className={cx('block truncate text-sm', talk.unread > 0 ? 'text-strong' : 'text-faint')}>
            {talk.last.isAdmin && <StaffMark />} {writer(talk.last)}: {talk.last.content}
          </span>
        )}
      </button>
    </li>
  )
}

function Pane({ session }: { session: CoachSession }) {
  const [isNoteOpen, setNoteOpen] = useState(false)
  const pane = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // On phones the list that was operated is gone: reading goes on here. Elsewhere the cursor is in the field.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return
    heading.current?.focus({ preventScroll: true })
    pane.current?.scrollIntoView()
  }, [])
  const { customerName, playerId, note, serviceName, sessionDate, sessionTime, zone } = session
  return (
    <div ref={pane} className="flex h-full flex-col max-lg:h-[max(24rem,calc(100dvh-6rem))]">
      <header className="flex items-center gap-3 border-line border-b p-4">
        <BackToList />
        <div className="min-w-0 flex-1">
          <h3 ref={heading} tabIndex={-1} className="display truncate text-lg outline-none">
            {customerName}
          </h3>
          <p className="figures text-sm">
            {session.startsAt ? showStart({ date: sessionDate, time: sessionTime }, zone) : 'No date yet'},{' '}
            {serviceName}
          </p>
        </div>
        {playerId && (
          <Button
            variant="secondary"
            size="sm"
            className="shrink-0"
            aria-label={`${note ? 'Note' : 'Add note'} about ${customerName}`}
            onClick={() => setNoteOpen(true)}
          >
            <NotebookPen aria-hidden className="size-4" />
            <span className="max-sm:hidden">{note ? 'Note' : 'Add note'}</span>
          </Button>
        )}
      </header>
      {note && <p className="line-clamp-2 border-line border-b bg-raised px-4 py-2 text-sm">Your note: {note}</p>}
      <Thread
        of={{ bookingId: session.id, as: 'coach' }}
        send={(post) => callApi(sendCoachBookingMessage, { body: { bookingId: session.id, ...post } })}
        empty="Say hello, and ask what they want to work on. A player who is away receives an e-mail."
        focusField
        className="flex-1"
      />
      {isNoteOpen && <NoteDialog session={session} onClose={() => setNoteOpen(false)} />}
    </div>
  )
}

function BackToList() {
  return (
    <AppLink
      to="/coach-dashboard"
      aria-label="All client sessions"
      className="grid size-11 shrink-0 place-items-center rounded-md text-strong hover:bg-raised lg:hidden"
    >
      <ArrowLeft aria-hidden className="size-5" />
    </AppLink>
  )
}

function about({ serviceName, sessionDate, startsAt }: CoachSession): string {
  return `${startsAt ? showDate(sessionDate) : 'No date yet'}, ${serviceName}`
}

function writer({ isMine, isAdmin, senderName }: Message): string {
  if (isMine) return 'You'
  return isAdmin ? 'Team Admin' : senderName
}
