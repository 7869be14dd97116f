import { sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { recordPunctuality } from '#src/features/coaches/server/coaches.ts'
import { daysInMs } from '#src/shared/keep-days.ts'
import { checkIns } from '../table.ts'

/** How many days back a session may lie to count. */
const countedDays = 90
/** With fewer sessions than this a coach's page says nothing. */
const fewestSessions = 5
/** Who pressed 'I am here' by so many minutes after the start came on time. */
const onTimeMinutes = 3

/**
 * Recounts for every coach how often they came on time, of the recent sessions in which the coach and a player pressed
 * 'I am here': most people never press, and that says nothing about anybody. A group counts once.
 */
export async function recountPunctuality({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const until = now()
  const since = new Date(+until - daysInMs(countedDays))
  const { rows } = await db.execute<{ coachId: string; onTime: number; of: number }>(sql`
    with met as (
      select b.coach_id, c.starts_at, min(c.at) filter (where c.side = 'coach') as came_at
      from ${checkIns} c
      join ${bookings} b on b.id = c.booking_id and b.starts_at = c.starts_at
      where c.starts_at between ${since.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz
        and b.coach_id is not null
      group by b.coach_id, c.starts_at having bool_or(c.side = 'player') and bool_or(c.side = 'coach')
    )
    select coach_id as "coachId", count(*)::integer as "of",
      count(*) filter (where came_at <= starts_at + make_interval(mins => ${onTimeMinutes}))::integer as "onTime"
    from met group by coach_id having count(*) >= ${fewestSessions}`)
  await db.transaction((tx) => recordPunctuality(tx, rows))
}
