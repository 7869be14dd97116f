import type { Deps } from '#src/deps.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { refundLeft, toBeDecided } from '#src/features/bookings/rules.ts'
import { type BookingRow, type Change, changeBooking } from '#src/features/bookings/server/bookings.ts'
import { freeSeat } from '#src/features/schedule/server/schedule.ts'
import {
  isOnWordAlone,
  minutesBack,
  newHourDays,
  type Outcome,
  objectionHours,
} from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { toDecimal } from '#src/shared/money.ts'
import { callOffBooking } from '../call-offs/call-off.ts'
import { confirmChoice, dropChoice } from '../call-offs/choices.ts'
import { dropWriteUp } from '../write-ups/write-up.ts'
import { alertPlayerMissing, alertToSchedule } from './alerts.ts'
import { tellSettled } from './notices.ts'
import { changeQuestion, type QuestionRow } from './questions.ts'

/** How a question ends. Without `decision` the clock or the other side's answer ended it. */
export type Ending = {
  outcome: Outcome
  decision?: { staffId: string; reason: string }
  /** Of lost minutes; those that the player said when absent. */
  minutes?: number
}

/**
 * Ends a question, with all that this moves, in the caller's transaction: the booking's status, money, the player's choice,
 * and the mails. The caller has locked the booking. Gives the question as it is then.
 */
export async function settle(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  question: QuestionRow,
  { outcome, decision, minutes = question.minutes ?? 0 }: Ending,
): Promise<QuestionRow> {
  const now = deps.now()
  const canObject = outcome === 'player-missing' && !decision && question.agrees === null
  const onWordAlone = outcome === 'new-hour' && !decision && isOnWordAlone(question)
  const settled = await changeQuestion(tx, question, {
    state: 'settled',
    outcome,
    why: null,
    dueAt: canObject
      ? new Date(+now + objectionHours * 3_600_000)
      : onWordAlone
        ? new Date(+now + newHourDays * 24 * 3_600_000)
        : null,
    decidedBy: decision?.staffId ?? null,
    reason: decision?.reason ?? null,
    settledAt: now,
  })
  const by = {
    actor: decision
      ? { id: decision.staffId, role: 'staff' as const }
      : { id: null, role: outcome === 'player-missing' ? ('coach' as const) : ('system' as const) },
    reason: decision?.reason,
  }
  // What the player chose meanwhile goes, unless the coach was missing indeed.
  if (outcome !== 'coach-missing') await dropChoice(deps, tx, booking)
  const refund = await carryOut(deps, tx, booking, settled, minutes, by)
  await tellSettled(deps, tx, booking, settled, refund)
  if (canObject) await alertPlayerMissing(deps, tx, booking, settled)
  return settled
}

type By = Pick<Change, 'actor' | 'reason'>

/** Changes the booking as the outcome says. Gives the cents that go back at once. */
async function carryOut(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  { id, outcome, dueAt }: QuestionRow,
  minutes: number,
  by: By,
): Promise<number> {
  const change = (act: Change['act'], set: Change['set'], detail?: Change['detail']) =>
    changeBooking(deps, tx, booking, { ...by, act, set, detail })
  switch (outcome) {
    case 'coach-missing': {
      const set = { status: 'cancelled', missing: 'coach', nextReminderAt: null, hadRemedy: true } as const
      await confirmChoice(deps, tx, await change(outcome, set))
      return 0
    }
    case 'player-missing':
      await change(outcome, { status: 'no_show', missing: 'player' })
      return 0
    case 'minutes-back': {
      const amount = minutesBack(booking, minutes, refundLeft(booking))
      if (amount > 0)
        await deps.jobs.emit(tx, refundDue, { bookingId: booking.id, cause: outcome, causeId: id, amount })
      const set = { refundDue: booking.refundDue + amount, hadRemedy: true }
      await change(outcome, set, { minutes, refund: toDecimal(amount) })
      return amount
    }
    case 'new-hour': {
      if (booking.seatId) await freeSeat(tx, booking.seatId)
      await dropWriteUp(tx, booking.id)
      const noHour = { sessionDate: toBeDecided, sessionTime: toBeDecided, startsAt: null, endsAt: null, seatId: null }
      // On the player's word alone it has a date by which our team must have found an hour.
      const share = dueAt ? { fullRefundUntilStart: false, refundShareLimit: 0 } : { fullRefundUntilStart: true }
      const set = { ...noHour, ...share, status: 'confirmed', nextReminderAt: null, notesSentAt: null } as const
      await alertToSchedule(deps, tx, await change(outcome, set), id)
      return 0
    }
    case 'called-off':
      await callOffBooking(deps, tx, booking, { reason: 'other', word: null, actor: { id: null, role: 'coach' } })
      return 0
    case 'held':
      await change(outcome, {})
      return 0
    default:
      return 0
  }
}
