import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { type DisputeState, toBeDecided } from '#src/features/bookings/rules.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { showDollars } from '#src/shared/money.ts'
import { showLongDate, showShortDate } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { orders, type paymentProblems } from '../table.ts'
import { disputeReasonWords } from './dispute-reasons.ts'

type OrderRow = typeof orders.$inferSelect
type ProblemRow = typeof paymentProblems.$inferSelect

const toMoney = (label: string) => ({ label, owner: '/owner?tab=money' }) as const

/** What is known of a dispute; the provider's reason and the last moment to answer it are null where nobody has told them. */
type Dispute = { id: string; state: DisputeState; amount: number; reason: string | null; dueBy: Date | null }

/** Tells the team of a dispute over an order, once for each state it comes to. */
export async function alertDispute(
  deps: Pick<Deps, 'env' | 'jobs'>,
  tx: Tx,
  order: OrderRow,
  { id, state, amount, reason, dueBy }: Dispute,
): Promise<void> {
  const { id: orderId, contactName, contactEmail, serviceName, intentId, bookingId } = order
  const money = showDollars(amount)
  const by = dueBy && showShortDate(wallClock(dueBy, deps.env.businessTimeZone).date)
  const asked = `${contactName} asked the bank for ${money}${reason ? `: ${disputeReasonWords(reason)}` : ''}.`
  const { subject, paragraph } = {
    open: {
      subject: by ? `Dispute: answer by ${by}, ${money}` : `Dispute: answer it soon, ${money}`,
      paragraph: `${asked} Without an answer ${by ? `by ${by}` : 'in time'} it is lost.${wentBackBefore(order, amount)}`,
    },
    won: { subject: `Dispute won: we keep ${money}`, paragraph: `The bank has decided against ${contactName}.` },
    lost: { subject: `Dispute lost: ${money} is gone`, paragraph: `The bank has decided for ${contactName}.` },
  }[state]
  await alertStaff(deps, tx, 'dispute', {
    dedupeKey: `dispute-alert:${orderId}:${id}:${state}`,
    subject,
    paragraphs: state === 'open' ? [paragraph, bookingId && dueBy ? onOurPage : atProvider] : [paragraph],
    facts: [
      ['Session', serviceName],
      ['Date', await dateOf(tx, order)],
      ['Player', `${contactName}, ${contactEmail}`],
      ['Payment', intentId ?? 'unknown'],
    ],
    action: toMoney(state === 'open' ? 'Answer the dispute' : 'Open the money desk'),
  })
}

const onOurPage = 'Press “Answer the bank” in Money: what speaks for us is gathered already.'
const atProvider = 'Answer it in the payment provider’s dashboard.'

/** Why our figures count less of a dispute than the bank asks for: a sentence behind others; empty when they do not. */
export function wentBackBefore({ amount, refunded }: OrderRow, disputed: number): string {
  const rest = amount - refunded
  if (disputed <= rest) return ''
  return ` ${showDollars(refunded)} of the payment had gone back before: our figures count the other ${showDollars(rest)}.`
}

/** The day of the session as it is now: it may have moved since it was paid. */
async function dateOf(tx: Tx, { bookingId, sessionDate }: OrderRow): Promise<string> {
  const [booking] = bookingId ? await tx.select().from(bookings).where(eq(bookings.id, bookingId)) : []
  const date = booking?.sessionDate ?? sessionDate
  return date && date !== toBeDecided ? showLongDate(date) : 'To be agreed'
}

/** Tells the team of a payment that only a person can settle. */
export async function alertProblem(
  deps: Pick<Deps, 'env' | 'jobs'>,
  tx: Tx,
  { orderId, text }: ProblemRow,
): Promise<void> {
  const [order] = orderId ? await tx.select().from(orders).where(eq(orders.id, orderId)) : []
  await alertStaff(deps, tx, 'problem', {
    dedupeKey: `problem-alert:${orderId ?? 'none'}:${newId()}`,
    subject: order
      ? `Payment problem: ${showDollars(order.amount)} from ${order.contactName}`
      : 'Payment problem: money that belongs to no order',
    paragraphs: [`${text} Nothing is lost; somebody has to look.`],
    action: toMoney('Look at it'),
  })
}
