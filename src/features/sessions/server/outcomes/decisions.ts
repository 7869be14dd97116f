import { asc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import {
  findVisible,
  isOwnSession,
  lockBooking,
  ownSessionsIn,
  presentBooking,
} from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { type Decided, decisionsOn } from '#src/features/sessions/outcomes.ts'
import type { listOpenQuestions } from '#src/features/sessions/outcomes-contract.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid, NotAllowed, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { storiesForStaff } from '../story/story.ts'
import { questions } from '../table.ts'
import { isGone } from './follow-up.ts'
import { isUndecided } from './questions.ts'
import { settle } from './settle.ts'
import { presentQuestion } from './states.ts'
import { whyNoRemedy } from './why-no-remedy.ts'

/** The questions that our team decides, the oldest first, with the evidence beside each. */
export async function listUndecided(deps: Deps, staff: Account): Promise<CallReply<typeof listOpenQuestions>> {
  const rows = await deps.db
    .select({ question: questions, booking: bookings })
    .from(questions)
    .innerJoin(bookings, eq(bookings.id, questions.bookingId))
    .where(isUndecided)
    .orderBy(asc(questions.staffSince))
    .limit(100)
  const list = rows.map(({ booking }) => booking)
  const stories = await storiesForStaff(deps, staff, list)
  const own = await ownSessionsIn(
    deps.db,
    staff.id,
    list.map(({ id }) => id),
  )
  return rows.map(({ question, booking }) => ({
    ...presentQuestion(question),
    why: question.why,
    booking: presentBooking(booking),
    decisions: decisionsOn(question),
    story: stories.get(booking.id) ?? [],
    isOwn: own.has(booking.id),
  }))
}

/**
 * Our team decides a question, with a reason that both read. Throws `NotFound`, `NotAllowed` about one's own session,
 * `Conflict` when it is decided already or nothing can be given, `Invalid`.
 */
export async function decideQuestion(
  deps: Deps,
  staff: Account,
  questionId: string,
  { outcome, minutes, reason }: { outcome: Decided; minutes?: number; reason: string },
): Promise<void> {
  const [seen] = await deps.db.select().from(questions).where(eq(questions.id, questionId))
  if (!seen) throw new NotFound('This question does not exist.')
  const { booking: visible } = await findVisible(deps.db, staff, seen.bookingId)
  if (await isOwnSession(deps.db, staff.id, seen.bookingId))
    throw new NotAllowed('This is your own session: somebody else of the team decides.')
  await deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, visible)
    const question = only(await tx.select().from(questions).where(eq(questions.id, questionId)))
    if (question.state !== 'staff' || isGone(booking, question)) throw refused('This question is not open any more.')
    if (!decisionsOn(question).includes(outcome))
      throw new Invalid({ outcome: 'This does not follow from what was said.' })
    if (minutes && minutes > booking.minutes)
      throw new Invalid({ minutes: `This session takes ${booking.minutes} minutes.` })
    const refusal = await whyNoRemedy(tx, booking, outcome)
    if (refusal) throw refused(refusal)
    // Nobody knows yet how it goes; that the coach asked to cancel says nothing of it before the end.
    const knownAt = question.says === 'coach-asked' ? (booking.endsAt ?? question.startsAt) : question.startsAt
    const isBefore = outcome === 'held' && deps.now() < knownAt
    const decision = { staffId: staff.id, reason }
    await settle(deps, tx, booking, question, { outcome: isBefore ? 'withdrawn' : outcome, minutes, decision })
  })
}

const refused = (message: string) => new Conflict(message, { reason: 'refused' })
