import { CalendarClock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { isDeviceZone, useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { areNotesOverdue, isToTell, owesNotes } from '#src/features/bookings/web/owed-words.ts'
import type { ThreadSummary } from '#src/features/messages/contract.ts'
import { CallOffDay } from '#src/features/sessions/web/call-offs/coach-changes.tsx'
import { CoachJoin } from '#src/features/sessions/web/join/coach-join.tsx'
import { isCalledOff, useSessionStates } from '#src/features/sessions/web/session-states-query.ts'
import { must } from '#src/shared/must.ts'
import { showElsewhere } from '#src/shared/session-times.ts'
import { showCity, showDateIn, showTimeIn, showZone } from '#src/shared/times.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import { AgendaRow } from './agenda-row.tsx'

const CompleteDialog = lazyDialog(() => import('#src/features/bookings/web/complete-dialog.tsx'))

/** How many of the sessions that are over are shown before one asks for more. */
const shortList = 5

type AgendaProps = {
  sessions: CoachSession[]
  talks: ThreadSummary[]
  /** Epoch milliseconds. */
  now: number
  onChat(bookingId: string): void
}

/** A coach's sessions: those whose notes are overdue, those that wait for a word on how they went, the coming days, and those that are over. */
export default function Agenda({ sessions, talks, now, onChat }: AgendaProps) {
  const readerZone = useReaderZone()
  const { user } = useAccount()
  const states = useSessionStates(user?.id).data ?? []
  const [showsAll, setShowsAll] = useState(false)
  /** Its row goes to another group meanwhile. */
  const [written, setWritten] = useState<CoachSession | null>(null)
  // A row that leaves its group gives it to the group's heading, or to the next one's.
  const handOver = useFocusHandOver()
  const ahead = sessions.filter((session) => isUpcoming(session, now))
  const toTell = sessions.filter((session) => isToTell(session, now))
  const overdue = sessions.filter((session) => areNotesOverdue(session, now) && !toTell.includes(session))
  const rest = sessions.filter((session) => !overdue.includes(session))
  const toWrite = rest.filter((session) => session.status === 'completed' && owesNotes(session))
  const over = rest.filter((session) => [ahead, toTell, toWrite].every((others) => !others.includes(session)))
  const days = Map.groupBy(
    ahead.filter(({ startsAt }) => startsAt),
    ({ startsAt }) => dayIn(must(startsAt, 'a time'), readerZone),
  )
  const undecided = ahead.filter(({ startsAt }) => !startsAt)

  const row = (session: CoachSession, withDate: boolean) => (
    <AgendaRow
      key={session.id}
      session={session}
      seats={ahead.filter(({ startsAt }) => startsAt !== null && startsAt === session.startsAt)}
      state={states.find(({ bookingId }) => bookingId === session.id)}
      withDate={withDate}
      ahead={ahead.includes(session)}
      now={now}
      unread={talks.find(({ bookingId }) => bookingId === session.id)?.unread ?? 0}
      onChat={() => onChat(session.id)}
      onWritten={() => setWritten(session)}
    />
  )
  const rows = (list: CoachSession[], withDate = false) => (
    <ul className="grid gap-3">
      {[...Map.groupBy(list, hourOf)].map(([hour, seats]) =>
        seats.length === 1 ? (
          seats.map((session) => row(session, withDate))
        ) : (
          <li key={hour} className="border-signal border-l-4 pl-3">
            <h3 className="figures mb-2 font-semibold">
              {seats[0]?.serviceName}, {showTimeIn(hour, readerZone)}, {seats.length} players
            </h3>
            <ul className="grid gap-3">{seats.map((session) => row(session, withDate))}</ul>
          </li>
        ),
      )}
    </ul>
  )
  return (
    <div className="grid gap-10" {...handOver}>
      {user && <CoachJoin sessions={sessions} states={states} userId={user.id} now={now} />}
      <Zones sessions={ahead} readerZone={readerZone} />
      {overdue.length > 0 && <Group title="Notes overdue">{rows(overdue, true)}</Group>}
      {toTell.length > 0 && <Group title="How did it go?">{rows(toTell, true)}</Group>}
      {toWrite.length > 0 && <Group title="Notes to write">{rows(toWrite, true)}</Group>}
      {ahead.length === 0 && (
        <EmptyState
          icon={CalendarClock}
          title="Nothing coming up"
          action={<ButtonLink to="/coach-dashboard?section=availability">Check your hours</ButtonLink>}
        >
          Sessions appear here as soon as players book your free hours.
        </EmptyState>
      )}
      {[...days].map(([date, list]) => (
        <Group
          key={date}
          title={date}
          action={
            <CallOffDay
              sessions={list.filter(({ id }) => !isCalledOff(states.find(({ bookingId }) => bookingId === id)))}
              zone={readerZone}
              name={date}
            />
          }
        >
          {rows(list)}
        </Group>
      ))}
      {undecided.length > 0 && <Group title="Time to be decided">{rows(undecided)}</Group>}
      {over.length > 0 && (
        <Group title="Over and cancelled">
          {rows(showsAll ? over : over.slice(0, shortList), true)}
          {!showsAll && over.length > shortList && (
            <Button variant="secondary" size="sm" className="mt-4" onClick={() => setShowsAll(true)}>
              Show all {over.length}
            </Button>
          )}
        </Group>
      )}
      {written && <CompleteDialog session={written} onClose={() => setWritten(null)} />}
    </div>
  )
}

/** What the seats of a group's hour share, its start; of any other session its id. */
function hourOf({ id, status, startsAt }: CoachSession): string {
  return status === 'confirmed' && startsAt ? startsAt : id
}

/** A day of the coach's own clock, `'Mon, Jan 5'`; where this device shows another one it names the zone: `'Mon, Jan 5 (Berlin)'`. */
function dayIn(instant: string, zone: string): string {
  const day = showDateIn(instant, zone)
  return isDeviceZone(zone) ? day : `${day} (${showCity(zone)})`
}

/** Which clock the agenda shows, and the business's where that is another. */
function Zones({ sessions, readerZone }: { sessions: CoachSession[]; readerZone: string }) {
  const next = sessions.find(({ startsAt }) => startsAt)
  if (!next?.startsAt) return null
  const differs = showElsewhere(next.startsAt, next.zone, readerZone) !== null
  return (
    <p className="-mb-4 text-sm">
      All times are {showZone(readerZone)}
      {differs && `, ${showCity(next.zone)} below`}.
    </p>
  )
}

function Group({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="display text-lg">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
