import type { MySession } from '#src/features/bookings/contract.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { openJoin } from '#src/features/sessions/web/session-states-query.ts'
import { JoinPlace } from './join-place.tsx'

type PlayerJoinProps = { session: MySession; state: SessionState; userId: string; now: number }

/** The Join place of a player's session; nothing outside of its time. */
export function PlayerJoin({ session, state, userId, now }: PlayerJoinProps) {
  const join = openJoin(state, now)
  if (!join) return null
  const name = session.coachId ? session.coachName : 'your coach'
  return (
    <JoinPlace
      title={`Join: ${session.serviceName} with ${name}`}
      met={[{ state, join, name, price: session.price }]}
      userId={userId}
      now={now}
    />
  )
}
