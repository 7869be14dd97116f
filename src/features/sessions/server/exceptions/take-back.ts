import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import {
  type BookingRow,
  changeBooking,
  findVisible,
  isOwnSession,
  lockBooking,
  nextReminder,
  ownSession,
} from '#src/features/bookings/server/bookings.ts'
import { decideHours } from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { dropChoice } from '../call-offs/choices.ts'
import { changeQuestion, type QuestionRow } from '../outcomes/questions.ts'
import { questions } from '../table.ts'
import { tellTakenBack } from './notices.ts'
import { standingsOf } from './standing.ts'

/**
 * Takes back what counts as a session's outcome. A mark by hand goes; a question is our team's to decide anew. Whoever was told
 * is told why. `outcomeAt` (ISO): since when the outcome counts that the caller saw. Throws `NotFound`, and `Conflict` when
 * it is another one by now, cannot be taken back, or the session is the caller's own.
 */
export async function takeBackOutcome(
  deps: Deps,
  staff: Account,
  bookingId: string,
  { outcomeAt, reason }: { outcomeAt: string; reason: string },
): Promise<BookingRow> {
  const { booking: seen } = await findVisible(deps.db, staff, bookingId)
  if (await isOwnSession(deps.db, staff.id, bookingId)) throw new Conflict(ownSession, { reason: 'refused' })
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen)
    const standing = (await standingsOf(tx, [booking], deps.now())).get(bookingId)
    if (!standing || Date.parse(outcomeAt) !== +standing.at)
      throw new Conflict('What became of this session has changed. Please look again.', { reason: 'changed' })
    if (standing.refusal) throw new Conflict(standing.refusal, { reason: 'refused' })
    const { question } = standing
    if (question) await reopen(deps, tx, booking, question)
    const { startsAt } = booking
    // The session is on again: its player is reminded of what still lies ahead.
    const nextReminderAt = startsAt && nextReminder({ startsAt }, deps.now())
    const changed = await changeBooking(deps, tx, booking, {
      set: {
        // What was completed before its question was decided stays so.
        ...(standing.is !== 'held' &&
          standing.is !== 'minutes-back' && { status: 'confirmed', missing: null, nextReminderAt }),
        ...(question && { hadRemedy: await hadOther(tx, question) }),
      },
      act: 'take-back',
      actor: { id: staff.id, role: 'staff' },
      reason,
      detail: { outcome: standing.is },
    })
    await tellTakenBack(deps, tx, changed, { standing, reason })
    return changed
  })
}

/** Whether another question about the booking was made good. */
async function hadOther(tx: Tx, { id, bookingId }: QuestionRow): Promise<boolean> {
  const remedied = inArray(questions.outcome, ['coach-missing', 'minutes-back'])
  return (await tx.$count(questions, and(eq(questions.bookingId, bookingId), ne(questions.id, id), remedied))) > 0
}

/** Our team decides a settled question anew. What its player could choose meanwhile goes. */
async function reopen(deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow): Promise<void> {
  const now = deps.now()
  await dropChoice(deps, tx, booking)
  await changeQuestion(tx, question, {
    ...{ state: 'staff', outcome: null, decidedBy: null, reason: null, settledAt: null },
    why: 'Our team took back how it had ended.',
    staffSince: now,
    dueAt: new Date(+now + decideHours * 3_600_000),
  })
}
