import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { giveRefund } from '#src/features/bookings/staff-contract.ts'
import { mailCopyOf } from '#src/features/payments/server/copy-mail.ts'
import { noteDisputeOf } from '#src/features/payments/server/money-desk/disputes.ts'
import { checkRefundOf } from '#src/features/payments/server/money-desk/refunds.ts'
import { settlePayment } from '#src/features/payments/server/payments.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { anIntentFor } from '../../support/paid-booking.ts'
import { payByCard } from '../../support/pay.ts'
import { admin, aPaidSession, app, aReader, aSession, ask, type Cause, clock, nextStart, silently } from './readers.ts'

export const moneyCauses: Cause[] = [
  [
    'the team refunds',
    async () => giveBack(await aSession()),
    { 'booking-refunded': 'staff', 'problem-alert': 'staff' },
  ],
  [
    'a player who paid sends a copy to somebody else',
    async () => {
      const { id } = await silently(() => aPaidSession())
      const toOther = { copyTo: 'player-parent@else.test' }
      const [order] = await app.deps.db.update(orders).set(toOther).where(eq(orders.bookingId, id)).returning()
      await mailCopyOf(app.deps, order!.id)
    },
    { 'booking-copy': 'staff' },
  ],
  ['a payment comes after its hour', payLate, { 'late-refund': 'staff' }],
  ['a payment is disputed', dispute, { 'dispute-alert': 'owner' }],
  ['money goes back that we did not send', refundElsewhere, { 'problem-alert': 'staff' }],
]

async function giveBack({ id }: { id: string }) {
  const body = { amount: '5.00', reason: 'A late start.', idempotencyKey: newId() }
  await ask(giveRefund, body, admin, { bookingId: id })
}

/** The session began before the money came. */
async function payLate() {
  const player = await aReader()
  const start = nextStart()
  const intent = await anIntentFor(app, player.token, start)
  await payByCard(app.url, intent)
  await app.deps.db
    .update(orders)
    .set({ startsAt: new Date(clock.getTime() - 60_000) })
    .where(eq(orders.id, intent.orderId))
  await settlePayment(app.deps, intent.paymentIntentId)
}

async function dispute() {
  const { paymentId } = await silently(() => aPaidSession())
  const { id } = app.sandbox.disputes.open(paymentId!)
  await noteDisputeOf(app.deps, (await app.deps.payments!.findDispute(id))!)
}

async function refundElsewhere() {
  const { paymentId } = await silently(() => aPaidSession())
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  const { id } = await stripe.refunds.create({ payment_intent: paymentId!, amount: 700 })
  await checkRefundOf(app.deps, id)
}
