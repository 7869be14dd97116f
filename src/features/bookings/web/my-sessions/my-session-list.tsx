import type { ReactNode } from 'react'
import type { MySession } from '#src/features/bookings/contract.ts'
import { showDuration } from '#src/shared/times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { MeetingPlace } from '../meeting-place.tsx'
import { SquadInvite } from '../squad-invite.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { SessionActions } from './my-session-actions.tsx'
import { showTimeUntil } from './my-session-clock.ts'
import { Deadlines } from './my-session-deadlines.tsx'
import { SessionMoney } from './my-session-money.tsx'
import { SessionTime } from './my-session-time.tsx'

type ActionsProps = {
  /** The buttons of other nouns, for each session. */
  actions(session: MySession): ReactNode
  /** Those that wait in the menu of all but the next one: first in it, of what is ahead, and last. */
  more(session: MySession): ReactNode
  last(session: MySession): ReactNode
  /** What the player has to choose or waits for: it stands first. */
  choice(session: MySession): ReactNode
  /** What other nouns know of each session, below where it takes place. */
  news(session: MySession): ReactNode
  /** Whether the coach called it off, and the player still chooses. */
  isCalledOff(session: MySession): boolean
  /** Says that the coach asked the player to cancel. */
  onCoachAsked(session: MySession): Promise<unknown>
  /** Whether the player said so, and it is open. */
  hasCoachAsked?(session: MySession): boolean
  /** Where the two meet, while they can: first in the next session. Null: it is not the time. */
  join(session: MySession): ReactNode | null
  onChanged(): Promise<unknown>
}

type NextSessionProps = ActionsProps & { session: MySession; now: number }

/** The session that comes next, with everything one wants to know on the day. `now` in epoch milliseconds. */
export function NextSession({
  session,
  now,
  actions,
  more,
  last,
  choice,
  news,
  join,
  isCalledOff,
  ...changes
}: NextSessionProps) {
  const { startsAt, coachName, serviceName, minutes, includes } = session
  const left = startsAt && showTimeUntil(startsAt, now)
  const place = join(session)
  const isOff = isCalledOff(session)
  const comes = startsAt ? (left ? `Starts in ${left}` : 'On now') : 'Booked and paid'
  return (
    <article className="grid grid-cols-1 gap-x-12 gap-y-8 rounded-b-lg border-signal border-t-4 bg-panel p-5 sm:p-8 lg:grid-cols-[7fr_5fr]">
      <div className="grid grid-cols-1 content-start gap-6">
        {choice(session)}
        {place}
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h3 className="tag text-signal">{isOff ? 'Your coach cannot come' : comes}</h3>
          <StatusBadge status={session.status} isCalledOff={isOff} />
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
        {!place && !isOff && <MeetingPlace session={session} />}
        {!isOff && <SquadInvite session={session} />}
        {news(session)}
        <SessionActions
          session={session}
          upcoming
          isCalledOff={isOff}
          isNext
          actions={actions(session)}
          more={more(session)}
          last={last(session)}
          {...changes}
        />
      </div>
      {session.terms && left && !isOff && (
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
export function SessionList({
  sessions,
  upcoming,
  actions,
  more,
  last,
  choice,
  news,
  join,
  isCalledOff,
  ...changes
}: SessionListProps) {
  return (
    <ul>
      {sessions.map((session) => (
        <li
          key={session.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-4 border-line border-t py-5 lg:grid-cols-[12rem_6.5rem_minmax(9rem,1fr)_5.5rem_minmax(0,25rem)]"
        >
          <SessionTime session={session} />
          <StatusBadge
            status={session.status}
            isCalledOff={isCalledOff(session)}
            className="justify-self-end lg:justify-self-start"
          />
          <p>
            <span className="block font-semibold text-strong">{session.coachName}</span>
            {session.serviceName}, {showDuration(session.minutes)}
            <BookingNumber session={session} />
          </p>
          <div className="text-right lg:text-left">
            <SessionMoney session={session} />
          </div>
          <div className="grid gap-4 max-lg:col-span-2">
            {choice(session)}
            {join(session) ?? (upcoming && !isCalledOff(session) && <MeetingPlace session={session} />)}
            {upcoming && !isCalledOff(session) && <SquadInvite session={session} />}
            {news(session)}
            <SessionActions
              session={session}
              upcoming={upcoming}
              isCalledOff={isCalledOff(session)}
              actions={actions(session)}
              more={more(session)}
              last={last(session)}
              {...changes}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What one says on the phone and in mails; leads to the session's page. */
function BookingNumber({ session: { id, number, serviceName, coachName } }: { session: MySession }) {
  return (
    <AppLink
      to={`/sessions/${id}`}
      aria-label={`Booking ${number}: all about ${serviceName} with ${coachName}`}
      className="touch figures flex min-h-6 w-fit items-center text-sm underline underline-offset-4 hover:text-strong"
    >
      Booking {number}
    </AppLink>
  )
}
