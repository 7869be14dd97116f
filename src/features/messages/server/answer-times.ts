import { sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { recordAnswerTimes } from '#src/features/coaches/server/coaches.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { daysInMs } from '#src/shared/keep-days.ts'
import { messages, threads } from './table.ts'

/** How many days back a session may lie for its conversation to count. */
const countedDays = 90

/** With fewer answers than this a coach's page says nothing. */
export const fewestAnswers = 5

/** Counts how long coaches take to answer. */
export const countAnswerTimes = defineJob('messages.count-answer-times')

/**
 * Recounts for every coach the median time between a player's message and the coach's answer to it, in the conversations
 * of recent and coming sessions. A player who goes on writing has waited since the first of these messages; what nobody
 * answered does not count.
 */
export async function recountAnswerTimes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - daysInMs(countedDays)).toISOString()
  const { rows } = await db.execute<{ coachId: string; minutes: number; answers: number }>(sql`
    with talk as (
      select b.coach_id, m.thread_id, m.number, m.side, m.created_at,
        lag(m.side) over (partition by m.thread_id order by m.number) as side_before
      from ${bookings} b
      join ${threads} t on t.booking_id = b.id
      join ${messages} m on m.thread_id = t.id
      where b.starts_at > ${since}::timestamptz and b.coach_id is not null
        and m.side in ('player', 'coach')
    ), turns as (
      select coach_id, side, created_at,
        lead(created_at) over (partition by thread_id order by number) as answered_at
      from talk where side is distinct from side_before
    )
    select coach_id as "coachId",
      ceil(extract(epoch from percentile_cont(0.5) within group (order by answered_at - created_at)) / 60)::integer
        as minutes,
      count(*)::integer as answers
    from turns where side = 'player' and answered_at is not null
    group by coach_id having count(*) >= ${fewestAnswers}`)
  await db.transaction((tx) => recordAnswerTimes(tx, rows))
}
