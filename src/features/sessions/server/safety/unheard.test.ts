import { eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { listAudit } from '#src/features/audit/contract.ts'
import { showToday } from '#src/features/desk/contract.ts'
import { showPerson } from '#src/features/desk/person-contract.ts'
import { sendCoachBookingMessage, sendMessage } from '#src/features/messages/contract.ts'
import { listDeliveries } from '#src/features/notifications/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { eraseAccount, exportData } from '#src/features/privacy/contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { handOverBooking } from '#src/features/sessions/exceptions-contract.ts'
import { makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import * as calls from '#src/features/sessions/safety-contract.ts'
import { sessionStory } from '#src/features/sessions/story-contract.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

/** What nobody learns: who blocked, what a report about oneself said, and no new word of somebody who is gone. */
type User = Awaited<ReturnType<typeof aUser>>
const app = await startTestApp()
afterAll(() => app.close())

let [player, account, owner]: User[] = []
let coach: Awaited<ReturnType<typeof aCoach>>
beforeEach(async () => {
  await app.deps.db.update(users).set({ isOwner: false, isAdmin: false })
  player = await aUser(app.deps)
  account = await aUser(app.deps)
  coach = await aCoach(app.deps, { userId: account.id })
  owner = await aUser(app.deps, { isOwner: true })
})
const [ahead] = starts.slice(60)
const startsAt = new Date(Date.now() - 3 * 3_600_000)
const over = { start: { ...wallClock(startsAt, 'America/New_York'), startsAt } }
const book = (overrides: BookingOverrides = {}) => aBooking(app.deps, { player, coach, start: ahead!, ...overrides })
const params = (booking: { id: string }) => ({ params: { bookingId: booking.id } })
const report = (booking: { id: string }, by: User) =>
  app.call(calls.reportProblem, { ...params(booking), body: { problem: 'rude', words: 'Zarquon' } }, by.token)
const listed = async (by: User) => (await app.call(calls.listReports, {}, by.token)).body.reports
async function block(booking: { id: string }, by: User) {
  const { sessions, refund } = (await app.call(calls.readSafety, params(booking), by.token)).body.block
  return app.call(calls.block, { ...params(booking), body: { sessions, refund } }, by.token)
}

test('staff who are the coach read of a report in neither story nor audit', async () => {
  await app.deps.db.update(users).set({ isOwner: true }).where(eq(users.id, account!.id))
  await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, player!.id))
  const soon = new Date(Date.now() + 3_600_000)
  const booking = await book({ start: { ...wallClock(soon, 'America/New_York'), startsAt: soon } })
  await report(booking, player!)
  await block(booking, player!)
  const open = (await listed(owner!)).find(({ bookingId }) => bookingId === booking.id)!
  const body = { upheld: true, reason: 'You were right to report this coach.', rest: basic.decimal }
  const settled = await app.call(calls.settleReport, { params: { reportId: open.id }, body } as never, owner!.token)
  expect(settled.status).toBe(200)

  const story = await app.call(sessionStory, { ...params(booking), query: { as: 'staff' } }, account!.token)
  expect(story.body.events).toContainEqual(expect.objectContaining({ kind: 'refund', amount: basic.decimal }))
  expect(JSON.stringify(story.body)).not.toContain('right to report')
  const acts = (await app.call(listAudit, { query: {} }, account!.token)).body
  const audit = JSON.stringify(acts.map(({ call, sentence, about }) => [call, sentence, about]))
  for (const word of ['rude', 'bookingId/reports', 'agrees', basic.decimal]) expect.soft(audit).not.toContain(word)
})

test('nobody writes of a player who is gone: no report, message or statement', async () => {
  const booking = await book({ ...over, status: 'completed' })
  await app.call(eraseAccount, { body: { password: demoPassword } }, player!.token)
  const said = { bookingId: booking.id, content: 'Zarquon called me names.' }
  expect.soft((await report(booking, account!)).status).toBe(409)
  expect.soft((await app.call(sendCoachBookingMessage, { body: said }, account!.token)).status).toBe(409)
  const met = await app.call(makeStatement, { ...params(booking), body: { says: 'we-met' } }, account!.token)
  expect.soft(met.status).toBe(409)
})

