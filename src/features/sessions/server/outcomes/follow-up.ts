import { and, count, eq, gt } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type BookingRow, isWholeTeams } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import {
  claimed,
  decideHours,
  type Facts,
  type Meeting,
  mostMissing,
  type Next,
  nextOf,
  type Outcome,
} from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { dropChoice } from '../call-offs/choices.ts'
import { meetingOf } from '../parties.ts'
import { questions } from '../table.ts'
import { alertUndecided } from './alerts.ts'
import { changeQuestion, type QuestionRow } from './questions.ts'
import { settle } from './settle.ts'
import { whyNoRemedy } from './why-no-remedy.ts'

/**
 * Does what follows from a question right now: it waits, goes to our team, or is settled with all that this moves. The
 * caller has locked the booking. Gives the question as it stands then.
 */
export async function followUp(deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow): Promise<QuestionRow> {
  const meeting = isGone(booking, question) ? null : await meetingOf(tx, booking)
  if (!meeting) {
    await dropChoice(deps, tx, booking)
    const outcome = booking.status === 'cancelled' ? 'cancelled' : 'withdrawn'
    return changeQuestion(tx, question, { state: 'settled', outcome, dueAt: null, settledAt: deps.now() })
  }
  const next = await nextIn(deps, tx, booking, question, meeting)
  switch (next.is) {
    case 'waiting':
      return changeQuestion(tx, question, { state: 'waiting', dueAt: next.until })
    case 'settled':
      return settle(deps, tx, booking, question, next)
    case 'staff': {
      const outcome = await outcomeOfNobody(tx, booking, question)
      if (outcome) return settle(deps, tx, booking, question, { outcome })
      if (question.state === 'staff') return question
      const now = deps.now()
      const dueAt = new Date(+now + decideHours * 3_600_000)
      const asked = await changeQuestion(tx, question, { state: 'staff', why: next.why, staffSince: now, dueAt })
      await alertUndecided(deps, tx, booking, asked)
      return asked
    }
  }
}

/** How a question ends that nobody of the team can decide (MISS-7); null while somebody can, or the bank decides first. */
export async function outcomeOfNobody(tx: Tx, booking: BookingRow, question: QuestionRow): Promise<Outcome | null> {
  if (!(await isWholeTeams(tx, booking))) return null
  const believed = believedOutcome(question)
  if (!(await whyNoRemedy(tx, booking, believed))) return believed
  return booking.dispute === 'open' ? null : 'held'
}

/** The player is believed, but a call-off that nobody answered is none. */
function believedOutcome(question: QuestionRow): Outcome {
  if (question.says === 'coach-asked') return 'withdrawn'
  return question.by === 'player' ? claimed(question) : 'held'
}

/** Whether what a question is about is gone: moved, with another coach, cancelled, or corrected by our team. */
export function isGone({ status, startsAt, coachId }: BookingRow, question: QuestionRow): boolean {
  const isOther = +(startsAt ?? 0) !== +question.startsAt || coachId !== question.coachId
  return status === 'cancelled' || status === 'no_show' || isOther
}

async function nextIn(deps: Deps, tx: Tx, booking: BookingRow, question: QuestionRow, meeting: Meeting): Promise<Next> {
  const next = nextOf(question, meeting, await factsOf(tx, booking, deps.now()))
  if (next.is !== 'settled') return next
  const why = await whyNoRemedy(tx, booking, next.outcome)
  return why ? { is: 'staff', why } : next
}

async function factsOf(tx: Tx, { id, playerId, status, notesSentAt }: BookingRow, now: Date): Promise<Facts> {
  const since = new Date(+now - mostMissing.days * 24 * 3_600_000)
  const [missed] = playerId
    ? await tx
        .select({ count: count() })
        .from(questions)
        .innerJoin(bookings, eq(bookings.id, questions.bookingId))
        .where(
          and(eq(bookings.playerId, playerId), eq(questions.outcome, 'coach-missing'), gt(questions.settledAt, since)),
        )
    : []
  const believed = await tx.$count(
    questions,
    and(eq(questions.bookingId, id), eq(questions.says, 'could-not-play'), eq(questions.outcome, 'new-hour')),
  )
  return {
    missedBefore: missed?.count ?? 0,
    wasBelieved: believed > 0,
    isCompleted: status === 'completed' || notesSentAt !== null,
    now,
  }
}
