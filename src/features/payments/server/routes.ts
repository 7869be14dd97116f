import type { Noun } from '#src/deps.ts'
import { calendarFileOf, presentBooking, withMeeters } from '#src/features/bookings/server/bookings.ts'
import * as calls from '#src/features/payments/contract.ts'
import * as moneyCalls from '#src/features/payments/money-contract.ts'
import { bookingReceipt, seller } from '#src/features/payments/receipt-contract.ts'
import { Conflict, Unavailable } from '#src/platform/http/errors.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { lineOf } from '#src/platform/http/limits.ts'
import { pageSize } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toDecimal, toSignedDecimal } from '#src/shared/money.ts'
import { type DeskDay, differenceOf, openMoneyDesk } from './money-desk/money-desk.ts'
import { csvOfReport, moneyReport } from './money-desk/money-report.ts'
import { listProblems, reopenProblem, resolveProblem } from './money-desk/problems.ts'
import {
  createPaymentIntent,
  holdLonger,
  isWithdrawable,
  type OrderRow,
  ownOrder,
  releaseOrder,
  setOrderContact,
} from './orders.ts'
import { settlePayment } from './payments.ts'
import { servePayouts } from './payouts/routes.ts'
import { readReceipt } from './receipts.ts'
import { missingOfSeller } from './seller.ts'
import { acceptWebhook } from './webhook.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.createPaymentIntent, async ({ body, request }) => {
    if (!deps.payments) throw new Unavailable('Payments are not set up.')
    const { order, intent, coachName } = await createPaymentIntent(deps, signedIn(request), body, lineOf(request.ip))
    return {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      orderId: order.id,
      coachName,
      amount: toDecimal(order.amount),
      heldUntil: heldUntil(order),
      canHoldLonger: order.seatId !== null && !order.isHeldLonger,
      isPaid: intent.status === 'succeeded' || intent.status === 'processing',
      isAsked: intent.status === 'requires_action',
      termsVersion: order.termsVersion,
      asksEarlyStart: isWithdrawable(order),
      publishableKey: deps.payments.publishableKey,
      scriptUrl: deps.payments.scriptUrl,
    }
  })

  serve(app, calls.readOrder, async ({ params, request }) => {
    const order = await ownOrder(deps, signedIn(request), params.orderId)
    return { status: order.status, heldUntil: heldUntil(order), isGivenOn: order.isGivenOn }
  })

  serve(app, calls.setOrderContact, async ({ params, body, request }) => {
    const end = await setOrderContact(deps, signedIn(request), params.orderId, body)
    return { heldUntil: end?.toISOString() ?? null }
  })

  serve(app, calls.holdLonger, async ({ params, request }) => ({
    heldUntil: (await holdLonger(deps, signedIn(request), params.orderId)).toISOString(),
  }))

  serve(app, calls.releaseOrder, async ({ params, request }) => ({
    released: await releaseOrder(deps, signedIn(request), params.orderId),
  }))

  serve(app, calls.confirmBooking, async ({ body, request, reply }) => {
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
      case 'booked': {
        const booking = await withMeeters(deps.db, settlement.booking)
        return {
          booking: presentBooking(booking),
          coachId: booking.coachId,
          coachDiscord: booking.coachDiscord,
          calendarInvite: calendarFileOf(booking, deps.env),
        }
      }
    }
  })

  serve(app, seller, async () => {
    const { seller, withdrawal, production } = deps.env
    const isPublished = missingOfSeller(deps.env).length === 0
    return { ...seller, isPublished, withdrawal, asksWithdrawal: production && withdrawal === null }
  })

  serve(app, bookingReceipt, async ({ params, request }) => readReceipt(deps, signedIn(request), params.bookingId))

  const moneyOn = openMoneyDesk(deps)
  serve(app, moneyCalls.moneyReport, ({ query }) => moneyReport(deps, query))
  serve(app, moneyCalls.exportMoneyReport, async ({ query, reply }) => {
    const file = csvOfReport(await moneyReport(deps, query), query.separator)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="level-up-money-${query.from}-to-${query.to}.csv"`)
      .send(file)
  })
  serve(app, moneyCalls.moneyDesk, async ({ query }) =>
    presentMoney(await moneyOn(query.date), deps.env.businessTimeZone, query.limit ?? pageSize),
  )

  serve(app, calls.listProblems, async ({ query }) =>
    (await listProblems(deps.db, { resolved: query.resolved === 'true' })).map(presentProblem),
  )

  serve(app, calls.resolveProblem, async ({ params }) => {
    await resolveProblem(deps, params.problemId)
    return { ok: true as const }
  })

  serve(app, calls.reopenProblem, async ({ params }) => {
    await reopenProblem(deps, params.problemId)
    return { ok: true as const }
  })

  servePayouts(app, deps)
  acceptWebhook(app, deps)
}

/** Until when an order keeps its hour, as JSON; null when it holds none. */
function heldUntil({ seatId, heldUntil }: OrderRow): string | null {
  return seatId && heldUntil ? heldUntil.toISOString() : null
}

function presentProblem({
  dispute,
  ...problem
}: Awaited<ReturnType<typeof listProblems>>[number]): CallReply<typeof calls.listProblems>[number] {
  return {
    ...problem,
    createdAt: problem.createdAt.toISOString(),
    resolvedAt: problem.resolvedAt?.toISOString() ?? null,
    dispute: dispute && {
      ...dispute,
      amount: toDecimal(dispute.amount),
      dueBy: dispute.dueBy?.toISOString() ?? null,
      answeredAt: dispute.answeredAt?.toISOString() ?? null,
    },
  }
}

/** A day's money as JSON, with its first rows. A side the provider did not answer for stays null. */
function presentMoney(
  { date, readAt, rows, sums, differing }: DeskDay,
  zone: string,
  limit: number,
): CallReply<typeof moneyCalls.moneyDesk> {
  const difference = differenceOf(sums)
  const text = (cents: number | null) => (cents === null ? null : toDecimal(cents))
  return {
    date,
    zone,
    readAt: readAt.toISOString(),
    booked: toDecimal(sums.amount),
    paid: text(sums.paid),
    refunded: toDecimal(sums.refunded),
    disputed: toDecimal(sums.disputed),
    refundedByProvider: text(sums.refundedByProvider),
    difference: difference === null ? null : toSignedDecimal(difference),
    differing,
    rowCount: rows.length,
    rows: rows.slice(0, limit).map((row) => ({
      orderId: row.id,
      bookingId: row.bookingId,
      paymentId: row.intentId,
      customerName: row.contactName,
      serviceName: row.serviceName,
      status: row.status,
      amount: toDecimal(row.amount),
      paid: text(row.paid),
      refunded: toDecimal(row.refunded),
      disputed: toDecimal(row.disputed),
      dispute: row.dispute,
      refundedByProvider: text(row.refundedByProvider),
    })),
  }
}
