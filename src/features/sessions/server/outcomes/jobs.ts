import { and, asc, eq, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type BookingRow, changeBooking, lockBooking } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { questions } from '../table.ts'
import { alertLate } from './alerts.ts'
import { followUp, isGone, outcomeOfNobody } from './follow-up.ts'
import { tellNoHour, tellWithStaff } from './notices.ts'
import { noteRunning } from './outages.ts'
import { changeQuestion, isOfNow } from './questions.ts'
import { settle } from './settle.ts'

const noteRunningJob = defineJob('sessions.note-running')
const followUpDueJob = defineJob('sessions.follow-up-due')

export function jobs(deps: Deps): void {
  deps.jobs.every({ minutes: 1 }, noteRunningJob, () => noteRunning(deps))
  deps.jobs.every({ minutes: 1 }, followUpDueJob, () => followUpDue(deps))
}

/**
 * Looks at the questions whose time has come: nobody answered, nobody decided, nobody objected; those about an hour or coach that
 * the session has no more end. Each in a transaction of its own. Whoever says something of one booking has its own looked
 * at first, so that no answer counts after its time.
 */
export async function followUpDue(deps: Deps, bookingId?: string): Promise<void> {
  const due = await deps.db
    .select({ id: questions.id, booking: { id: bookings.id, coachId: bookings.coachId } })
    .from(questions)
    .innerJoin(bookings, eq(bookings.id, questions.bookingId))
    .where(and(isDue(deps.now()), bookingId ? eq(questions.bookingId, bookingId) : undefined))
    .orderBy(asc(questions.dueAt))
    .limit(100)
  for (const { id, booking } of due)
    await followUpOne(deps, id, booking).catch((error) =>
      deps.log.error({ err: error, question: id }, 'a question about a session could not be followed up'),
    )
}

/** Of the row of `questions`, beside its row of `bookings`. */
function isDue(now: Date): SQL | undefined {
  const isPast = and(ne(questions.state, 'settled'), sql`(${isOfNow}) is not true`)
  return and(isNotNull(questions.dueAt), or(lte(questions.dueAt, now), isPast))
}

async function followUpOne(deps: Deps, id: string, seen: { id: string; coachId: string | null }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen)
    const [due] = await tx
      .select({ question: questions })
      .from(questions)
      .innerJoin(bookings, eq(bookings.id, questions.bookingId))
      .where(and(eq(questions.id, id), isDue(deps.now())))
    if (!due) return
    const { question } = due
    if (question.state === 'settled') {
      await changeQuestion(tx, question, { dueAt: null })
      if (question.outcome === 'new-hour') await giveShareBack(deps, tx, booking)
    } else if (question.state === 'staff' && !isGone(booking, question)) {
      // Everybody else may have left the team meanwhile.
      const outcome = await outcomeOfNobody(tx, booking, question)
      if (outcome) await settle(deps, tx, booking, question, { outcome })
      else {
        await alertLate(deps, tx, booking, question)
        await changeQuestion(tx, question, { dueAt: new Date(+deps.now() + 24 * 3_600_000) })
      }
    } else {
      const next = await followUp(deps, tx, booking, question)
      if (next.state === 'staff') await tellWithStaff(deps, tx, booking, next)
    }
  })
}

/** Our team found no hour in time: all money goes back when the player cancels, whoever said why there is none. */
async function giveShareBack(deps: Deps, tx: Tx, booking: BookingRow): Promise<void> {
  if (booking.status !== 'confirmed' || booking.startsAt) return
  const actor = { id: null, role: 'system' } as const
  const set = { fullRefundUntilStart: true }
  const waiting = await changeBooking(deps, tx, booking, { set, act: 'no-new-hour', actor })
  await tellNoHour(deps, tx, waiting)
}
