import { and, eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { RefundDue } from '#src/features/bookings/events.ts'
import { recordRefund } from '#src/features/bookings/server/bookings.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Unavailable } from '#src/platform/http/errors.ts'
import type { SentRefund } from '#src/providers/stripe.ts'
import { isId } from '#src/shared/fields.ts'
import { showDollars } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { sendRefund } from '../job-kinds.ts'
import { orders, type refundCauses, refunds } from '../table.ts'
import { raiseFinding, raiseProblem } from './problems.ts'

/** How many times a refund is retried that the provider accepted and then could not send. */
const maxAttempts = 3

/** Why money goes back. Its `id` is the cause's own: of a cancelled booking, of a claim, of the order that came too late, or made for the occasion. */
type Cause = { kind: (typeof refundCauses)[number]; id: string }

/**
 * Writes a refund down with the job that sends it, in the caller's transaction. The same cause again changes nothing;
 * another one of its kind, such as a second goodwill refund, is one more. `amount` is cents; together they never exceed
 * what was paid.
 */
export async function writeRefund(
  deps: Deps,
  tx: Tx,
  order: { id: string },
  cause: Cause,
  amount: number,
): Promise<void> {
  const [refund] = await tx
    .insert(refunds)
    .values({ orderId: order.id, cause: cause.kind, causeId: cause.id, amount })
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  if (!refund) return
  await tx
    .update(orders)
    .set({ refunded: sql`${orders.refunded} + ${amount}::numeric / 100` })
    .where(eq(orders.id, order.id))
  await deps.jobs.add(tx, sendRefund, { refundId: refund.id })
}

/** A booking owes its player money: writes the refund on the order that paid for it. Without one only a person can send it. */
export async function refundBooking(
  deps: Deps,
  // Jobs of an older version carry no id of the cause; it was the booking then.
  { bookingId, cause, causeId = bookingId, amount }: RefundDue,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.bookingId, bookingId)).for('update')
    if (order) return writeRefund(deps, tx, order, { kind: cause, id: causeId }, amount)
    await raiseProblem(deps, tx, {
      subject: `refund-due:${cause}:${causeId}`,
      kind: 'refund-without-order',
      bookingId,
      text: `${showDollars(amount)} is due back to the player, but this booking was not paid through an order of ours. Pay it back at the payment provider, or another way.`,
    })
  })
}

/** Sends a written refund. Its id and attempt are the idempotency key, so a repeat sends no second one. Throws while the provider is away. */
export async function sendWrittenRefund(deps: Deps, refundId: string): Promise<void> {
  const [row] = await deps.db
    .select()
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(refunds.id, refundId))
  if (row?.refunds.status !== 'pending') return
  if (!deps.payments) throw new Unavailable('Payments are not set up.')
  const { attempt, amount, providerId } = row.refunds
  // The provider has it already. Never create it again: it forgets idempotency keys after a day.
  if (providerId) {
    const known = await deps.payments.findRefund(providerId)
    return known ? trackRefund(deps, known) : undefined
  }
  const key = attempt === 1 ? refundId : `${refundId}:${attempt}`
  const intentId = must(row.orders.intentId, 'the payment of a refunded order')
  const sent = await deps.payments.refund({ key, intentId, amount })
  if ('refused' in sent) return giveUpRefund(deps, row.refunds, sent.refused)
  await deps.db
    .update(refunds)
    .set({ providerId: sent.id })
    .where(and(eq(refunds.id, refundId), eq(refunds.attempt, attempt)))
  await trackRefund(deps, sent)
}

/** The provider will never send this refund (it was refunded elsewhere, or is disputed): a person must look. */
async function giveUpRefund(
  deps: Deps,
  { id, orderId, amount }: typeof refunds.$inferSelect,
  why: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.update(refunds).set({ status: 'failed' }).where(eq(refunds.id, id))
    const text = `The provider refuses to send ${showDollars(amount)} back: ${why}`
    await raiseProblem(deps, tx, { subject: `refund:${id}`, kind: 'refund-failed', orderId, text })
  })
}

/** Applies the provider's state of a refund: updates ours, and raises one that was not made here. */
export async function checkRefundOf(deps: Deps, refundId: string): Promise<void> {
  const sent = await deps.payments?.findRefund(refundId)
  if (!sent) return
  if (await isOurs(deps, sent)) return trackRefund(deps, sent)
  const [order] = sent.intentId ? await deps.db.select().from(orders).where(eq(orders.intentId, sent.intentId)) : []
  if (!order || sent.status === 'failed') return
  const text = `The provider gave ${showDollars(sent.amount)} back that we did not ask it to (${sent.id}, of ${sent.intentId}).`
  await raiseFinding(deps, { subject: `refund-elsewhere:${sent.id}`, kind: 'mismatch', orderId: order.id, text })
}

/** Its key names our row, which may not know the provider's id yet. */
async function isOurs({ db }: Deps, { id, key }: SentRefund): Promise<boolean> {
  const ourId = key?.split(':')[0]
  const isThis = isId(ourId) ? eq(refunds.id, ourId) : eq(refunds.providerId, id)
  return (await db.$count(refunds, isThis)) > 0
}

/** Takes over what the provider says about a refund of ours: it arrived, or it could not be sent and is tried again. */
export async function trackRefund(deps: Deps, sent: Pick<SentRefund, 'id' | 'status'>): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(eq(refunds.providerId, sent.id))
      .for('update', { of: refunds })
    if (!row) return
    const { id, amount, status, attempt } = row.refunds
    const { bookingId } = row.orders
    if (sent.status === 'succeeded' && status === 'pending') {
      await tx.update(refunds).set({ status: 'done' }).where(eq(refunds.id, id))
      if (bookingId) await recordRefund(tx, bookingId, amount)
    }
    if (sent.status !== 'failed' || status === 'failed') return
    if (status === 'done' && bookingId) await recordRefund(tx, bookingId, -amount)
    if (attempt < maxAttempts) {
      await tx
        .update(refunds)
        .set({ status: 'pending', attempt: attempt + 1, providerId: null })
        .where(eq(refunds.id, id))
      const startAfter = new Date(deps.now().getTime() + attempt * 60_000)
      await deps.jobs.add(tx, sendRefund, { refundId: id }, { startAfter })
    } else {
      await tx.update(refunds).set({ status: 'failed' }).where(eq(refunds.id, id))
      await raiseProblem(deps, tx, {
        subject: `refund:${id}`,
        kind: 'refund-failed',
        orderId: row.orders.id,
        text: `The provider could not send ${showDollars(amount)} back, in ${maxAttempts} tries. Pay it back another way.`,
      })
    }
  })
}