test('a player reads in neither story nor export that their coach blocked, but that they did themselves', async () => {
  const reads = async (booking: { id: string }) => {
    const { events } = (await app.call(sessionStory, params(booking), player!.token)).body
    const { body } = await app.call(exportData, {}, player!.token)
    const { bookingHistory } = body as { bookingHistory: { bookingId: string; detail: { block?: string } }[] }
    const told = bookingHistory.filter(({ bookingId }) => bookingId === booking.id).map(({ detail }) => detail.block)
    return [events.find(({ kind }) => kind === 'cancel')?.isBlock, told.find(Boolean)]
  }
  const one = await book()
  await block(one, account!)
  expect(await reads(one)).toEqual([undefined, undefined])
  const two = await book({ coach: await aCoach(app.deps) })
  await block(two, player!)
  expect(await reads(two)).toEqual([true, 'player'])
})

test('a former coach of the team who never wrote, and who was rude as the team, learn nothing of the report', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, account!.id))
  const booking = await book()
  const to = { coachId: (await aCoach(app.deps)).id, startsAt: ahead!.startsAt.toISOString() }
  await app.call(handOverBooking, { ...params(booking), body: to }, owner!.token)
  await app.call(sendMessage, { body: { bookingId: booking.id, content: 'You are an idiot.' } }, admin.token)
  await report(booking, player!)
  const { id } = (await listed(owner!)).find(({ bookingId }) => bookingId === booking.id)!
  const settle = (by: User) =>
    app.call(calls.settleReport, { params: { reportId: id }, body: { upheld: true, reason: 'Rude.' } }, by.token)
  for (const concerned of [account!, admin]) {
    expect.soft((await listed(concerned)).map((each) => each.id)).not.toContain(id)
    const page = await app.call(showPerson, { params: { userId: player!.id } }, concerned.token)
    expect.soft(page.body.sections.map(({ kind }) => kind)).not.toContain('report')
    const { waiting } = (await app.call(showToday, {}, concerned.token)).body
    expect.soft(waiting.flatMap(({ lines }) => lines.map((line) => line.id))).not.toContain(id)
    expect.soft((await settle(concerned)).status).toBe(404)
  }
  expect((await settle(owner!)).status).toBe(200)
  const told = await app.deps.db
    .select()
    .from(deliveries)
    .where(like(deliveries.dedupeKey, `report-%:${id}%`))
  expect(told.map(({ recipient }) => recipient)).toEqual([owner!.email, player!.email])
  const sent = await app.call(listDeliveries, { query: { to: player!.email } }, account!.token)
  expect(sent.body.map(({ kind }) => kind)).not.toContain('report-settled')
})

test('who of the team wrote in the chat reads the report where nobody else can', async () => {
  await app.deps.db.update(users).set({ isOwner: true }).where(eq(users.id, account!.id))
  const booking = await book()
  await app.call(sendMessage, { body: { bookingId: booking.id, content: 'Hello' } }, owner!.token)
  await report(booking, player!)
  expect((await listed(owner!)).map(({ bookingId }) => bookingId)).toContain(booking.id)
  expect((await listed(account!)).map(({ bookingId }) => bookingId)).not.toContain(booking.id)
})

test('a coach of the team reads in the story as staff neither who blocked nor how they were rated', async () => {
  await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, account!.id))
  const asStaff = async (booking: { id: string }, by: User) =>
    (await app.call(sessionStory, { ...params(booking), query: { as: 'staff' } }, by.token)).body.events
  const past = await book({ ...over, status: 'completed' })
  await app.call(rateSession, { body: { bookingId: past.id, rating: 1 } }, player!.token)
  const cancelled = await book()
  await block(cancelled, player!)
  const blocked = async (by: User) => (await asStaff(cancelled, by)).find(({ kind }) => kind === 'cancel')?.isBlock
  expect([await blocked(account!), await blocked(owner!)]).toEqual([undefined, true])
  const kinds = async (by: User) => (await asStaff(past, by)).map(({ kind }) => kind)
  expect(await kinds(owner!)).toContain('rated')
  expect(await kinds(account!)).not.toContain('rated')
})
