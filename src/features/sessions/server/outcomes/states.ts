import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { BookingStatus } from '#src/features/bookings/rules.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { type Asked, decideHours, type Outcome } from '#src/features/sessions/outcomes.ts'
import type { Db } from '#src/platform/database/db.ts'
import { questions } from '../table.ts'
import { isOfNow, type QuestionRow } from './questions.ts'

/**
 * The newest question about each of these bookings, for its present start and coach, or while it has no start. Bookings
 * without one are missing.
 */
export async function questionsOf(db: Db, bookingIds: string[]): Promise<Map<string, SessionState['question']>> {
  const rows = await db
    .selectDistinctOn([questions.bookingId], { question: questions, status: bookings.status })
    .from(questions)
    .innerJoin(bookings, eq(bookings.id, questions.bookingId))
    .where(and(inArray(questions.bookingId, bookingIds), or(isNull(bookings.startsAt), isOfNow)))
    .orderBy(questions.bookingId, desc(questions.askedAt), desc(questions.id))
  return new Map(
    rows.map(({ question, status }) => [question.bookingId, presentQuestion(asItStands(question, status))]),
  )
}

/** A question as the latest decision leaves it: our team may have cancelled or marked the session since, which answers it. */
function asItStands(question: QuestionRow, status: BookingStatus): QuestionRow {
  const ended = (outcome: Outcome): QuestionRow => ({
    ...question,
    ...{ state: 'settled', outcome, reason: null, dueAt: null },
  })
  if (status === 'cancelled')
    return question.state !== 'settled' || question.outcome === 'held' ? ended('cancelled') : question
  if (status === 'no_show') return question.outcome === 'held' ? ended('player-missing') : question
  return question.outcome === 'player-missing' ? ended('held') : question
}

/** A question as its two see it. */
export function presentQuestion(row: QuestionRow): NonNullable<SessionState['question']> {
  const { id, says, by, minutes, askedAt, agrees, state, staffSince, dueAt, outcome, reason } = row
  return {
    ...{ id, says, by, minutes, agrees, state, outcome, reason },
    askedAt: askedAt.toISOString(),
    answerBy: state === 'staff' || outcome === 'new-hour' ? null : (dueAt?.toISOString() ?? null),
    decideBy: state === 'staff' ? (decideBy(staffSince)?.toISOString() ?? null) : null,
  }
}

/** Until when our team decides. */
export function decideBy(since: Date | null): Date | null {
  return since && new Date(+since + decideHours * 3_600_000)
}

/** A question as its two see it, as far as it decides what else can be said. */
export function askedOf(question: SessionState['question']): Asked | null {
  return question && { ...question, dueAt: question.answerBy ? new Date(question.answerBy) : null }
}
