import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { delayNewStep } from '#src/features/accounts/server/staff/new-step.ts'
import { users } from '#src/features/accounts/server/table.ts'
import type { StaffAlert } from '#src/features/accounts/staff-alerts.ts'
import { applyAsCoach } from '#src/features/applications/contract.ts'
import { cancelBooking, claimGuarantee } from '#src/features/bookings/contract.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { sendContact } from '#src/features/contacts/contract.ts'
import { mailDigest } from '#src/features/desk/server/digest.ts'
import { sendApplicantMessage, sendMessage } from '#src/features/messages/contract.ts'
import { mailWhoIsAway } from '#src/features/messages/server/away.ts'
import { alertUnanswered } from '#src/features/messages/server/unanswered.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { confirmAvailability } from '#src/features/schedule/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { checkIn } from '#src/features/sessions/contract.ts'
import { sides } from '#src/features/sessions/outcomes.ts'
import { followUpDue } from '#src/features/sessions/server/outcomes/jobs.ts'
import { makeStatement } from '#src/features/sessions/server/outcomes/statements.ts'
import { callMissingCoaches } from '#src/features/sessions/server/preparation/call-coach.ts'
import { reportProblem } from '#src/features/sessions/server/safety/reports.ts'
import { checkIns, questions } from '#src/features/sessions/server/table.ts'
import { toDecimal } from '#src/shared/money.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { sendStripeEvent } from '../support/paid-booking.ts'
import { payByCard } from '../support/pay.ts'
import { basic } from '../support/prices.ts'

/** What causes each mail to the team, in an app with one owner and one admin. */

export type Person = Awaited<ReturnType<typeof aUser>>

export let app: TestApp
export let owner: Person
export let admin: Person
let clock = new Date()

/** Before all tests; who asks closes it. */
export async function openApp() {
  app = await startTestApp({ now: () => clock })
}

/** Before each test: it is now, and nobody else is staff any more. */
export async function newTeam() {
  clock = new Date()
  await app.deps.db.update(users).set({ isOwner: false, isAdmin: false })
  owner = await aUser(app.deps, { isOwner: true })
  admin = await aUser(app.deps, { isAdmin: true })
}

const says = (subject: string) => new RegExp(`^${subject.replaceAll('$', '\\$')}$`)

/** What a mail is caused by; gives a mark of its subject. */
export const causes: Record<StaffAlert, { cause(): Promise<unknown>; subject: RegExp; button?: string }> = {
  booking: {
    cause: () => pay({}),
    subject: says(`Booked: 1-on-1 Basic Session, Coach-.*, ${basic.shown}`),
    button: 'Open booking',
  },
  unseen: {
    cause: async () => pay({ coach: await aCoach(app.deps) }),
    subject: /^Nobody sees this booking: Coach-.* has no account$/,
    button: 'Open booking',
  },
  cancellation: {
    cause: () => cancelOne(),
    subject: says(`Cancelled: Demo Player, .*, ${basic.shown} back`),
    button: 'Open booking',
  },
  'not-delivered': {
    cause: missCancellation,
    subject: /^SMS not delivered: Demo Player may not know that .* is cancelled$/,
    button: 'Write or call',
  },
  question: { cause: () => leaveUndecided(), subject: /^Decide: what happened on /, button: 'Decide' },
  'question-late': {
    cause: async () => {
      await leaveUndecided()
      await app.deps.db.update(questions).set({ dueAt: clock }).where(eq(questions.state, 'staff'))
      await followUpDue(app.deps)
    },
    subject: /^Still undecided: what happened on /,
    button: 'Decide',
  },
  report: { cause: () => reportOne(), subject: /^A report waits for you$/, button: 'Read it' },
  waiting: {
    cause: waitForCoach,
    subject: /^Demo Player is waiting for Coach-\w+ right now$/,
    button: 'Open booking',
  },
  unanswered: { cause: () => letWait(), subject: /^Demo Player is waiting for an answer$/, button: 'Answer' },
  dispute: {
    cause: disputeOne,
    subject: says(`Dispute: answer by .*, ${basic.shown} from Demo Player, LU-.*`),
    button: 'Answer the dispute',
  },
  problem: { cause: loseMoney, subject: /^Refund failed: \$[\d.]+ from Demo Player, LU-\w+$/, button: 'Look at it' },
  claim: { cause: () => claimOne(), subject: /^Guarantee: Demo Player wants their money back$/, button: 'Decide' },
  contact: { cause: () => inquire(), subject: /^Rimshot wants to book a session$/, button: 'Answer Rimshot' },
  application: { cause: apply, subject: /^Somebody applied to coach$/ },
  'application-message': { cause: writeAsApplicant, subject: /wrote to you about the application of/ },
  unreliable: {
    cause: callOffLate,
    subject: /^Coach-.* called off late 3 sessions in 30 days$/,
    button: 'Open coaches',
  },
  'new-step': { cause: resetByMailbox, subject: /set a new password by mail$/, button: 'Let them, or stop it' },
  'coach-ready': { cause: confirmHours, subject: /^Coach-.* can go live$/, button: 'Publish' },
  digest: { cause: waitForMorning, subject: /^Yesterday: \d+ bookings?, \$[\d.]+$/, button: 'Open Today' },
}

