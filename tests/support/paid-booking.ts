import Stripe from 'stripe'
import { aCoach } from '#src/demo/a-coach.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import * as calls from '#src/features/payments/contract.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import type { Answer, TestApp } from './app.ts'
import { basic } from './prices.ts'

/** A player's intent for the basic session at this start, with a coach of its own. */
export async function anIntentFor(app: TestApp, token: string, { date, time }: Start) {
  const coach = await aCoach(app.deps)
  const metadata = { serviceId: '1on1-basic', coachId: coach.id, selectedDate: date, selectedTime: time }
  return done(await app.call(calls.createPaymentIntent, { body: { amount: basic.decimal, metadata } }, token))
}

/** The same, paid with one of Stripe's test cards and confirmed. */
export async function aPaidBookingFor(
  app: TestApp,
  token: string,
  start: Start,
  card = 'pm_card_visa',
): Promise<Booking> {
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  const intent = await anIntentFor(app, token, start)
  await stripe.paymentIntents.confirm(intent.paymentIntentId, { payment_method: card, return_url: 'http://127.0.0.1/' })
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
