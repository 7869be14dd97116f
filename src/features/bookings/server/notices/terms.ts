import { cancellationTerms, canWithdraw, isFullUntilStart } from '#src/features/bookings/rules.ts'
import { showDollars } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { isScheduled, type Scheduled } from '../life-cycle/meeting.ts'
import type { bookings } from '../table.ts'
import type { About } from './about.ts'

type BookingRow = typeof bookings.$inferSelect

/** The section about moving and cancelling, by the terms that were sold. A deadline that had passed at `since` is left out. */
export function termsSection({ booking, zone, env }: About, since: Date): { heading: string; lines: string[] } {
  const lines = isScheduled(booking) ? termLines(booking, zone, since) : termLinesWithoutTime(booking)
  return {
    heading: 'Changing your plans',
    lines: [...lines, ...lastLines(booking), ...(canWithdraw(booking, since) ? [withdrawalLine(booking, env)] : [])],
  }
}

/** With their dollars, and their deadlines on the reader's clock. */
function termLines(booking: Scheduled, readerZone: string, since: Date): string[] {
  const { full, half, freeMoveUntil } = cancellationTerms(booking)
  const terms: [until: Date, say: (deadline: string) => string][] = [
    [freeMoveUntil, (deadline) => `Move it to another free hour until ${deadline}: free.`],
  ]
  const isFull = isFullUntilStart(booking)
  if (isFull && full.amount > 0)
    terms.push([
      full.until,
      () => `Everything back until it starts: cancel any time before and you get ${showDollars(full.amount)}.`,
    ])
  // A session that was moved late gives the half back all along.
  else if (!isFull && full.amount > half.amount)
    terms.push([full.until, (deadline) => `Cancel until ${deadline}: ${fullRefund(booking, full.amount)}.`])
  if (half.amount > 0)
    terms.push([half.until, (deadline) => `Cancel until ${deadline}: ${halfRefund(booking, half.amount)}.`])
  const open = terms.filter(([until]) => until > since)
  return open.map(([until, say]) => say(showMoment(until, readerZone)))
}

/** The same terms while there is no time to count back from. */
function termLinesWithoutTime(booking: BookingRow): string[] {
  // What holds whenever its time will be.
  const { withdrawalDays: _, ...terms } = booking.terms
  const { fullRefundHours, halfRefundHours, freeMoveHours } = terms
  const { full, half } = cancellationTerms({ ...booking, terms, startsAt: new Date() })
  const move = `Move it to another free hour until ${freeMoveHours} hours before it starts: free.`
  if (booking.price === 0) return [move]
  return [
    move,
    `Cancel until ${fullRefundHours} hours before it starts: ${fullRefund(booking, full.amount)}.`,
    `Cancel until ${halfRefundHours} hours before it starts: ${halfRefund(booking, half.amount)}.`,
  ]
}

// Where something went back before, a share of the price is not what is left to give.
const fullRefund = ({ refundDue }: BookingRow, amount: number) =>
  refundDue > 0 ? `${showDollars(amount)} back` : `full refund of ${showDollars(amount)}`
const halfRefund = ({ refundDue }: BookingRow, amount: number) =>
  refundDue > 0 ? `${showDollars(amount)} back` : `50% refund, ${showDollars(amount)}`

/** What the law wants to be said when somebody has bought something from which they can withdraw. */
const withdrawalLine = ({ terms }: BookingRow, { baseUrl }: About['env']) =>
  `Within ${terms.withdrawalDays} days after paying, and before it starts, you can withdraw without a reason: ${baseUrl}/withdraw. You asked us to start before these days are over; once it has started you cannot withdraw any more.`

function lastLines(booking: BookingRow): string[] {
  const { price, terms } = booking
  if (price === 0)
    return ['This session is free, so there is nothing to refund. If you cannot come, please tell us early.']
  return [
    ...(isFullUntilStart(booking) ? [] : [`No refund in the last ${terms.halfRefundHours} hours before it starts.`]),
    `First paid session not right? Tell us within ${terms.guaranteeDays} days after it: your money back or another coach.`,
  ]
}
