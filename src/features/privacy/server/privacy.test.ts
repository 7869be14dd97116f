import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { login, me } from '#src/features/accounts/contract.ts'
import { saveProfile } from '#src/features/accounts/profile-contract.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { bookingHistory, bookings, guaranteeClaims, playerNotes } from '#src/features/bookings/server/table.ts'
import { packages } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { sendContact } from '#src/features/contacts/server/contacts.ts'
import { placeInApplication, placeInBooking, postMessage } from '#src/features/messages/server/messages.ts'
import { queueMail, queueSms } from '#src/features/notifications/server/notifications.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { orders, paymentProblems } from '#src/features/payments/server/table.ts'
import { eraseAccount, exportData, exportReadable } from '#src/features/privacy/contract.ts'
import { listCoachRatings } from '#src/features/ratings/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { tracesOf } from '#tests/support/database/traces-of.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const about = { audience: 'staff' as const, text: '-' }

const phone = '+12125550147'
const erase = (token: string, password = demoPassword) => app.call(eraseAccount, { body: { password } }, token)

/** Somebody who left traces in every table, and is named in others' mails. */
async function aBusyPerson() {
  const { deps } = app
  const id = crypto.randomUUID().slice(0, 8)
  const person = await aUser(deps, { name: `Zarquon Fitzwilliam ${id}`, email: `zarquon-${id}@demo.test` })
  await app.call(saveProfile, { body: { gamerTag: person.name, goal: `Call me at ${phone}` } }, person.token)
  const coachUser = await aUser(deps)
  const coach = await aCoach(deps, { userId: coachUser.id })
  const booking = await aBooking(deps, { player: person, coach, status: 'cancelled', customerPhone: phone })
  await deps.db.insert(bookingHistory).values({
    bookingId: booking.id,
    act: 'cancel',
    actorId: person.id,
    actorRole: 'player',
    reason: `${person.name} is ill`,
  })
  const decided = { status: 'declined', decisionReason: `${person.name} was there`, decidedAt: deps.now() } as const
  await deps.db.insert(guaranteeClaims).values({ bookingId: booking.id, reason: `Call me at ${phone}`, ...decided })
  await deps.db
    .insert(playerNotes)
    .values({ coachId: coach.id, playerId: person.id, note: `${person.name}: weak aerials` })
  const [order] = await deps.db
    .insert(orders)
    .values({
      playerId: person.id,
      status: 'booked',
      ...soldNow(packages[0]!),
      game: ['fortnite'],
      amount: 1500,
      contactName: person.name,
      contactEmail: person.email,
      contactPhone: phone,
      bookingId: booking.id,
    })
    .returning()
  await deps.db
    .insert(paymentProblems)
    .values({ subject: `test:${order!.id}`, kind: 'dispute', orderId: order!.id, text: `$15 (${person.name})` })
  await aRating(deps, { coach, player: person, rating: 4, review: `Signed, ${person.name}` })
  await aStory(deps, { author: person, isApproved: true })
  await aUser(deps, { isOwner: true })
  await sendContact(deps, person, {
    name: person.name,
    email: person.email,
    game: 'fortnite',
    currentRank: null,
    message: `I am ${person.name}`,
  })
  const application = await anApplication(deps, {
    userId: person.id,
    applicantName: person.name,
    applicantEmail: person.email,
    applicantPhone: phone,
  })
  const inBooking = await placeInBooking(deps.db, person, booking.id)
  await postMessage(deps, person, inBooking, { content: `Hello from ${person.name}` })
  const inApplication = await placeInApplication(deps, { token: null, account: person }, application.id)
  await postMessage(deps, person, inApplication, { content: `Please take ${person.name}` })
  await deps.db.transaction(async (tx) => {
    const mail = { ...about, subject: `Booked by ${person.name}`, html: person.name }
    await queueMail(deps, tx, { ...mail, to: coachUser.email, dedupeKey: `test:${booking.id}` })
    await queueMail(deps, tx, { ...mail, to: person.email, dedupeKey: `test:${person.id}` })
    await queueSms(deps, tx, { ...about, to: phone, text: `Hi ${person.name}`, dedupeKey: `test:sms:${person.id}` })
  })
  return { person, coach, coachUser, booking, order: order! }
}

