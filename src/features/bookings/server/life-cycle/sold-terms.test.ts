import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import * as hourCalls from '#src/features/bookings/hours-contract.ts'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import type { Service } from '#src/features/bookings/services.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { bookings } from '../table.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
let player: typeof owner
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
  player = await aUser(app.deps)
})
afterAll(() => app.close())

/** Stricter than today's, and sold once. */
const strict = { version: 9, fullRefundHours: 48, halfRefundHours: 6, freeMoveHours: 36, guaranteeDays: 3 }
/** A service that no catalogue has. */
const gone: Service = {
  ...{ id: 'duo-gone', name: 'Duo Session', minutes: 90, price: 4000, capacity: 2 },
  includes: 'Two players, one plan.',
  owed: {
    ...{ replays: 1, notesWithinHours: 24, refundAfterHours: 72, difference: 500 },
    questionDays: 0,
    replayChecks: 0,
  },
}
const to = ({ date, time }: Start) => ({ selectedDate: date, selectedTime: time })
const hoursBefore = async (booking: { startsAt: Date | null }, hours: number) => {
  clock = new Date(booking.startsAt!.getTime() - hours * 3_600_000)
  await logInAgain(app.deps, clock)
}
const sessionOf = async (id: string) =>
  (await app.call(calls.listMySessions, {}, player.token)).body.find((session) => session.id === id)!
const lastMailTo = (email: string) => app.sandbox.outbox.list().find((mail) => mail.to.includes(email))!.text

test('cancelling, moving and claiming follow the terms that were sold, whatever is sold by now', async () => {
  const booking = await aBooking(app.deps, { player, start: starts[60]!, terms: strict })
  const params = { bookingId: booking.id }
  await hoursBefore(booking, 35)
  expect(currentPolicy.fullRefundHours).toBeLessThan(35)
  const session = await sessionOf(booking.id)
  expect(session).toMatchObject({ refundNow: basic.half, refusals: { cancel: null } })
  expect(session.refusals.move).toBe('Sessions can be moved until 36 hours before they start.')
  expect(session.terms!.half.until).toBe(new Date(booking.startsAt!.getTime() - 6 * 3_600_000).toISOString())
  const cancel = (refund: string) =>
    app.call(calls.cancelBooking, { params, body: { refund, reason: null } }, player.token)
  expect(await cancel(basic.decimal)).toMatchObject({ status: 409, body: { refund: basic.half } })
  await hoursBefore(booking, -80)
  const over = await sessionOf(booking.id)
  expect(over.refusals['claim-guarantee']).toBe('The guarantee can be claimed for 3 days.')
  expect(Date.parse(must(over.guaranteeUntil, 'a day')) - Date.parse(must(over.endsAt, 'an end'))).toBe(72 * 3_600_000)
  await hoursBefore(booking, 35)
  expect((await cancel(basic.half)).status).toBe(200)
})

test('a service that left the catalogue can be moved, claimed and given again with another coach', async () => {
  clock = new Date()
  await logInAgain(app.deps, clock)
  player = await aUser(app.deps)
  const booking = await aBooking(app.deps, { player, service: gone, start: starts[60]!, terms: strict })
  const query = { serviceId: gone.id, coachId: booking.coachId!, moving: booking.id }
  const hours = await app.call(hourCalls.freeHours, { query }, player.token)
  expect(hours.body.days.flatMap((day) => day.hours).find(({ state }) => state === 'free')).toMatchObject({
    seatsLeft: 2,
  })
  const move = { params: { bookingId: booking.id }, body: to(starts[64]!) }
  expect((await app.call(calls.moveBooking, move, player.token)).status).toBe(200)

  await hoursBefore({ startsAt: starts[64]!.startsAt }, -3)
  const claim = {
    params: { bookingId: booking.id },
    body: { wanted: 'another-coach' as const, reason: 'It did not help us.' },
  }
  expect((await app.call(calls.claimGuarantee, claim, player.token)).status).toBe(200)
  const claimId = (await app.call(staffCalls.listClaims, {}, owner.token)).body[0]!.id
  const decision = { params: { claimId }, body: { decision: 'another-coach' as const, reason: 'As you like.' } }
  expect((await app.call(staffCalls.decideClaim, decision, owner.token)).status).toBe(200)
  const again = (await app.call(calls.listMySessions, {}, player.token)).body.find(({ price }) => price === '0.00')!
  expect(again).toMatchObject({ serviceName: gone.name, minutes: 90, capacity: 2, includes: gone.includes })
  const other = await aCoach(app.deps)
  const schedule = {
    params: { bookingId: again.id },
    body: { ...to(bookableStarts(clock, 'America/New_York')[5]!), coachId: other.id },
  }
  const scheduled = await app.call(staffCalls.scheduleBooking, schedule, owner.token)
  expect(scheduled.body.booking).toMatchObject({ coachName: other.name, serviceName: gone.name })
  const [row] = await app.deps.db.select().from(bookings).where(eq(bookings.id, again.id))
  expect(row).toMatchObject({ terms: strict, endsAt: new Date(row!.startsAt!.getTime() + 90 * 60_000) })
})

