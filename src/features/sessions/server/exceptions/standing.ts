import { and, desc, eq, inArray } from 'drizzle-orm'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { takeBackDays } from '#src/features/sessions/exceptions.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { ChoiceRow } from '../call-offs/choices.ts'
import type { QuestionRow } from '../outcomes/questions.ts'
import { choices, questions } from '../table.ts'

/** What counts as a session's outcome: somebody's mark, or how a question about it ended. */
export type Standing = {
  is: 'completed' | 'no-show' | DecidedOutcome
  at: Date
  /** Null: it was marked by hand. */
  question: QuestionRow | null
  /** Why it cannot be taken back, in words; null when it can. */
  refusal: string | null
}

const decidedOutcomes = ['coach-missing', 'player-missing', 'minutes-back', 'new-hour', 'held'] as const
type DecidedOutcome = (typeof decidedOutcomes)[number]

/**
 * What counts as the outcome of each of these bookings now, by their ids; those without one are missing. Takes the same few
 * queries for one and for many.
 */
export async function standingsOf(db: Db | Tx, list: BookingRow[], now: Date): Promise<Map<string, Standing>> {
  const ids = list.map(({ id }) => id)
  const asked = await db
    .selectDistinctOn([questions.bookingId])
    .from(questions)
    .where(inArray(questions.bookingId, ids))
    .orderBy(questions.bookingId, desc(questions.askedAt), desc(questions.id))
  const marked = await db
    .selectDistinctOn([bookingHistory.bookingId], {
      bookingId: bookingHistory.bookingId,
      act: bookingHistory.act,
      at: bookingHistory.createdAt,
    })
    .from(bookingHistory)
    .where(and(inArray(bookingHistory.bookingId, ids), inArray(bookingHistory.act, ['complete', 'no-show'])))
    .orderBy(bookingHistory.bookingId, desc(bookingHistory.createdAt), desc(bookingHistory.id))
  const chosen = await db
    .select()
    .from(choices)
    .where(and(inArray(choices.bookingId, ids), eq(choices.cause, 'coach-missing')))
  return new Map(
    list.flatMap((booking) => {
      const { id, startsAt } = booking
      const question = asked.find(({ bookingId }) => bookingId === id) ?? null
      const mark = marked.find(({ bookingId }) => bookingId === id) ?? null
      const choice =
        chosen.find(
          (each) => each.bookingId === id && +each.startsAt === +(startsAt ?? 0) && each.coachId === booking.coachId,
        ) ?? null
      const standing = standingOf({ booking, question, mark, choice }, now)
      return standing ? [[id, standing] as const] : []
    }),
  )
}

type Known = {
  booking: BookingRow
  /** The newest one. */
  question: QuestionRow | null
  /** The newest one. */
  mark: { act: string; at: Date } | null
  /** What the player may choose because the coach did not come. */
  choice: ChoiceRow | null
}

function standingOf({ booking, question, mark, choice }: Known, now: Date): Standing | null {
  const found = [ofMark(booking, mark), ofQuestion(booking, question, choice)].filter((each) => each !== null)
  const newest = found.sort((a, b) => +b.at - +a.at)[0]
  if (!newest) return null
  const isTooLate = +now > +newest.at + takeBackDays * 24 * 3_600_000
  const isAsked = question !== null && question.state !== 'settled'
  const refusal = isAsked
    ? 'A question about this session is open: decide that.'
    : isTooLate
      ? `What became of a session can be taken back for ${takeBackDays} days.`
      : newest.refusal
  return { ...newest, refusal }
}

function ofMark({ status }: BookingRow, mark: Known['mark']): Standing | null {
  if (mark?.act === 'complete' && status === 'completed')
    return { is: 'completed', at: mark.at, question: null, refusal: null }
  if (mark?.act === 'no-show' && status === 'no_show')
    return { is: 'no-show', at: mark.at, question: null, refusal: null }
  return null
}

function ofQuestion(booking: BookingRow, question: QuestionRow | null, choice: ChoiceRow | null): Standing | null {
  const { status, missing, startsAt, coachId, price } = booking
  const { outcome, settledAt } = question ?? {}
  if (!question || !settledAt || !isDecided(outcome)) return null
  const standing = (refusal: string | null) => ({ is: outcome, at: settledAt, question, refusal })
  if (outcome === 'new-hour')
    return status === 'confirmed' && !startsAt
      ? standing('Its hour was given up because of it: agree a new one and schedule it.')
      : null
  if (+(startsAt ?? 0) !== +question.startsAt || coachId !== question.coachId) return null
  switch (outcome) {
    case 'coach-missing':
      if (status !== 'cancelled' || missing !== 'coach') return null
      return standing(choice && !choice.settledAt ? null : 'All of the money was refunded because of it.')
    case 'player-missing':
      return status === 'no_show' ? standing(null) : null
    case 'minutes-back':
      return standing(price > 0 ? 'Money was refunded because of it: refund the rest instead.' : null)
    case 'held':
      return status === 'cancelled' || status === 'no_show' ? null : standing(null)
  }
}

function isDecided(outcome: string | null | undefined): outcome is DecidedOutcome {
  return (decidedOutcomes as readonly (string | null | undefined)[]).includes(outcome)
}
