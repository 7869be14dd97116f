import { useRoomClock } from '#src/features/accounts/web/room-zone.ts'
import { StatusBadge } from '#src/features/bookings/web/status-badge.tsx'
import type { showToday, TodaysSession } from '#src/features/desk/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { showCity, showDate, showInstant, showTimeIn } from '#src/shared/times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'

type TodaysSessionsProps = {
  sessions: TodaysSession[]
  coachDays: CallReply<typeof showToday>['coachDays']
  /** The next start, also on another day; null: none is booked. */
  next: string | null
  /** Whose day it is. */
  zone: string
  now: number
}

/** Today's sessions, and who is there; each leads to its booking. */
export function TodaysSessions({ sessions, coachDays, next, zone, now }: TodaysSessionsProps) {
  return (
    <section aria-labelledby="sessions-today" className="min-w-0">
      <h2 id="sessions-today" className="display text-lg">
        {sessions.length > 0
          ? `${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'} today`
          : 'Sessions today'}
      </h2>
      <Panel className="mt-4 p-2! sm:p-3!">
        {sessions.length === 0 && (
          <p className="px-3 py-2">
            None.{' '}
            {next
              ? `Next session: ${showInstant(next, zone)}.`
              : 'Each session of the day stands here, with who has arrived.'}
          </p>
        )}
        <ol>
          {sessions.map((session) => (
            <Session key={session.bookingId} session={session} zone={zone} now={now} />
          ))}
        </ol>
      </Panel>
      <CoachDays days={coachDays} />
    </section>
  )
}

/** Where a coach's day, which is the business's, is called off or handed over: of who has sessions ahead today or tomorrow. */
function CoachDays({ days }: { days: CallReply<typeof showToday>['coachDays'] }) {
  const { zone, business } = useRoomClock()
  if (days.length === 0) return null
  return (
    <Panel aria-labelledby="coach-days" className="mt-4 p-2! sm:p-3!">
      <h3 id="coach-days" className="display px-3 pt-2 text-base">
        A coach cannot come?
      </h3>
      <ul className="mt-1">
        {days.map(({ coachId, coachName, date, bookings }) => (
          <li key={`${coachId} ${date}`}>
            <AppLink
              to={`/owner?coach=${coachId}&date=${date}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-md px-3 py-2 outline-offset-[-3px] transition-colors hover:bg-raised"
            >
              <span className="font-semibold text-strong [overflow-wrap:anywhere]">{coachName}’s day</span>
              <span className="figures text-sm">
                {showDate(date)}
                {zone !== business && ` (${showCity(business)})`}:{' '}
                {bookings === 1 ? '1 booking' : `${bookings} bookings`}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type SessionProps = { session: TodaysSession; zone: string; now: number }

function Session({ session, zone, now }: SessionProps) {
  const { bookingId, startsAt, endsAt, serviceName, coachName, customerName, said } = session
  return (
    <li>
      <AppLink
        to={`/owner?booking=${bookingId}`}
        aria-current={Date.parse(startsAt) <= now && now < Date.parse(endsAt) ? 'time' : undefined}
        className="grid min-h-11 grid-cols-[5rem_minmax(0,1fr)] gap-x-3 rounded-md px-3 py-2 outline-offset-[-3px] transition-colors hover:bg-raised aria-[current]:border-signal aria-[current]:border-l-3"
      >
        <time dateTime={startsAt} className="figures font-semibold text-strong">
          {showTimeIn(startsAt, zone)}
        </time>
        <span className="min-w-0">
          <span className="block font-semibold text-strong [overflow-wrap:anywhere]">
            {customerName} with {coachName}
          </span>
          <span className="block text-sm">{serviceName}</span>
          {said && <span className="block text-sm text-warn">{said}</span>}
          <span className="mt-1 flex flex-wrap gap-2">
            <WhoIsHere session={session} now={now} />
          </span>
        </span>
      </AppLink>
    </li>
  )
}

/** From when it begins until it is over it counts who pressed 'I am here'; before, only who did. */
function WhoIsHere({
  session: { startsAt, endsAt, status, here, coachName, customerName },
  now,
}: Omit<SessionProps, 'zone'>) {
  if (status !== 'confirmed') return <StatusBadge status={status} />
  const names = { player: customerName, coach: coachName }
  const isOn = Date.parse(startsAt) <= now && now < Date.parse(endsAt)
  return (['player', 'coach'] as const).map((side) => {
    if (here[side]) return <Badge key={side} tone="good">{`${names[side]} is here`}</Badge>
    return isOn && <Badge key={side} tone="warn">{`${names[side]} is not here yet`}</Badge>
  })
}