test('what the team moves is refundable until it starts, also after the player moves it on; the mail says so', async () => {
  clock = new Date()
  await logInAgain(app.deps, clock)
  player = await aUser(app.deps)
  const booking = await aBooking(app.deps, { player, start: starts[60]! })
  const move = (token: string, start: Start) =>
    app.call(calls.moveBooking, { params: { bookingId: booking.id }, body: to(start) }, token)
  // Late, by the player: only half is left. Then by the team: everything again.
  await hoursBefore(booking, 20)
  expect((await move(player.token, starts[100]!)).status).toBe(200)
  expect((await sessionOf(booking.id)).refundNow).toBe(basic.half)
  // Mails of one moment leave in any order.
  await app.runJobs()
  expect((await move(owner.token, starts[101]!)).status).toBe(200)
  await app.runJobs()
  const mail = lastMailTo(player.email)
  expect(mail).toContain(`Everything back until it starts: cancel any time before and you get ${basic.shown}.`)
  expect(mail).not.toMatch(/50%|No refund/)
  const moved = starts[101]!
  await hoursBefore(moved, 13)
  expect((await move(player.token, starts[125]!)).status).toBe(200)
  await hoursBefore(starts[125]!, 0.1)
  expect(await sessionOf(booking.id)).toMatchObject({
    ...{ refundNow: basic.decimal, fullRefundUntilStart: true },
    terms: { full: { amount: basic.decimal, until: starts[125]!.startsAt.toISOString() }, half: { amount: '0.00' } },
  })
})

test('scheduled with another coach than chosen, it is refundable until it starts; with the chosen one by its terms', async () => {
  clock = new Date()
  await logInAgain(app.deps, clock)
  player = await aUser(app.deps)
  const [chosen, other] = [await aCoach(app.deps), await aCoach(app.deps)]
  const scheduled = async (coachId: string) => {
    const { id } = await aBooking(app.deps, { player, coach: chosen, start: null })
    const body = { ...to(starts[60]!), coachId }
    expect((await app.call(staffCalls.scheduleBooking, { params: { bookingId: id }, body }, owner.token)).status).toBe(
      200,
    )
    return (await sessionOf(id)).fullRefundUntilStart
  }
  expect([await scheduled(chosen.id), await scheduled(other.id)]).toEqual([false, true])
})

test('guarantee and cancelling together give back the price, whichever comes first, and promise it once', async () => {
  clock = new Date()
  await logInAgain(app.deps, clock)
  /** A session that is over, with its claim. */
  const claimed = async () => {
    player = await aUser(app.deps)
    const startsAt = new Date(clock.getTime() - 5 * 3_600_000)
    const start = { ...wallClock(startsAt, 'America/New_York'), startsAt }
    const { id } = await aBooking(app.deps, { player, start })
    const body = { wanted: 'refunded' as const, reason: 'It did not help me.' }
    await app.call(calls.claimGuarantee, { params: { bookingId: id }, body }, player.token)
    const claims = await app.call(staffCalls.listClaims, {}, owner.token)
    return { params: { bookingId: id }, claimId: claims.body.find(({ booking }) => booking.id === id)!.id }
  }
  const decide = async (claimId: string) => {
    const body = { decision: 'refunded' as const, reason: 'You are right.' }
    return (await app.call(staffCalls.decideClaim, { params: { claimId }, body }, owner.token)).status
  }
  const cancel = ({ params }: Awaited<ReturnType<typeof claimed>>, refund: string) =>
    app.call(calls.cancelBooking, { params, body: { refund, reason: null } }, owner.token)
  const promises = async () => {
    await app.runJobs()
    const texts = app.sandbox.outbox.list().filter(({ to }) => to.includes(player.email))
    return texts.flatMap(({ text }) => text.match(/(?:All|Another|You get) \$[\d.]+ (?:goes back|of)/g) ?? [])
  }

  const first = await claimed()
  expect(await decide(first.claimId)).toBe(200)
  const details = await app.call(staffCalls.bookingDetails, { params: first.params }, owner.token)
  expect(details.body).toMatchObject({ refundNow: '0.00', refundLeft: '0.00', booking: { refundDue: basic.decimal } })
  expect((await cancel(first, basic.decimal)).status).toBe(409)
  expect((await cancel(first, '0.00')).status).toBe(200)
  expect(await promises()).toEqual([`All ${basic.shown} goes back`])

  const second = await claimed()
  expect((await cancel(second, basic.decimal)).status).toBe(200)
  expect(await decide(second.claimId)).toBeLessThan(500)
  expect(await promises()).toEqual([`All ${basic.shown} goes back`])
  const rows = await app.deps.db
    .select({ refundDue: bookings.refundDue })
    .from(bookings)
    .where(eq(bookings.playerId, player.id))
  expect(rows).toEqual([{ refundDue: basic.cents }])
})
