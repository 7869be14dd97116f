import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { findBooking } from '#src/features/bookings/server/bookings.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { sendCoachBookingMessage, sendMessage } from '#src/features/messages/contract.ts'
import { handOverBooking } from '#src/features/sessions/exceptions-contract.ts'
import * as calls from '#src/features/sessions/safety-contract.ts'
import { must } from '#src/shared/must.ts'
import { startTestApp } from '#tests/support/app.ts'
import { starts } from '#tests/support/starts.ts'

/** What player and former coach of a session that was handed over still have of each other (SAFE-1, SAFE-2). */
type User = Awaited<ReturnType<typeof aUser>>
type Coach = Awaited<ReturnType<typeof aCoach>>
const app = await startTestApp()
afterAll(() => app.close())

let owner: User
let player: User
let former: { account: User; coach: Coach }
let present: { account: User; coach: Coach }
beforeEach(async () => {
  await app.deps.db.update(coaches).set({ isActive: false })
  await app.deps.db.update(users).set({ isOwner: false, isAdmin: false })
  owner = await aUser(app.deps, { isOwner: true })
  player = await aUser(app.deps)
  former = await aCoachOfOwn()
  present = await aCoachOfOwn()
})
async function aCoachOfOwn() {
  const account = await aUser(app.deps)
  return { account, coach: await aCoach(app.deps, { userId: account.id }) }
}

const start = (index: number) => must(starts[index], 'a start')
const book = (overrides: BookingOverrides = {}) =>
  aBooking(app.deps, { player, coach: former.coach, start: start(60), ...overrides })
const params = ({ id }: { id: string }) => ({ params: { bookingId: id } })
type Booking = Awaited<ReturnType<typeof book>>

async function handOver(booking: Booking) {
  const body = { coachId: present.coach.id, startsAt: booking.startsAt!.toISOString() }
  expect((await app.call(handOverBooking, { ...params(booking), body }, owner.token)).status).toBe(200)
}
const safety = (booking: Booking, by: User, coachId?: string) =>
  app.call(calls.readSafety, { ...params(booking), query: { coachId } }, by.token)
const report = (booking: Booking, by: User, coachId?: string) =>
  app.call(
    calls.reportProblem,
    { ...params(booking), query: { coachId }, body: { problem: 'rude' } } as never,
    by.token,
  )
const listed = async (by: User, booking: Booking) =>
  (await app.call(calls.listReports, {}, by.token)).body.reports.filter(({ bookingId }) => bookingId === booking.id)
const say = (booking: Booking, content: string, by: User) =>
  app.call(
    by === player ? sendMessage : sendCoachBookingMessage,
    { body: { bookingId: booking.id, content } },
    by.token,
  )

/** A session that was handed over, with two messages before and two after. */
async function aHandedOver(): Promise<Booking> {
  const booking = await book()
  await say(booking, 'Pay me outside.', former.account)
  await say(booking, 'No.', player)
  await handOver(booking)
  await say(booking, 'Hi, I am your new coach.', present.account)
  await say(booking, 'Hi!', player)
  return booking
}

test('after a hand-over the player reports each coach for themselves, and our team reads that coach’s part of the chat', async () => {
  const booking = await aHandedOver()
  expect((await safety(booking, player)).body).toMatchObject({
    otherName: present.coach.name,
    coaches: [
      { id: present.coach.id, name: present.coach.name },
      { id: former.coach.id, name: former.coach.name },
    ],
  })
  expect((await report(booking, player, (await aCoach(app.deps)).id)).status).toBe(400)
  for (const { coach } of [former, present]) expect((await report(booking, player, coach.id)).status).toBe(200)
  expect((await report(booking, player, former.coach.id)).status).toBe(409)
  const told = (await listed(owner, booking)).map(({ coachName, messages }) => [
    coachName,
    ...messages.map(({ content }) => content),
  ])
  expect(told).toEqual([
    [former.coach.name, 'Pay me outside.', 'No.'],
    [present.coach.name, 'Hi, I am your new coach.', 'Hi!'],
  ])
})

test('a former coach reports the player and blocks them: what lies ahead of the two goes, the session handed over stays', async () => {
  const booking = await aHandedOver()
  const other = await book({ start: start(70) })
  expect((await report(booking, former.account)).status).toBe(200)
  expect(await listed(owner, booking)).toMatchObject([{ by: 'coach', coachName: former.coach.name }])
  // Neither learns of the other's.
  expect((await safety(booking, present.account)).body.report).toBeNull()
  expect((await report(booking, present.account)).status).toBe(200)
  const { sessions, refund } = (await safety(booking, former.account)).body.block
  expect(sessions).toBe(1)
  const blocked = await app.call(calls.block, { ...params(booking), body: { sessions, refund } }, former.account.token)
  expect(blocked.body.block).toMatchObject({ isOn: true, isYours: true })
  expect((await safety(booking, player, former.coach.id)).body.block.isOn).toBe(true)
  expect((await safety(booking, player)).body.block.isOn).toBe(false)
  expect(await findBooking(app.deps.db, other.id)).toMatchObject({ status: 'cancelled' })
  expect(await findBooking(app.deps.db, booking.id)).toMatchObject({ status: 'confirmed' })
  await app.call(calls.takeBlockBack, params(booking), former.account.token)
  expect((await safety(booking, player, former.coach.id)).body.block.isOn).toBe(false)
})

test('a player blocks the former coach, and keeps the session with the present one', async () => {
  const booking = await aHandedOver()
  const about = { query: { coachId: former.coach.id }, body: { sessions: 0, refund: '0.00' } }
  expect((await app.call(calls.block, { ...params(booking), ...about }, player.token)).status).toBe(200)
  expect(await findBooking(app.deps.db, booking.id)).toMatchObject({ status: 'confirmed' })
  expect((await safety(booking, player, former.coach.id)).body.block.isYours).toBe(true)
})

test('staff who were the coach learn nothing of the report about them; who is the coach now decides it', async () => {
  const booking = await aHandedOver()
  await report(booking, player, former.coach.id)
  const isAdmin = (account: User) => app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, account.id))
  await isAdmin(former.account)
  await isAdmin(present.account)
  expect(await listed(former.account, booking)).toEqual([])
  const [open] = await listed(present.account, booking)
  const decide = (by: User) =>
    app.call(
      calls.settleReport,
      { params: { reportId: open!.id }, body: { upheld: true, reason: 'We read your chat.' } },
      by.token,
    )
  expect((await decide(former.account)).status).toBe(404)
  expect((await decide(present.account)).status).toBe(200)
  expect((await safety(booking, player, former.coach.id)).body.report).toMatchObject({ upheld: true })
  expect((await safety(booking, player)).body.report).toBeNull()
})

test('where the former coach is the whole team the player is believed', async () => {
  const booking = await aHandedOver()
  await app.deps.db.update(users).set({ isOwner: false })
  await app.deps.db.update(users).set({ isOwner: true }).where(eq(users.id, former.account.id))
  expect((await report(booking, player, former.coach.id)).body.report).toMatchObject({ upheld: true })
  expect((await report(booking, player)).body.report).toMatchObject({ upheld: null })
})
