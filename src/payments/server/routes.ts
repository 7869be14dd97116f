import { inviteOf, presentBooking } from '#src/bookings/server/bookings.ts'
import {
  confirmBooking,
  setOrderContact as contactCall,
  createPaymentIntent as createIntentCall,
  releaseOrder as releaseCall,
} from '#src/payments/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { Conflict } from '#src/server/errors.ts'
import { signedIn } from '#src/server/guards.ts'
import { serve } from '#src/server/serve.ts'
import { toDecimal } from '#src/shared/money.ts'
import { createPaymentIntent, releaseOrder, setOrderContact } from './orders.ts'
import { settlePayment } from './payments.ts'
import { acceptWebhook } from './webhook.ts'

export const routes: Noun = (app, deps) => {
  serve(app, createIntentCall, async ({ body, request }) => {
    const { order, intent, coachName } = await createPaymentIntent(deps, signedIn(request), body)
    return {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      orderId: order.id,
      coachName,
      amount: toDecimal(order.amount),
      heldUntil: order.heldUntil?.toISOString() ?? null,
      publishableKey: deps.payments!.publishableKey,
      scriptUrl: deps.payments!.scriptUrl,
    }
  })

  serve(app, contactCall, async ({ params, body, request }) => {
    await setOrderContact(deps, signedIn(request), params.orderId, body)
    return { ok: true as const }
  })

  serve(app, releaseCall, async ({ params, request }) => ({
    released: await releaseOrder(deps, signedIn(request), params.orderId),
  }))

  serve(app, confirmBooking, async ({ body, request, reply }) => {
    const settlement = await settlePayment(deps, body.paymentIntentId, { ...body, playerId: signedIn(request).id })
    switch (settlement.state) {
      case 'processing':
        // The reply's type is the 200's; this one goes out through the 202's schema.
        return reply.code(202).send({
          message: 'Your payment is still processing. We will book your session as soon as it arrives.',
        }) as never
      case 'refunded':
        throw new Conflict('Your payment arrived after the hour was gone. You get all of it back.', {
          reason: 'late',
          refund: { amount: toDecimal(settlement.order.refunded) },
        })
      case 'booked':
        return { booking: presentBooking(settlement.booking), calendarInvite: inviteOf(settlement.booking, deps.env) }
    }
  })

  acceptWebhook(app, deps)
}
