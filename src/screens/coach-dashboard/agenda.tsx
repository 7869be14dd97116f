import { CalendarClock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { isUpcoming } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import { ownTime } from '#src/features/bookings/web/session-time.ts'
import type { ThreadSummary } from '#src/features/messages/contract.ts'
import { ownZone, showDate, showZone } from '#src/shared/times.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { AgendaRow } from './agenda-row.tsx'

/** How many of the sessions that are over are shown before one asks for more. */
const shortList = 5

type AgendaProps = {
  sessions: CoachSession[]
  talks: ThreadSummary[]
  /** Epoch milliseconds. */
  now: number
  onChat(bookingId: string): void
}

/** A coach's sessions: those that wait for a word on how they went, the coming days, and those that are over. */
export function Agenda({ sessions, talks, now, onChat }: AgendaProps) {
  const [showsAll, setShowsAll] = useState(false)
  const ahead = sessions.filter((session) => isUpcoming(session, now))
  const toTell = sessions.filter((session) => session.status === 'confirmed' && !ahead.includes(session))
  const over = sessions.filter(({ status }) => status !== 'confirmed')
  const days = Map.groupBy(
    ahead.filter(({ startsAt }) => startsAt),
    ({ sessionDate }) => sessionDate,
  )
  const undecided = ahead.filter(({ startsAt }) => !startsAt)

  const rows = (list: CoachSession[], withDate = false) => (
    <ul className="grid gap-3">
      {list.map((session) => (
        <AgendaRow
          key={session.id}
          session={session}
          withDate={withDate}
          ahead={ahead.includes(session)}
          unread={talks.find(({ bookingId }) => bookingId === session.id)?.unread ?? 0}
          onChat={() => onChat(session.id)}
        />
      ))}
    </ul>
  )
  return (
    <div className="grid gap-10">
      <Zones sessions={ahead} />
      {toTell.length > 0 && <Group title="How did it go?">{rows(toTell, true)}</Group>}
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
        <Group key={date} title={showDate(date)}>
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
    </div>
  )
}

/** Which clock the agenda shows, and the coach's own where that is another. */
function Zones({ sessions }: { sessions: CoachSession[] }) {
  const next = sessions.find(({ startsAt }) => startsAt)
  if (!next?.startsAt) return null
  const differs = ownTime(next.startsAt, next.zone) !== null
  const own = showZone(ownZone())
  return (
    <p className="-mb-4 text-sm">
      All times are {showZone(next.zone)}
      {differs && `, yours (${own}) below`}.
    </p>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display mb-4 text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}
