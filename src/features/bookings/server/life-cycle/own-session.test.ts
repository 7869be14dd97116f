import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { blocks } from '#src/features/coaches/server/table.ts'
import { handOverBooking } from '#src/features/sessions/exceptions-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

/** Nobody decides about their own session: staff act on it as its player or coach alone (BOOK-4, TERM-7). */
type User = Awaited<ReturnType<typeof aUser>>
const app = await startTestApp()
afterAll(() => app.close())

let [player, both]: User[] = []
let coach: Awaited<ReturnType<typeof aCoach>>
beforeEach(async () => {
  await app.deps.db.update(users).set({ isOwner: false, isAdmin: false })
  player = await aUser(app.deps)
  both = await aUser(app.deps, { isAdmin: true })
  coach = await aCoach(app.deps, { userId: both.id })
})
const [start, other] = starts.slice(60)
const hoursAgo = (hours: number) => {
  const startsAt = new Date(Date.now() - hours * 3_600_000)
  return { ...wallClock(startsAt, 'America/New_York'), startsAt }
}
const book = (overrides: BookingOverrides = {}) => aBooking(app.deps, { player, coach, start: start!, ...overrides })
const cancel = (bookingId: string, by: User, askedByPlayer?: boolean) =>
  app.call(
    calls.cancelBooking,
    { params: { bookingId }, body: { refund: basic.decimal, reason: 'As asked.', askedByPlayer } },
    by.token,
  )
const isRefused = { status: 409, body: { message: 'This is your own session: another member of staff decides.' } }

test('a coach who is staff neither cancels, moves nor gives money back as the team', async () => {
  await aUser(app.deps, { isOwner: true })
  const params = { bookingId: (await book()).id }
  const hour = { selectedDate: other!.date, selectedTime: other!.time }
  const money = { amount: '1.00', reason: 'For them.', idempotencyKey: newId() }
  expect.soft(await cancel(params.bookingId, both!, true)).toMatchObject(isRefused)
  expect.soft(await cancel(params.bookingId, both!)).toMatchObject(isRefused)
  expect.soft(await app.call(calls.moveBooking, { params, body: hour }, both!.token)).toMatchObject(isRefused)
  expect.soft(await app.call(staffCalls.giveRefund, { params, body: money }, both!.token)).toMatchObject(isRefused)
})

test('a player who is staff does not undo their own no-show, and cancels as a player', async () => {
  await aUser(app.deps, { isOwner: true })
  const own = { player: both, coach: await aCoach(app.deps) }
  const missed = await book({ ...own, start: hoursAgo(3), status: 'no_show' })
  const params = { bookingId: missed.id }
  expect.soft(await app.call(calls.completeBooking, { params }, both!.token)).toMatchObject(isRefused)
  expect.soft((await cancel((await book(own)).id, both!)).body).toMatchObject({ booking: { status: 'cancelled' } })
})

test('a coach who is the whole team cancels and moves, but gives all back, and marks nobody as missing', async () => {
  const soon = await book({ start: hoursAgo(-12) })
  expect((await cancel(soon.id, both!, true)).status).toBe(200)
  const params = { bookingId: (await book({ start: hoursAgo(1), status: 'completed' })).id }
  expect((await app.call(calls.markNoShow, { params }, both!.token)).status).toBe(409)
})

test('an owner who is the coach gives what a claim asks for, and decides nothing else', async () => {
  await app.deps.db.update(users).set({ isOwner: true, isAdmin: false }).where(eq(users.id, both!.id))
  const { id: bookingId } = await book({ start: hoursAgo(3), status: 'completed' })
  const body = { wanted: 'refunded', reason: 'It did not help me.' } as const
  await app.call(calls.claimGuarantee, { params: { bookingId }, body }, player!.token)
  const claims = await app.call(staffCalls.listClaims, {}, both!.token)
  const params = { claimId: claims.body.find(({ booking }) => booking.id === bookingId)!.id }
  const decide = (decision: 'declined' | 'another-coach' | 'refunded', by: User) =>
    app.call(staffCalls.decideClaim, { params, body: { decision, reason: 'I was great.' } }, by.token)
  expect((await decide('declined', both!)).status).toBe(409)
  expect((await decide('another-coach', both!)).status).toBe(409)
  expect((await decide('refunded', both!)).status).toBe(200)
})

test('a session stays one’s own after it went to another coach, in a group, and behind a block', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  const money = () => ({ amount: '1.00', reason: 'For them.', idempotencyKey: newId() })
  const giveBack = ({ id }: { id: string }, by: User) =>
    app.call(staffCalls.giveRefund, { params: { bookingId: id }, body: money() }, by.token)

  const given = await book()
  const to = { coachId: (await aCoach(app.deps)).id, startsAt: start!.startsAt.toISOString() }
  await app.call(handOverBooking, { params: { bookingId: given.id }, body: to }, owner.token)
  const group = { coach: await aCoach(app.deps), service: findService('group-basic')! }
  await book({ ...group, player: both })
  const shared = await book(group)
  await app.deps.db.insert(blocks).values({ playerId: player!.id, coachId: coach.id, by: 'player' })
  const elsewhere = await book({ coach: await aCoach(app.deps), start: other! })
  for (const each of [given, shared, elsewhere]) {
    expect.soft(await giveBack(each, both!)).toMatchObject(isRefused)
    expect.soft((await giveBack(each, owner)).status).toBe(200)
  }
})

test('nobody of the team schedules a session with themselves, unless there is nobody else', async () => {
  const { id: bookingId } = await book({ coach: await aCoach(app.deps), start: null })
  const body = { selectedDate: start!.date, selectedTime: start!.time, coachId: coach.id }
  const schedule = (by: User) => app.call(staffCalls.scheduleBooking, { params: { bookingId }, body }, by.token)
  const second = await aUser(app.deps, { isOwner: true })
  expect(await schedule(both!)).toMatchObject({ status: 409, body: { reason: 'refused' } })
  await app.deps.db.update(users).set({ isOwner: false }).where(eq(users.id, second.id))
  expect((await schedule(both!)).status).toBe(200)
})