/** An hour nobody has asked for yet, far enough ahead that cancelling gives everything back. */
let hours = 0
export const nextStart = () => bookableStarts(clock, app.deps.env.businessTimeZone)[24 + (hours++ % 140)]!

export async function aCoachWithAccount(
  account: { emailVerified?: boolean } = {},
  hoursConfirmedAt: Date | null = clock,
) {
  return aCoach(app.deps, { userId: (await aUser(app.deps, account)).id, hoursConfirmedAt })
}

/** Books as players do. Null: any coach of Fortnite will do. */
export async function pay({
  coach,
  timeless,
  player,
}: {
  coach?: CoachRow | null
  timeless?: boolean
  player?: Person
}) {
  const { token } = player ?? (await aUser(app.deps))
  const wanted = coach === undefined ? await aCoachWithAccount() : coach
  const start = nextStart()
  const metadata = {
    serviceId: '1on1-basic',
    ...(wanted ? { coachId: wanted.id } : { game: 'fortnite' }),
    ...(!timeless && { selectedDate: start.date, selectedTime: start.time }),
  }
  const intent = (await app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, token)).body
  await payByCard(app.url, intent)
  const { status, body } = await app.call(confirmBooking, { body: { paymentIntentId: intent.paymentIntentId } }, token)
  expect(status).toBe(200)
  return body.booking
}

export async function cancelOne(by?: Person) {
  const player = by ?? (await aUser(app.deps))
  const booking = await pay({ player })
  const params = { bookingId: booking.id }
  const answer = await app.call(cancelBooking, { params, body: { refund: booking.price } }, player.token)
  expect(answer.status).toBe(200)
}

/** Our team cancels a session, and the SMS about it is refused. */
async function missCancellation() {
  const booking = await aBooking(app.deps, {
    player: await aUser(app.deps),
    coach: await aCoachWithAccount(),
    start: nextStart(),
    customerPhone: '+12125550177',
  })
  app.sandbox.misbehave.set({ smsDown: 'rejecting' })
  const body = { refund: toDecimal(booking.price), reason: 'The coach is ill.' }
  const answer = await app.call(cancelBooking, { params: { bookingId: booking.id }, body }, admin.token)
  expect(answer.status).toBe(200)
  await app.runJobs()
  app.sandbox.misbehave.clear()
}

/** A player presses that they are here, and five minutes after the start the coach has not. */
async function waitForCoach() {
  const player = await aUser(app.deps)
  const startsAt = new Date(clock.getTime() - 6 * 60_000)
  const coach = await aCoachWithAccount()
  const { id } = await aBooking(app.deps, { player, coach, start: { date: '2026-01-05', time: '09:00', startsAt } })
  expect((await app.call(checkIn, { params: { bookingId: id } }, player.token)).status).toBe(200)
  await callMissingCoaches(app.deps)
}

/** A coach calls off three sessions that are about to start. */
async function callOffLate() {
  const account = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: account.id })
  for (const hours of [1, 2, 3]) {
    const startsAt = new Date(+clock + 3_600_000)
    const { id } = await aBooking(app.deps, { coach, start: { date: '2026-01-05', time: '09:00', startsAt } })
    const body = { reason: 'ill' }
    expect((await app.call(callOff, { params: { bookingId: id }, body }, account.token)).status, `${hours}`).toBe(200)
    clock = new Date(+clock + 2 * 3_600_000)
  }
}