const tracesOfPerson = ({ name, email }: Account, number = phone) => tracesOf(app.deps.db, [name, email, number])

test('after erasure no table holds name, e-mail or phone, and the books still hold the money', async () => {
  const { person, coach, booking, order } = await aBusyPerson()
  const other = await aUser(app.deps, { name: 'Untouched Bystander' })
  await aStory(app.deps, { author: other })
  expect((await tracesOfPerson(person)).length).toBeGreaterThan(12)

  expect(await erase(person.token)).toMatchObject({ status: 200, body: { ok: true } })
  expect(await tracesOfPerson(person)).toEqual([])
  expect((await tracesOfPerson(other)).length).toBeGreaterThan(1)

  const [kept] = await app.deps.db.select().from(bookings).where(eq(bookings.id, booking.id))
  const { customerName, customerEmail, customerPhone, ...rest } = kept!
  expect(booking).toMatchObject(rest)
  expect({ customerName, customerEmail, customerPhone }).toEqual({
    customerName: 'Deleted player',
    customerEmail: `deleted-${person.id}@invalid`,
    customerPhone: null,
  })
  const [paid] = await app.deps.db.select().from(orders).where(eq(orders.id, order.id))
  expect(paid).toMatchObject({ amount: 1500, status: 'booked', bookingId: booking.id })
  const { body } = await app.call(listCoachRatings, { params: { slug: coach.slug } })
  expect(body).toMatchObject({ total: 1, ratings: [{ rating: 4, review: null, reviewer: 'A former player' }] })
})

test('who is gone is logged out, cannot log in, and their e-mail is free again', async () => {
  const { person } = await aBusyPerson()
  const before = await app.app.deps.db.$count(users)
  await erase(person.token)
  expect((await app.call(me, {}, person.token)).status).toBe(401)
  expect((await app.call(login, { body: { email: person.email, password: demoPassword } })).status).toBe(401)
  expect(await app.deps.db.$count(users)).toBe(before)
  await aUser(app.deps, { email: person.email })
  await app.runJobs()
  expect(JSON.stringify(await app.sandbox.outbox.list())).not.toContain(person.name)
})

test('the export holds everything about the person, and nothing of anybody else', async () => {
  const { person, coachUser } = await aBusyPerson()
  const { person: other } = await aBusyPerson()
  const { status, body, headers } = await app.call(exportData, {}, person.token)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  for (const part of [
    ...['openSessions', 'bookings', 'bookingHistory', 'guaranteeClaims', 'orders', 'coachApplications', 'messages'],
    ...['ratings', 'successStories', 'inquiries', 'mails'],
  ])
    expect(body[part], part).not.toHaveLength(0)
  expect(body).toMatchObject({ account: { name: person.name, email: person.email }, orders: [{ amount: '15.00' }] })
  expect(Object.keys(body.readme as object).sort()).toEqual(
    Object.keys(body)
      .filter((name) => !['exportedAt', 'readme'].includes(name))
      .sort(),
  )
  const text = JSON.stringify(body)
  const internal = ['passwordHash', 'adminNotes', 'seatId', 'nextReminderAt', 'playerId', 'causeId', person.id]
  for (const secret of [...internal, 'weak aerials', other.email, other.name, coachUser.email])
    expect(text).not.toContain(secret)
})

test('the export says in dollars what goes back for notes that do not come', async () => {
  const person = await aUser(app.deps)
  await aBooking(app.deps, { player: person })
  const { body } = await app.call(exportData, {}, person.token)
  expect(body.bookings).toMatchObject([{ price: '29.00', owed: { difference: '14.00' } }])
})

