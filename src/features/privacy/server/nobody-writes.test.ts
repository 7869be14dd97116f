import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { auditLog } from '#src/features/audit/server/table.ts'
import { cancelBooking, completeBooking, markNoShow, savePlayerNote } from '#src/features/bookings/contract.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { giveRefund } from '#src/features/bookings/staff-contract.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { addThreadNote, listConversations } from '#src/features/messages/conversations-contract.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import * as stars from '#src/features/ratings/contract.ts'
import { ratings } from '#src/features/ratings/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { actOnMany, findExceptions, takeBackOutcome } from '#src/features/sessions/exceptions-contract.ts'
import * as safety from '#src/features/sessions/safety-contract.ts'
import { reports } from '#src/features/sessions/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { must } from '#src/shared/must.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { tracesOf } from '#tests/support/database/traces-of.ts'

const zone = 'America/New_York'
const words = 'Zarquon of zarquon@demo.test'
let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true, isAdmin: true })
})
afterAll(() => app.close())

/** Yesterday's session of a player with a coach, one of the day before, and one some days ahead. */
async function aPlayer() {
  const { deps } = app
  const [player, coachUser] = [await aUser(deps), await aUser(deps)]
  const coach = await aCoach(deps, { userId: coachUser.id })
  const on = (days: number) => {
    const date = addDays(wallClock(deps.now(), zone).date, -days)
    return aBooking(deps, { player, coach, start: { date, time: '12:00', startsAt: instantOf(date, '12:00', zone) } })
  }
  const [booking, other] = [await on(2), await on(3)]
  const start = must(bookableStarts(deps.now(), zone)[60], 'a start')
  const ahead = await aBooking(deps, { player, coach, start })
  const of = ({ id }: { id: string }) => ({ params: { bookingId: id } })
  const by = (token: string) => ({
    refund: (id: string) =>
      app.call(giveRefund, { ...of({ id }), body: { amount: '1.00', reason: words, idempotencyKey: newId() } }, token),
  })
  const erase = () => app.call(eraseAccount, { body: { password: demoPassword } }, player.token)
  return { player, coachUser, booking, other, ahead, of, by, erase }
}

test('what the team wrote about a player goes with the account: from the history, and from the audit', async () => {
  const { booking, other, ahead, of, by, erase } = await aPlayer()
  expect((await by(owner.token).refund(booking.id)).status).toBe(200)
  await app.call(cancelBooking, { ...of(ahead), body: { refund: '29.00', reason: words } }, owner.token)
  const line = { number: other.number, amount: '5.00', left: '29.00', isCalledOff: false, idempotencyKey: newId() }
  const body = { act: 'refund', reason: words, lines: [line] }
  expect((await app.call(actOnMany, { body }, owner.token)).status).toBe(200)
  await app.runJobs()
  expect((await tracesOf(app.deps.db, [words])).length).toBeGreaterThan(5)

  expect((await erase()).status).toBe(200)
  expect(await tracesOf(app.deps.db, [words])).toEqual([])
  const acts = await app.deps.db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, booking.id))
  expect(acts).toMatchObject([{ act: 'refund', detail: { amount: '1.00' } }])
})

