import type { CoachSession } from '#src/features/bookings/contract.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { openJoin } from '#src/features/sessions/web/session-states-query.ts'
import { JoinPlace, type Met } from './join-place.tsx'

type CoachJoinProps = { sessions: CoachSession[]; states: SessionState[]; userId: string; now: number }

/** A coach's Join place, one for all players of an hour; nothing outside of it. */
export function CoachJoin({ sessions, states, userId, now }: CoachJoinProps) {
  const open = states.flatMap((state): Met[] => {
    const session = sessions.find(({ id }) => id === state.bookingId)
    const join = openJoin(state, now)
    return session && join && state.as === 'coach' ? [{ state, join, name: session.customerName, price: '0' }] : []
  })
  const hours = Map.groupBy(open, ({ state }) => state.startsAt)
  return [...hours].map(([startsAt, met]) => {
    const [first, ...others] = met
    if (!first) return null
    const service = sessions.find(({ id }) => id === first.state.bookingId)?.serviceName
    return (
      <JoinPlace
        key={startsAt}
        title={`Join: ${service} with ${met.map(({ name }) => name).join(', ')}`}
        met={[first, ...others]}
        userId={userId}
        now={now}
      />
    )
  })
}