test('the export has the texts of one’s mails and SMS, but no codes, and no SMS to a number that others gave too', async () => {
  const { deps } = app
  const [mine, theirs] = ['+12125550191', '+12125550192']
  const person = await aUser(deps, { name: 'Reader <b>' })
  const booking = await aBooking(deps, { player: person, customerPhone: mine })
  const shared = await aBooking(deps, { player: person, customerPhone: theirs })
  await aBooking(deps, { customerPhone: theirs })
  await deps.db.transaction(async (tx) => {
    const mail = { ...about, to: person.email, subject: 'Booked', html: '-' }
    await queueMail(deps, tx, { ...mail, text: 'See you <soon>', dedupeKey: `booking-confirmed:${booking.id}` })
    await queueMail(deps, tx, { ...mail, audience: 'nobody', text: '01425611', dedupeKey: `code:${newId()}` })
    for (const [to, text, key] of [
      [mine, 'To my number', 'a-number'],
      [theirs, 'About my session', shared.id],
      [theirs, 'About somebody else’s', 'a-number'],
    ] as const)
      await queueSms(deps, tx, { ...about, to, text, dedupeKey: `staff-sms:${key}:${newId()}` })
  })
  const { body } = await app.call(exportData, {}, person.token)
  expect(body.mails).toMatchObject([
    { subject: 'Booked', text: 'See you <soon>' },
    { subject: 'Booked', text: null },
  ])
  expect(body.sms).toMatchObject([
    { to: mine, text: 'To my number' },
    { to: theirs, text: 'About my session' },
  ])

  const headers = { authorization: `Bearer ${person.token}` }
  const json = await app.app.http.inject({ url: exportData.path, headers })
  expect(json.body).toMatch(/^\{\n {2}"exportedAt"/)
  const page = await app.app.http.inject({ url: exportReadable.path, headers })
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': 'attachment; filename="level-up-data.html"',
    'cache-control': 'no-store',
  })
  for (const shown of ['Reader &#60;b&#62;', 'See you &#60;soon&#62;', 'To my number', '<h2>Guarantee claims</h2>'])
    expect(page.body).toContain(shown)
  expect(page.body).not.toMatch(/01425611|\[object|src=|href="(?!#)|undefined|null/)
})

test('what somebody typed as a phone number deletes nothing of its owner’s', async () => {
  const { deps } = app
  const victim = await aUser(deps)
  await deps.db.transaction((tx) =>
    queueMail(deps, tx, { ...about, to: victim.email, subject: 'Theirs', html: '-', dedupeKey: 'test:victim' }),
  )
  const thief = await aUser(deps)
  await aBooking(deps, { player: thief, status: 'cancelled', customerPhone: victim.email })
  await anApplication(deps, { userId: thief.id, applicantPhone: victim.email })
  expect((await erase(thief.token)).status).toBe(200)
  expect((await app.call(exportData, {}, victim.token)).body).toMatchObject({ mails: [{ subject: 'Theirs' }] })
})

test('a person a person who never proved an e-mail or a number reads and deletes nothing of its owner’s', async () => {
  const { deps } = app
  const number = '+12125550198'
  const owner = await aBooking(deps, { player: await aUser(deps), customerPhone: number })
  const claimed = await aUser(deps, { emailVerified: false })
  await anApplication(deps, { userId: claimed.id, applicantPhone: number })
  await deps.db.transaction(async (tx) => {
    await queueMail(deps, tx, { ...about, to: claimed.email, subject: 'Not yours', html: '-', dedupeKey: 'test:mail' })
    await queueSms(deps, tx, { ...about, to: number, text: 'Not yours either', dedupeKey: `test:sms:${owner.id}` })
  })
  expect((await app.call(exportData, {}, claimed.token)).body).toMatchObject({ mails: [] })
  expect((await erase(claimed.token)).status).toBe(200)
  const left = await deps.db
    .select({ recipient: deliveries.recipient, status: deliveries.status })
    .from(deliveries)
    .where(inArray(deliveries.recipient, [claimed.email, number]))
  expect(left).toEqual(
    expect.arrayContaining([
      { recipient: claimed.email, status: 'queued' },
      { recipient: number, status: 'queued' },
    ]),
  )
})
