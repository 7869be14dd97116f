import { type ReactNode, useState } from 'react'
import type { MySession } from '#src/features/bookings/contract.ts'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-clock.ts'
import { NextSession, SessionList } from '#src/features/bookings/web/my-sessions/my-session-list.tsx'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { SoonestHours } from '#src/features/checkout/web/soonest-hours.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

type ListsProps = {
  sessions: MySession[]
  now: number
  /** The buttons of other nouns, for each session. */
  actions(session: MySession): ReactNode
  more(session: MySession): ReactNode
  last(session: MySession): ReactNode
  choice(session: MySession): ReactNode
  news(session: MySession): ReactNode
  isCalledOff(session: MySession): boolean
  onCoachAsked(session: MySession): Promise<unknown>
  hasCoachAsked(session: MySession): boolean
  join(session: MySession): ReactNode | null
  onChanged(): Promise<unknown>
  onBook(offer: OpenedOffer): void
  /** Between what comes and what was. */
  children: ReactNode
}

/** So many sessions that are over are shown at first. */
const fewPast = 10

/** What is to come, then what was; the next one large. */
export function Lists({ sessions, now, onBook, children, ...ofSessions }: ListsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const [next, ...later] = sessions.filter((session) => isUpcoming(session, now))
  const past = sessions.filter((session) => !isUpcoming(session, now))
  return (
    <>
      <section aria-labelledby="upcoming">
        <h2 id="upcoming" className="display mb-4 text-lg">
          Upcoming
        </h2>
        {next ? (
          <NextSession session={next} now={now} {...ofSessions} />
        ) : (
          <>
            <p className="text-strong">
              {past.length > 0 ? 'Nothing coming up.' : 'No session yet.'} Three hours that fit you:
            </p>
            <SoonestHours game={null} onBook={onBook} />
            <AppLink to="/coaches" className="touch inline-flex items-center text-strong underline underline-offset-4">
              All coaches and hours
            </AppLink>
          </>
        )}
        {later.length > 0 && (
          <div className="mt-6">
            <SessionList sessions={later} upcoming {...ofSessions} />
          </div>
        )}
      </section>
      {children}
      {past.length > 0 && (
        <section aria-labelledby="past">
          <h2 id="past" className="display mb-4 text-lg">
            Past and cancelled
          </h2>
          <SessionList sessions={past.slice(0, showsAll ? undefined : fewPast)} upcoming={false} {...ofSessions} />
          {past.length > fewPast && (
            <Button variant="secondary" size="sm" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show fewer' : `Show all ${past.length}`}
            </Button>
          )}
        </section>
      )}
    </>
  )
}

/** The room that the lists take, until they are there. */
export function ListsToCome() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading your sessions
      </p>
      <Skeleton className="mb-4 h-7 w-32" />
      <Skeleton className="h-[44rem] rounded-b-lg lg:h-[28rem]" />
    </div>
  )
}
