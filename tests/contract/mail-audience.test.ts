import { globSync, readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import * as accounts from '#src/features/accounts/contract.ts'
import { endSessionsOf } from '#src/features/accounts/server/staff/roles.ts'
import { startFactor, switchFactorOff, switchFactorOn } from '#src/features/accounts/server/staff/second-factor.ts'
import { applyAsCoach, reviewApplication } from '#src/features/applications/contract.ts'
import * as sessions from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { tellCoachDiscord, tellPlayerDiscord } from '#src/features/bookings/server/notices/tell-discord.ts'
import { remindDue } from '#src/features/bookings/server/reminders/reminders.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { createFreeBooking, decideClaim, listClaims, scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { sendContact } from '#src/features/contacts/contract.ts'
import { mailDigest } from '#src/features/insights/server/digest.ts'
import * as messages from '#src/features/messages/contract.ts'
import type { Audience } from '#src/features/notifications/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { noteDisputeOf } from '#src/features/payments/server/money-desk/disputes.ts'
import { checkRefundOf } from '#src/features/payments/server/money-desk/refunds.ts'
import { settlePayment } from '#src/features/payments/server/payments.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { confirmAvailability } from '#src/features/schedule/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { AnyCall, CallReply } from '#src/shared/define-call.ts'
import { shareGame } from '#src/shared/games.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { anIntentFor, aPaidBookingFor } from '../support/paid-booking.ts'
import { payByCard } from '../support/pay.ts'

/** Every kind of mail and SMS: what causes it, and who of the team may read it afterwards. */
type Person = Awaited<ReturnType<typeof aUser>>
let app: TestApp
let owner: Person
let admin: Person
const clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
  admin = await aUser(app.deps, { isAdmin: true })
})
afterAll(() => app.close())

const words = { password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }

const causes: [what: string, cause: () => Promise<unknown>, kinds: Record<string, Audience>][] = [
  [
    'somebody signs up',
    () => ask(accounts.signup, { name: 'Rimshot', email: 'rimshot@else.test', ...words }),
    { code: 'nobody' },
  ],
  [
    'somebody who has no account asks to reset a password',
    () => ask(accounts.requestCode, { purpose: 'reset-password', email: 'nobody@else.test' }),
    { code: 'staff' },
  ],
  ['a password is changed', changePassword, { 'password-changed': 'staff' }],
  [
    'the second step is switched on, done by a recovery code, and switched off',
    switchFactor,
    { 'factor-on': 'staff', 'factor-off': 'staff', 'recovery-code': 'staff' },
  ],
  [
    'the owner ends somebody’s sessions',
    async () => endSessionsOf(app.deps, owner, (await aUser(app.deps)).email),
    { 'sessions-ended': 'staff' },
  ],
  [
    'a player writes to the owners',
    async () =>
      ask(
        sendContact,
        { name: 'Rimshot', email: 'rimshot@else.test', game: 'both', message: 'Hi' },
        await aUser(app.deps),
      ),
    { 'contact-notice': 'owner', 'contact-receipt': 'owner' },
  ],
  ['somebody applies', apply, { 'application-notice': 'admin', 'application-receipt': 'admin' }],
  ['an application is approved', () => review('approved'), { 'application-approved': 'admin' }],
  ['an application is rejected', () => review('rejected'), { 'application-rejected': 'admin' }],
  [
    'the team writes to an applicant',
    async () =>
      ask(
        messages.sendInternalMessage,
        { coachApplicationId: (await anApplication(app.deps)).id, message: 'Hi' },
        admin,
      ),
    { message: 'staff' },
  ],
  [
    'a session is paid',
    async () => aPaidBookingFor(app, (await aUser(app.deps)).token, nextStart()),
    { 'booking-confirmed': 'staff', 'booking-alert': 'staff' },
  ],
  [
    'the team gives away a session of a coach with an account',
    giveSession,
    { 'booking-confirmed': 'staff', 'booking-alert': 'staff' },
  ],
  [
    'a session of a coach with an account is moved, then cancelled',
    async () => moveAndCancel(await aSession({ price: 0, paymentId: null })),
    { 'booking-moved': 'staff', 'booking-cancelled': 'staff', 'booking-cancelled-alert': 'staff' },
  ],
  [
    'a session of a coach without one is moved',
    async () => move(await aSession({ coach: await aCoach(app.deps) })),
    { 'booking-moved': 'staff', 'booking-moved-alert': 'staff' },
  ],
  [
    'a session without a time is scheduled with another coach',
    schedule,
    { 'booking-set': 'staff', 'booking-given-away': 'staff' },
  ],
  ['player and coach have a new Discord name', changeDiscord, { 'coach-discord': 'staff', 'player-discord': 'staff' }],
  ['a session is near', remind, { 'reminder-24h': 'staff' }],
  ['a player claims the guarantee, and it is decided', claim, { 'claim-alert': 'owner', 'claim-decided': 'owner' }],
  ['a payment comes after its hour', payLate, { 'late-refund': 'staff' }],
  ['a payment is disputed', dispute, { 'dispute-alert': 'staff' }],
  ['money goes back that we did not send', refundElsewhere, { 'problem-alert': 'staff' }],
  ['a player writes to a coach, and nobody answers', letWait, { message: 'staff', unanswered: 'staff' }],
  ['the team writes an SMS', sendSms, { 'staff-sms': 'staff' }],
  [
    'a coach lacks nothing any more',
    async () => {
      const account = await aUser(app.deps)
      await aCoach(app.deps, { userId: account.id, isActive: false })
      await ask(confirmAvailability, undefined, account)
    },
    { 'coach-ready': 'staff' },
  ],
  ['a day is over', mailYesterday, { digest: 'owner' }],
]

