import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as accounts from '#src/features/accounts/contract.ts'
import { saveProfile } from '#src/features/accounts/profile-contract.ts'
import { applyAsCoach, findApplication, openApplication } from '#src/features/applications/contract.ts'
import { cancelBooking, claimGuarantee } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { decideClaim, listClaims } from '#src/features/bookings/staff-contract.ts'
import { sendContact, sendInquiryMessage } from '#src/features/contacts/contract.ts'
import * as messages from '#src/features/messages/contract.ts'
import { addThreadNote, listConversations } from '#src/features/messages/conversations-contract.ts'
import { confirmBooking, createPaymentIntent, setOrderContact } from '#src/features/payments/contract.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { saveIntake } from '#src/features/sessions/contract.ts'
import { shareStory } from '#src/features/stories/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { type AnyCall, type CallReply, callUrl } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { tracesOf } from '#tests/support/database/traces-of.ts'
import { logWriter } from '#tests/support/log-writer.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'

let app: TestApp
let clock = new Date()
let log = ''
beforeAll(async () => {
  const logTo = logWriter((text) => {
    log += text
  })
  app = await startTestApp({ now: () => clock, logTo })
})
afterAll(() => app.close())

/** One browser: it keeps its cookies, the session's among them. */
const cookies: Record<string, string> = {}
async function call<C extends AnyCall>(what: C, body?: object, address: object = {}): Promise<CallReply<C>> {
  const answer = await app.app.http.inject({ method: what.method, url: callUrl(what, address), payload: body, cookies })
  for (const { name, value } of answer.cookies) cookies[name] = value
  expect(answer.statusCode, `${what.path}: ${answer.body}`).toBeLessThan(300)
  return answer.json()
}
/** Runs all jobs, those planned for later too. */
async function runJobs() {
  await app.deps.db.execute(sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
  await app.runJobs()
}
async function mailedCode(email: string): Promise<string> {
  await runJobs()
  const mail = app.sandbox.outbox.list().find(({ to, text }) => to === email && codeIn(text))
  return codeIn(mail!.text)!
}

const email = 'zarquon@first.test'
const second = 'zarquon@second.test'
const parent = 'zarquons-parent@third.test'
const name = 'Zarquon Fitzwilliam'
const phone = '+12125550149'
const [discord, tag] = ['zarquon.on.discord', 'ZarquonTheThird']
const first = { password: 'shy-otter-71', confirmPassword: 'shy-otter-71' }
const next = { password: 'bold-heron-82', confirmPassword: 'bold-heron-82' }

async function book(coachId: string, hour: number) {
  const start = bookableStarts(clock, app.deps.env.businessTimeZone)[hour]!
  const metadata = { serviceId: '1on1-basic', coachId, selectedDate: start.date, selectedTime: start.time }
  const order = await call(createPaymentIntent, { amount: basic.decimal, metadata })
  await call(setOrderContact, { name, email: second, phone, copyTo: parent }, { params: { orderId: order.orderId } })
  expect(await payByCard(app.url, order)).toBe('succeeded')
  const { booking } = await call(confirmBooking, { paymentIntentId: order.paymentIntentId })
  await runJobs()
  return booking.id
}

/** All a player can do here, told to everybody who hears of it. Returns the two bookings. */
async function aLife() {
  await aUser(app.deps, { isOwner: true })
  await aUser(app.deps, { isAdmin: true })
  const coachUser = await aUser(app.deps)
  const { id: coachId } = await aCoach(app.deps, { userId: coachUser.id })
  await call(accounts.signup, { name, email, ...first })
  await call(accounts.redeemCode, { purpose: 'verify-email', email, code: await mailedCode(email) })
  await call(accounts.requestCode, { purpose: 'reset-password', email })
  const reset = { purpose: 'reset-password', email, code: await mailedCode(email), ...next }
  await call(accounts.redeemCode, reset)
  await call(saveProfile, { gamerTag: tag, handles: { discord }, goal: `Call me at ${phone}` })
  const inquiry = await call(sendContact, { name, email: second, game: 'fortnite', message: `I am ${name}, ${phone}` })
  const owner = await aUser(app.deps, { isOwner: true })
  const params = { contactId: inquiry.id }
  const answer = { content: `Dear ${name}`, idempotencyKey: newId() }
  expect((await app.call(sendInquiryMessage, { params, body: answer }, owner.token)).status).toBe(200)

  const [kept, given] = [await book(coachId, 20), await book(coachId, 24)]
  const intake = { rank: tag, goal: `Call ${phone}`, holdsBack: name, links: [`https://${discord}/replay`] }
  await call(saveIntake, intake, { params: { bookingId: kept } })
  await call(messages.sendMessage, { bookingId: kept, content: `I am ${tag} on Discord: ${discord}` })
  const asCoach = { body: { bookingId: kept, content: 'See you!' } }
  expect((await app.call(messages.sendCoachBookingMessage, asCoach, coachUser.token)).status).toBe(200)
  const listed = await app.call(listConversations, {}, owner.token)
  for (const { threadId } of listed.body) {
    const body = { note: `${name} is ${tag}`, idempotencyKey: newId() }
    expect((await app.call(addThreadNote, { params: { threadId }, body }, owner.token)).status).toBe(200)
  }
  await call(cancelBooking, { refund: basic.decimal, reason: `${name} is ill` }, { params: { bookingId: given } })
  await runJobs()

  const words = { currentRank: 'Unreal', coachingExperience: name, whyCoach: `Ask ${discord}`, availability: phone }
  const applicant = { applicantName: name, applicantEmail: second, applicantPhone: phone, discordUsername: discord }
  const { id } = await call(applyAsCoach, { ...applicant, ...words, gameExpertise: 'fortnite' })
  await call(accounts.requestCode, { purpose: 'applicant-access', email: second })
  await call(openApplication, { email: second, code: await mailedCode(second) })
  await call(findApplication, undefined, { query: { email: second } })
  await call(messages.sendApplicantMessage, { coachApplicationId: id, content: `This is ${name}` })
  const asTeam = { body: { coachApplicationId: id, message: 'Thanks!' } }
  const admin = await aUser(app.deps, { isAdmin: true })
  expect((await app.call(messages.sendInternalMessage, asTeam, admin.token)).status).toBe(200)
  await runJobs()

  clock = new Date(clock.getTime() + 4 * 24 * 3_600_000)
  await call(rateSession, { bookingId: kept, rating: 5, review: `Yours, ${name}` })
  const claim = { wanted: 'refunded', reason: `Not what ${name} wanted` }
  await call(claimGuarantee, claim, { params: { bookingId: kept } })
  const decider = await aUser(app.deps, { isOwner: true })
  const [asked] = (await app.call(listClaims, {}, decider.token)).body
  const decided = { params: { claimId: asked!.id }, body: { decision: 'refunded', reason: `${name} is right` } }
  expect((await app.call(decideClaim, decided, decider.token)).status).toBe(200)
  const ranks = { coachName: 'Any', game: 'fortnite', beforeRank: 'Gold', afterRank: 'Elite', sessionsCount: 1 }
  await call(shareStory, { ...ranks, story: `I am ${name} and proud` })
  await runJobs()
  // Under way while the account goes.
  await call(accounts.requestCode, { purpose: 'reset-password', email })
  await call(accounts.adminLogin, { email, name })
  return { kept, given }
}

test('sign up, verify, reset, book, chat, apply, rate, erase: no table, no queue and no log names the person', async () => {
  const traces = [email, second, parent, name, phone, discord, tag]
  const { kept, given } = await aLife()
  expect((await tracesOf(app.deps.db, traces)).length).toBeGreaterThan(30)

  await call(eraseAccount, { password: next.password })
  expect(await tracesOf(app.deps.db, traces)).toEqual([])
  const before = app.sandbox.outbox.list().length
  await runJobs()
  expect(await tracesOf(app.deps.db, traces)).toEqual([])
  expect(app.sandbox.outbox.list()).toHaveLength(before)
  for (const trace of [...traces, encodeURIComponent(email)]) expect(log).not.toContain(trace)

  // The books stay: what was sold, paid and given back, of nobody.
  for (const id of [kept, given]) {
    const [booking] = await app.deps.db.select().from(bookings).where(eq(bookings.id, id))
    expect(booking).toMatchObject({ customerName: 'Deleted player', price: basic.cents })
    const [order] = await app.deps.db.select().from(orders).where(eq(orders.bookingId, id))
    expect(order).toMatchObject({ contactName: 'Deleted player', amount: basic.cents, status: 'booked' })
  }
})

test('somebody who never verified the e-mail leaves no trace of it either', async () => {
  const unproven = 'zarquon@unproven.test'
  await call(accounts.signup, { name, email: unproven, ...first })
  await call(accounts.changePassword, { currentPassword: first.password, ...next })
  await call(sendContact, { name, email: unproven, game: 'fortnite', message: 'Hello?' })
  await call(accounts.requestCode, { purpose: 'reset-password', email: unproven })
  await runJobs()
  expect((await tracesOf(app.deps.db, [unproven])).length).toBeGreaterThan(4)
  await call(eraseAccount, { password: next.password })
  expect(await tracesOf(app.deps.db, [unproven])).toEqual([])
})
