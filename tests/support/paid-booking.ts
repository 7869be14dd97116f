import Stripe from 'stripe'
import { aCoach } from '#src/demo/a-coach.ts'
import { me } from '#src/features/accounts/contract.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import * as calls from '#src/features/payments/contract.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import type { Answer, TestApp } from './app.ts'
import { priceOf } from './prices.ts'

type Wanted = {
  /** The basic one when absent. */
  serviceId?: string
  /** One of its own when absent. */
  coachId?: string
  /** One of Stripe's test cards. */
  card?: string
  /** As the player types it beside the card. */
  phone?: string
  /** Who else gets confirmation and receipt. */
  copyTo?: string
  /** The box that who can withdraw has to tick. */
  startsEarly?: boolean
}

/** A player's intent for a session at this start: the basic one with a coach of its own, or what is wanted. */
export async function anIntentFor(app: TestApp, token: string, { date, time }: Start, wanted: Wanted = {}) {
  const { serviceId = '1on1-basic', coachId = (await aCoach(app.deps)).id, phone, copyTo, startsEarly } = wanted
  const metadata = { serviceId, coachId, selectedDate: date, selectedTime: time }
  const amount = priceOf(serviceId).decimal
  const intent = done(await app.call(calls.createPaymentIntent, { body: { amount, metadata } }, token))
  if (phone || copyTo || startsEarly) {
    const { name, email } = done(await app.call(me, {}, token)).user
    const params = { orderId: intent.orderId }
    done(await app.call(calls.setOrderContact, { params, body: { name, email, phone, copyTo, startsEarly } }, token))
  }
  return intent
}

/** The same, paid and confirmed. */
export async function aPaidBookingFor(
  app: TestApp,
  token: string,
  start: Start,
  wanted: Wanted = {},
): Promise<Booking> {
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  const intent = await anIntentFor(app, token, start, wanted)
  const payment_method = wanted.card ?? 'pm_card_visa'
  await stripe.paymentIntents.confirm(intent.paymentIntentId, { payment_method, return_url: 'http://127.0.0.1/' })
  return done(await app.call(calls.confirmBooking, { body: intent }, token)).booking
}

/** Sends the app a webhook, signed as Stripe does. */
export async function sendStripeEvent(app: TestApp, type: string, object: object, id: string): Promise<void> {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: app.sandbox.stripe.webhookSecret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await app.app.http.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })
  if (answer.statusCode !== 200) throw new Error(`the event was refused: ${answer.statusCode}`)
}

function done<Body>({ status, body }: Answer<Body>): Body {
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`)
  return body
}