/** A player writes, and nobody looks for a quarter of an hour. */
export async function letWait(by?: Person, { isPaid = true } = {}) {
  const player = by ?? (await aUser(app.deps))
  const unpaid = { price: 0, paymentId: null }
  const booking = isPaid ? await pay({ player }) : await aBooking(app.deps, { player, start: nextStart(), ...unpaid })
  await app.call(sendMessage, { body: { bookingId: booking.id, content: 'Are you there?' } }, player.token)
  await letPass(mailWhoIsAway)
  await letPass(alertUnanswered)
}

/** The queue follows the database's clock, not ours. */
async function letPass({ name }: { name: string }) {
  await app.runJobs()
  await app.deps.db.execute(sql`update pgboss.job set start_after = now() where name = ${name}`)
}

async function disputeOne() {
  const { paymentId } = await pay({})
  const { id } = app.sandbox.disputes.open(paymentId!, { reason: 'product_not_received' })
  await sendStripeEvent(app, 'charge.dispute.created', { object: 'dispute', id }, `evt_${id}`)
}

/** The provider has given the money back already, which nobody here knows. */
async function loseMoney() {
  const player = await aUser(app.deps)
  const booking = await pay({ player })
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  await stripe.refunds.create({ payment_intent: booking.paymentId! })
  const params = { bookingId: booking.id }
  await app.call(cancelBooking, { params, body: { refund: booking.price } }, player.token)
}

export async function claimOne(by?: Person) {
  const player = by ?? (await aUser(app.deps))
  const startsAt = new Date(clock.getTime() - 24 * 3_600_000)
  const start = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
  const { id } = await aBooking(app.deps, { player, start, status: 'completed' })
  const body = { wanted: 'refunded' as const, reason: 'It did not help me.' }
  const answer = await app.call(claimGuarantee, { params: { bookingId: id }, body }, player.token)
  expect(answer.status).toBe(200)
}

/** Both of a session pressed that they are here, and the player says that the coach did not come. */
async function leaveUndecided() {
  const player = await aUser(app.deps)
  const startsAt = new Date(clock.getTime() - 3_600_000)
  const start = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
  const coach = await aCoach(app.deps, { userId: (await aUser(app.deps)).id })
  const { id: bookingId } = await aBooking(app.deps, { player, coach, start })
  for (const side of sides) await app.deps.db.insert(checkIns).values({ bookingId, startsAt, side, at: startsAt })
  await makeStatement(app.deps, player, bookingId, { says: 'not-here' })
}

async function reportOne() {
  const player = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: (await aUser(app.deps)).id })
  const { id } = await aBooking(app.deps, { player, coach })
  await reportProblem(app.deps, player, id, { problem: 'rude', words: null })
}

export async function inquire(by?: Person) {
  const body = { name: 'Rimshot', email: 'rimshot@else.test', game: 'both', message: 'Stuck in overtime.' }
  await app.call(sendContact, { body }, (by ?? (await aUser(app.deps))).token)
}

async function apply() {
  const body = {
    ...{ applicantName: 'Rimshot', applicantEmail: 'rimshot@else.test', gameExpertise: 'fortnite' },
    ...{ currentRank: 'Unreal', coachingExperience: 'Two seasons.', whyCoach: 'I like it.', availability: 'Evenings' },
  }
  expect((await app.call(applyAsCoach, { body })).status).toBe(200)
}

async function writeAsApplicant() {
  const applicant = await aUser(app.deps)
  const { id } = await anApplication(app.deps, { userId: applicant.id, applicantEmail: applicant.email })
  const body = { coachApplicationId: id, content: 'When do I hear from you?' }
  expect((await app.call(sendApplicantMessage, { body }, applicant.token)).status).toBe(200)
  await letPass(mailWhoIsAway)
}

async function confirmHours() {
  const account = await aUser(app.deps)
  await aCoach(app.deps, { userId: account.id, isActive: false, discordUsername: 'ready.rl' })
  const body = { rulesVersion: coachRules.version }
  expect((await app.call(confirmAvailability, { body }, account.token)).status).toBe(200)
}

async function resetByMailbox() {
  await app.deps.db.transaction((tx) => delayNewStep(app.deps, tx, admin))
}

let mornings = 0

/** Each time the next morning; afterwards it is today again, or everybody would have to log in again. */
async function waitForMorning() {
  await aContact(app.deps)
  const today = clock
  clock = new Date(today.getTime() + ++mornings * 24 * 3_600_000)
  while (wallClock(clock, app.deps.env.businessTimeZone).time < '07:00') clock = new Date(clock.getTime() + 3_600_000)
  await mailDigest(app.deps)
  await mailDigest(app.deps)
  clock = today
}
