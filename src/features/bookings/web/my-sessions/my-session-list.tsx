import type { ReactNode } from 'react'
import type { MySession } from '#src/features/bookings/contract.ts'
import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import { showDuration } from '#src/shared/times.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { MeetingPlace } from '../meeting-place.tsx'
import { SessionActions } from './my-session-actions.tsx'
import { showTimeUntil } from './my-session-clock.ts'
import { Deadlines } from './my-session-deadlines.tsx'
import { SessionMoney } from './my-session-money.tsx'
import { SessionTime } from './my-session-time.tsx'

type ActionsProps = {
  /** The buttons of other nouns, for each session. */
  actions(session: MySession): ReactNode
  onChanged(): Promise<unknown>
}

type NextSessionProps = ActionsProps & { session: MySession; now: number }

/** The session that comes next, with everything one wants to know on the day. `now` in epoch milliseconds. */
export function NextSession({ session, now, actions, onChanged }: NextSessionProps) {
  const { startsAt, coachName, serviceName, minutes, includes } = session
  const left = startsAt && showTimeUntil(startsAt, now)
  return (
    <article className="grid gap-x-12 gap-y-8 rounded-b-lg border-signal border-t-4 bg-panel p-5 sm:p-8 lg:grid-cols-[7fr_5fr]">
      <div className="grid content-start gap-6">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h3 className="tag text-signal">{startsAt ? (left ? `Starts in ${left}` : 'On now') : 'Booked and paid'}</h3>
          <StatusBadge session={session} />
        </header>
        <SessionTime session={session} large />
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-3">
          <p className="min-w-0">
            <span className="block font-semibold text-lg text-strong">{coachName}</span>
            {serviceName}, {showDuration(minutes)}
            {includes && <span className="block text-sm">{includes}</span>}
            <BookingNumber session={session} />
          </p>
          <SessionMoney session={session} />
        </div>
        <MeetingPlace session={session} />
        <SessionActions session={session} upcoming actions={actions(session)} onChanged={onChanged} />
      </div>
      {session.terms && (
        <section
          aria-labelledby="next-terms"
          className="border-line border-t pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8"
        >
          <h4 id="next-terms" className="mb-4 font-semibold">
            If your plans change
          </h4>
          <Deadlines session={session} now={now} />
        </section>
      )}
    </article>
  )
}

type SessionListProps = ActionsProps & {
  sessions: MySession[]
  /** Whether they are still ahead. */
  upcoming: boolean
}

/** Sessions as rows. */
export function SessionList({ sessions, upcoming, actions, onChanged }: SessionListProps) {
  return (
    <ul>
      {sessions.map((session) => (
        <li
          key={session.id}
          className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-4 border-line border-t py-5 lg:grid-cols-[12rem_6.5rem_minmax(9rem,1fr)_5.5rem_minmax(0,33rem)]"
        >
          <SessionTime session={session} />
          <StatusBadge session={session} className="justify-self-end lg:justify-self-start" />
          <p>
            <span className="block font-semibold text-strong">{session.coachName}</span>
            {session.serviceName}, {showDuration(session.minutes)}
            <BookingNumber session={session} />
          </p>
          <div className="text-right lg:text-left">
            <SessionMoney session={session} />
          </div>
          <div className="grid gap-4 max-lg:col-span-2">
            {upcoming && <MeetingPlace session={session} />}
            <SessionActions session={session} upcoming={upcoming} actions={actions(session)} onChanged={onChanged} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What one says on the phone and in mails. */
function BookingNumber({ session }: { session: MySession }) {
  return <span className="figures block text-faint text-sm">Booking {session.number}</span>
}

function StatusBadge({ session: { status }, className }: { session: MySession; className?: string }) {
  return (
    <Badge tone={status === 'confirmed' ? 'good' : status === 'completed' ? 'neutral' : 'warn'} className={className}>
      {statusLabels[status]}
    </Badge>
  )
}