/** What else the code writes this way: what problems with payments are about. */
const otherKeys = [
  ...['dispute', 'event', 'events-gap', 'payment', 'refund', 'refund-due', 'refund-elsewhere', 'refund-late'],
  'unsettled',
]

test.each(causes)('%s', async (_, cause, kinds) => {
  await runJobs()
  await app.deps.db.delete(deliveries)
  await cause()
  const written = await app.deps.db.select().from(deliveries)
  await runJobs()
  const rows = await app.deps.db.select().from(deliveries)
  expect(Object.fromEntries(rows.map((row) => [kindOf(row), row.audience]))).toEqual(kinds)
  // A code's text is gone once it was sent.
  const readable = [...written, ...rows].filter(({ channel, html }) => channel === 'mail' && html !== '')
  const faults = readable.flatMap(faultsOf)
  expect(faults).toEqual([])
})

test('every kind of mail and SMS that the code writes has its cause here', () => {
  const files = globSync('src/features/*/server/**/*.ts', { exclude: ['**/*.test.ts'] })
  // How a dedupe key begins: `kind:`, then the id; a kind may end in a figure, such as the hours of a reminder.
  const keys = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/`([a-z][a-z0-9-]*)(?:\$\{\w+\}\w*)?:\$\{/g),
  ])
  const known = causes.flatMap(([, , kinds]) => Object.keys(kinds))
  const isKnown = (kind: string) => known.some((each) => each === kind || (kind.endsWith('-') && each.startsWith(kind)))
  const unknown = [...new Set(keys.map(([, kind]) => kind!))].filter((kind) => !isKnown(kind))
  expect(unknown.sort()).toEqual(otherKeys)
})

async function ask<C extends AnyCall>(call: C, body?: object, by?: Person, params: object = {}): Promise<CallReply<C>> {
  const answer = await app.call(call, { body, params }, by?.token)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** Runs the jobs, those planned for later too. */
async function runJobs() {
  for (let round = 0; round < 2; round++) {
    await app.deps.db.execute(sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
    await app.runJobs()
  }
}

const kindOf = ({ dedupeKey }: { dedupeKey: string }) => dedupeKey.split(':')[0]!

/** What each mail must have: a preview line, why one gets it, and a way to answer or the words that nobody reads. */
function faultsOf({ dedupeKey, html, text, headers }: typeof deliveries.$inferSelect): string[] {
  const preview = /<div style="display:none[^>]*>(?!&#847;)/.test(html)
  const why = /^You get this /m.test(text)
  const answer = headers.replyTo
    ? text.includes('Reply to this mail to answer')
    : /^Replies to this mail are not read\.\nNeed help\? Write to us: \S+$/m.test(text)
  const faults = { preview, why, answer }
  return Object.entries(faults).flatMap(([name, isThere]) => (isThere ? [] : [`${dedupeKey}: no ${name}`]))
}

let hours = 30
const nextStart = () => bookableStarts(clock, app.deps.env.businessTimeZone)[hours++]!

/** A session ahead, with a coach who has an account unless told otherwise. */
async function aSession(overrides: BookingOverrides = {}) {
  const coach = overrides.coach ?? (await aCoach(app.deps, { userId: (await aUser(app.deps)).id }))
  return aBooking(app.deps, { player: await aUser(app.deps), start: nextStart(), ...overrides, coach })
}

async function changePassword() {
  await ask(accounts.changePassword, { currentPassword: demoPassword, ...words }, await aUser(app.deps))
}

async function switchFactor() {
  const person = await aUser(app.deps)
  const device = 'Chrome on Linux'
  const { secret } = await startFactor(app.deps.db, person)
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.getTime() })
  const [recovery] = await switchFactorOn(app.deps, person, { sessionId: newId(), device }, code)
  await switchFactorOff(app.deps, person, recovery!.replaceAll('-', ''), { device, known: null })
}

async function apply() {
  await ask(applyAsCoach, {
    ...{ applicantName: 'Rimshot', applicantEmail: 'rimshot@else.test', gameExpertise: 'fortnite' },
    ...{ currentRank: 'Unreal', coachingExperience: 'Two seasons.', whyCoach: 'I like it.', availability: 'Evenings' },
  })
}

async function review(status: 'approved' | 'rejected') {
  await ask(reviewApplication, { status }, admin, { id: (await anApplication(app.deps)).id })
}

type Session = Awaited<ReturnType<typeof aSession>>

async function giveSession() {
  const coach = await aCoach(app.deps, { userId: (await aUser(app.deps)).id })
  const { date, time } = nextStart()
  await ask(
    createFreeBooking,
    {
      ...{ customerName: 'Rimshot', customerEmail: 'rimshot@else.test', coachName: coach.name },
      serviceName: freeServices.find(({ games }) => shareGame(coach.gameExpertise, games))!.name,
      ...{ selectedDate: date, selectedTime: time },
    },
    admin,
  )
}

async function move({ id }: Session) {
  const { date, time } = nextStart()
  await ask(sessions.moveBooking, { selectedDate: date, selectedTime: time }, admin, { bookingId: id })
}

async function schedule() {
  const { id } = await aSession({ start: null })
  const { date, time } = nextStart()
  const coachId = (await aCoach(app.deps, { userId: (await aUser(app.deps)).id })).id
  await ask(scheduleBooking, { selectedDate: date, selectedTime: time, coachId }, admin, { bookingId: id })
}

async function moveAndCancel(session: Session) {
  await move(session)
  await ask(sessions.cancelBooking, { refund: '0.00', reason: 'Ill' }, admin, { bookingId: session.id })
}

async function changeDiscord() {
  const player = await aUser(app.deps)
  await aProfile(app.deps, player)
  const coach = await aCoach(app.deps, { userId: (await aUser(app.deps)).id, discordUsername: 'vexflip' })
  await aSession({ player, coach })
  await tellCoachDiscord(app.deps, coach.id)
  await tellPlayerDiscord(app.deps, player.id)
}

async function remind() {
  const { id, startsAt } = await aSession()
  const dayBefore = new Date(Number(startsAt) - 24 * 3_600_000)
  await app.deps.db.update(bookings).set({ nextReminderAt: dayBefore }).where(eq(bookings.id, id))
  await remindDue({ ...app.deps, now: () => dayBefore })
}

async function claim() {
  const player = await aUser(app.deps)
  const startsAt = new Date(clock.getTime() - 24 * 3_600_000)
  const start = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
  const { id } = await aBooking(app.deps, { player, start, status: 'completed' })
  await ask(sessions.claimGuarantee, { wanted: 'refunded', reason: 'It did not help me.' }, player, { bookingId: id })
  const [open] = await ask(listClaims, undefined, owner)
  await ask(decideClaim, { decision: 'declined', reason: 'It was two hours.' }, owner, { claimId: open!.id })
}

/** The session began before the money came. */
async function payLate() {
  const player = await aUser(app.deps)
  const start = nextStart()
  const intent = await anIntentFor(app, player.token, start)
  await payByCard(app.url, intent)
  await app.deps.db
    .update(orders)
    .set({ startsAt: new Date(Date.now() - 60_000) })
    .where(eq(orders.id, intent.orderId))
  await settlePayment(app.deps, intent.paymentIntentId)
}

const silently = async <T>(act: () => Promise<T>): Promise<T> => {
  const made = await act()
  await runJobs()
  await app.deps.db.delete(deliveries)
  return made
}
const aPaidSession = async () => aPaidBookingFor(app, (await aUser(app.deps)).token, nextStart())

async function dispute() {
  const { paymentId } = await silently(aPaidSession)
  const { id } = app.sandbox.disputes.open(paymentId!)
  await noteDisputeOf(app.deps, (await app.deps.payments!.findDispute(id))!)
}

async function refundElsewhere() {
  const { paymentId } = await silently(aPaidSession)
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  const { id } = await stripe.refunds.create({ payment_intent: paymentId!, amount: 700 })
  await checkRefundOf(app.deps, id)
}

async function letWait() {
  const player = await aUser(app.deps)
  const { id } = await aSession({ player })
  await ask(messages.sendMessage, { bookingId: id, content: 'Are you there?' }, player)
}

async function sendSms() {
  const { id } = await aBooking(app.deps, { customerPhone: '+12125550166', start: nextStart() })
  await ask(messages.sendSms, { phone: '+12125550166', message: 'See you!', bookingId: id }, admin)
}

/** At two o'clock in the afternoon of some day ahead. */
async function mailYesterday() {
  const { date } = wallClock(clock, app.deps.env.businessTimeZone)
  const afternoon = instantOf(addDays(date, 1), '14:00', app.deps.env.businessTimeZone)
  await mailDigest({ ...app.deps, now: () => afternoon })
}
