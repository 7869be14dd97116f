import { eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertStaff } from '#src/features/accounts/server/accounts.ts'
import { isUndecided, toBeDecided } from '#src/features/bookings/rules.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { problemLabels } from '#src/features/payments/problem-kinds.ts'
import type { Tx } from '#src/platform/database/db.ts'
import type { Dispute } from '#src/providers/stripe.ts'
import { showDollars } from '#src/shared/money.ts'
import { showLongDate, showShortDate } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { orders, paymentProblems } from '../table.ts'
import { whatTheBankDid } from './dispute-words.ts'

type OrderRow = typeof orders.$inferSelect
type ProblemRow = typeof paymentProblems.$inferSelect

const toMoney = (label: string) => ({ label, owner: '/owner?tab=money' }) as const

/** Tells the team of a dispute over an order, once for each state it comes to. `wasInquiry`: the bank had only asked so far. */
export async function alertDispute(
  deps: Pick<Deps, 'env' | 'jobs'>,
  tx: Tx,
  order: OrderRow,
  { wasInquiry, ...dispute }: Dispute & { wasInquiry: boolean },
): Promise<void> {
  const { id, state, amount, dueBy } = dispute
  const { id: orderId, contactName, contactEmail, serviceName, intentId, receiptNumber } = order
  const money = showDollars(amount)
  const booking = await bookingOf(tx, order)
  const whose = [`${money} from ${contactName}`, ...(booking ? [booking.number] : [])].join(', ')
  const by = dueBy && showShortDate(wallClock(dueBy, deps.env.businessTimeZone).date)
  const what = whatTheBankDid(dispute, contactName, by)
  const { subject, paragraph } = {
    inquiry: { subject: `The bank asks: refund or answer${by ? ` by ${by}` : ''}, ${whose}`, paragraph: what },
    open: {
      subject: `Dispute: answer ${by ? `by ${by}` : 'it soon'}, ${whose}`,
      paragraph: `${what} Without an answer ${by ? `by ${by}` : 'in time'} it is lost.${wentBackBefore(order, amount)}`,
    },
    won: wasInquiry
      ? {
          subject: `The bank asks no more: ${whose}`,
          paragraph: `Its question about the payment of ${contactName} is closed; it took no money.`,
        }
      : { subject: `Dispute won: we keep ${whose}`, paragraph: what },
    lost: { subject: `Dispute lost: ${whose}`, paragraph: what },
  }[state]
  await alertStaff(deps, tx, 'dispute', {
    dedupeKey: `dispute-alert:${orderId}:${id}:${state}`,
    subject,
    title: { inquiry: 'The bank has a question', open: 'The bank holds a payment', ...theBankIsDone }[state],
    paragraphs: isUndecided(state) ? [paragraph, booking && dueBy ? onOurPage : atProvider] : [paragraph],
    facts: [
      ['Session', serviceName],
      ['Date', dateOf(order, booking)],
      ['Player', `${contactName}, ${contactEmail}`],
      ['Payment', [intentId ?? 'unknown', ...(receiptNumber ? [`receipt ${receiptNumber}`] : [])].join(', ')],
    ],
    action: toMoney(
      state === 'open' ? 'Answer the dispute' : state === 'inquiry' ? 'Answer the bank' : 'Open the money desk',
    ),
  })
}

const theBankIsDone = { won: 'The bank has decided', lost: 'The bank has decided' }
const onOurPage = 'Press “Answer the bank” in Money: what speaks for us is gathered already.'
const atProvider = 'Answer it in the payment provider’s dashboard.'

/** Why our figures count less of a dispute than the bank asks for: a sentence behind others; empty when they do not. */
export function wentBackBefore({ amount, refunded }: OrderRow, disputed: number): string {
  const rest = amount - refunded
  if (disputed <= rest) return ''
  return ` ${showDollars(refunded)} of the payment had gone back before: our figures count the other ${showDollars(rest)}.`
}

type Booking = typeof bookings.$inferSelect

async function bookingOf(tx: Tx, { bookingId }: OrderRow): Promise<Booking | undefined> {
  const [booking] = bookingId ? await tx.select().from(bookings).where(eq(bookings.id, bookingId)) : []
  return booking
}

/** The day of the session as it is now: it may have moved since it was paid. */
function dateOf({ sessionDate }: OrderRow, booking: Booking | undefined): string {
  const date = booking?.sessionDate ?? sessionDate
  return date && date !== toBeDecided ? showLongDate(date) : 'To be agreed'
}

/** Tells the team of a payment that only a person can settle; the subject says what it is, whose, and of which booking. */
export async function alertProblem(
  deps: Pick<Deps, 'env' | 'jobs'>,
  tx: Tx,
  { id, kind, text }: ProblemRow,
): Promise<void> {
  const [about] = await tx
    .select({ order: orders, booking: bookings })
    .from(paymentProblems)
    .leftJoin(orders, eq(orders.id, paymentProblems.orderId))
    .leftJoin(bookings, eq(bookings.id, sql`coalesce(${paymentProblems.bookingId}, ${orders.bookingId})`))
    .where(eq(paymentProblems.id, id))
  const { order, booking } = about ?? {}
  const player = order ? `${showDollars(order.amount)} from ${order.contactName}` : booking?.customerName
  const whose = [player, booking?.number].filter(Boolean).join(', ')
  await alertStaff(deps, tx, 'problem', {
    dedupeKey: `problem-alert:${id}`,
    subject: whose ? `${problemLabels[kind]}: ${whose}` : problemLabels[kind],
    title: 'Somebody has to look at this',
    paragraphs: [`${text} Nothing is lost.`],
    facts: [['What', problemLabels[kind]], ...(whose ? ([['Whose', whose]] satisfies [string, string][]) : [])],
    action: toMoney('Look at it'),
  })
}