test('nobody writes of a player who is gone, at no door: neither with what is refused, nor with what still has to be decided', async () => {
  const { player, coachUser, booking, other, ahead, of, by, erase } = await aPlayer()
  await app.call(cancelBooking, { ...of(ahead), body: { refund: '29.00', reason: null } }, player.token)
  await app.call(completeBooking, of(booking), owner.token)
  await app.call(markNoShow, of(other), owner.token)
  await app.call(sendMessage, { body: { bookingId: booking.id, content: 'Hello' } }, player.token)
  await app.call(stars.rateSession, { body: { bookingId: booking.id, rating: 1, review: 'Bad' } }, player.token)
  await app.call(safety.reportProblem, { ...of(booking), body: { problem: 'rude', words: 'Rude' } }, player.token)
  const asked = { query: { about: booking.id } }
  const { threadId } = must((await app.call(listConversations, asked, owner.token)).body[0], 'the conversation')
  const [report] = await app.deps.db.select().from(reports).where(eq(reports.bookingId, booking.id))
  const [rating] = await app.deps.db.select().from(ratings).where(eq(ratings.bookingId, booking.id))
  expect((await erase()).status).toBe(200)

  const query = { numbers: other.number }
  const [found] = (await app.call(findExceptions, { query }, owner.token)).body
  const taken = { outcomeAt: must(found?.outcome, 'the outcome').at, reason: words }
  const note = { note: words, idempotencyKey: newId() }
  const refused = [
    await by(owner.token).refund(booking.id),
    await app.call(takeBackOutcome, { ...of(other), body: taken }, owner.token),
    await app.call(addThreadNote, { params: { threadId }, body: note }, owner.token),
    await app.call(savePlayerNote, { params: { playerId: player.id }, body: { note: words } }, coachUser.token),
  ]
  for (const { status, body } of refused)
    expect({ status, body }).toMatchObject({ status: 409, body: { message: 'This player has deleted their account.' } })
  const lines = [{ number: booking.number, amount: '5.00', left: '29.00', isCalledOff: false, idempotencyKey: newId() }]
  const many = await app.call(actOnMany, { body: { act: 'refund', reason: words, lines } }, owner.token)
  expect(many.body.lines).toEqual([{ number: booking.number, why: 'This player has deleted their account.' }])

  // These wait for us: they are decided, without the words.
  const settled = { params: { reportId: report!.id }, body: { upheld: true, reason: words } }
  expect((await app.call(safety.settleReport, settled, owner.token)).status).toBe(200)
  const turnedDown = { params: { id: rating!.id }, body: { reason: stars.rejectReasons[0] } }
  expect((await app.call(stars.rejectRating, turnedDown, owner.token)).status).toBe(200)
  await app.runJobs()
  expect(await tracesOf(app.deps.db, [words])).toEqual([])
  // The acts stay in the audit, without a sentence.
  const acts = await app.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.call, 'POST /api/bookings/:bookingId/refunds'))
  expect(acts.at(-1)).toMatchObject({ sentence: null, status: 409 })
})

test('a rating that was turned down stays so when its player goes', async () => {
  const { booking, ahead, player, of, erase } = await aPlayer()
  await app.call(cancelBooking, { ...of(ahead), body: { refund: '29.00', reason: null } }, player.token)
  const body = { bookingId: booking.id, rating: 1, review: 'Bad' }
  await app.call(stars.rateSession, { body }, player.token)
  const { id } = must((await app.call(stars.listPendingRatings, {}, owner.token)).body[0], 'the rating')
  await app.call(stars.rejectRating, { params: { id }, body: { reason: stars.rejectReasons[0] } }, owner.token)
  expect((await erase()).status).toBe(200)
  expect(await tracesOf(app.deps.db, [words])).toEqual([])
  const pending = (await app.call(stars.listPendingRatings, {}, owner.token)).body
  expect(pending.map((each) => each.id)).not.toContain(id)
})

test('of reasons written while the account goes none is left, and neither waits for the other for ever', async () => {
  const { player, booking, other, ahead, of, by, erase } = await aPlayer()
  await app.call(cancelBooking, { ...of(ahead), body: { refund: '29.00', reason: null } }, player.token)
  const refunds = (id: string) => Array.from({ length: 8 }, () => by(owner.token).refund(id))
  const [gone, ...given] = await Promise.all([erase(), ...refunds(booking.id), ...refunds(other.id)])
  expect(gone.status).toBe(200)
  for (const { status } of given) expect([200, 409]).toContain(status)
  await app.runJobs()
  const kept = await app.deps.db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, booking.id))
  expect(kept.filter(({ reason }) => reason !== null)).toEqual([])
})
