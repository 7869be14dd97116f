import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { must } from '#src/shared/must.ts'
import { safetyActs } from '#tests/support/sessions/safety-acts.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'
import { reportMessages, reports } from '../table.ts'

/** Reports, and what our team decides about them (SAFE-1). */
const day = await startSessionDay()
const { app, people, today, aStart, now, book, read, mailsTo } = day
const { safety, block, report, settle, listed, write } = safetyActs(day)
afterAll(() => app.close())
beforeEach(day.begin)

test('our team agrees with the report of a player who blocked: the rest goes back, once; nobody else hears of it', async () => {
  const late = await book({ start: today('10:00') })
  await write(late, 'Pay me on the side.', people.coach.account)
  expect((await report(late, people.player, 'He wants cash.')).status).toBe(200)
  await block(late, people.player)
  const { reports: open } = await listed(people.owner)
  const mine = must(
    open.find(({ bookingId }) => bookingId === late.id),
    'the report',
  )
  expect(mine).toMatchObject({ by: 'player', rest: '29.00', words: 'He wants cash.' })
  expect(mine.messages).toMatchObject([{ side: 'coach', content: 'Pay me on the side.' }])
  expect((await settle(mine.id, people.owner, false, '29.00')).status).toBe(400)
  expect((await settle(mine.id, people.owner, true, '28.00')).status).toBe(409)
  expect((await settle(mine.id, people.owner, true, '29.00')).status).toBe(200)
  expect((await settle(mine.id, people.owner, true, '29.00')).status).toBe(409)
  expect(await read(late.id)).toMatchObject({ refundDue: 2900 })
  expect((await safety(late, people.player)).report).toMatchObject({ upheld: true, reason: 'We read your chat.' })
  expect(await mailsTo(people.player, 'report-settled')).toHaveLength(1)
  expect(await mailsTo(people.coach.account, 'report')).toEqual([])
  expect((await safety(late, people.coach.account)).report).toBeNull()
  expect((await listed(people.owner)).settled[0]).toMatchObject({
    id: mine.id,
    upheld: true,
    reason: 'We read your chat.',
  })
  await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, people.coach.account.id))
  expect((await listed(people.coach.account)).settled.map(({ id }) => id)).not.toContain(mine.id)
})

test('a report that our team agreed with before: the block gives all back, but not of what was booked afterwards', async () => {
  const late = await book({ start: today('11:00') })
  await report(late, people.player)
  const [open] = await app.deps.db.select().from(reports).where(eq(reports.bookingId, late.id))
  await settle(open!.id, people.owner, true)
  const [mail] = await mailsTo(people.player, 'report-settled')
  expect(mail!.text.replaceAll('\n', ' ')).toContain('all $29 you paid for them goes back')
  await book({ start: today('10:00'), createdAt: new Date(+now() + 60_000) })
  expect((await safety(late, people.player)).block).toMatchObject({ sessions: 2, refund: '29.00' })
})

test('a report is open once a side and booking, never about another’s booking, and keeps what was said then', async () => {
  const booking = await book({ start: aStart(40) })
  for (let count = 1; count <= 52; count += 1)
    await write(booking, `Message ${count}`, count % 2 ? people.player : people.coach.account)
  const stranger = await aUser(app.deps)
  expect((await report(booking, stranger)).status).toBe(404)
  expect((await report(booking, people.owner)).status).toBe(404)
  const flood = await Promise.all(Array.from({ length: 8 }, () => report(booking, people.player)))
  expect(flood.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await report(booking, people.coach.account)).status).toBe(200)
  const [first] = await app.deps.db
    .select()
    .from(reports)
    .where(and(eq(reports.bookingId, booking.id), eq(reports.by, 'player')))
  const kept = await app.deps.db.select().from(reportMessages).where(eq(reportMessages.reportId, first!.id))
  expect(kept.map(({ content }) => content).sort()).toEqual(
    Array.from({ length: 50 }, (_, index) => `Message ${index + 3}`).sort(),
  )
  expect(await mailsTo(people.owner, `report-alert:${first!.id}`)).toHaveLength(1)
})

test('staff who are the coach learn nothing of a report about themselves, and cannot settle it', async () => {
  await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, people.coach.account.id))
  const booking = await book({ start: aStart(40) })
  await report(booking, people.player, 'My coach is on your team.')
  const [open] = await app.deps.db.select().from(reports).where(eq(reports.bookingId, booking.id))
  expect((await listed(people.coach.account)).reports.map(({ id }) => id)).not.toContain(open!.id)
  expect((await settle(open!.id, people.coach.account, false)).status).toBe(404)
  expect(await mailsTo(people.coach.account, 'report')).toEqual([])
  const [alert] = await mailsTo(people.owner, `report-alert:${open!.id}`)
  expect(alert?.text).not.toContain(booking.number)
})

test('where the coach is the whole team their player is believed, once', async () => {
  await app.deps.db.update(users).set({ isOwner: false })
  await app.deps.db.update(users).set({ isOwner: true }).where(eq(users.id, people.coach.account.id))
  const [first, second] = [await book({ start: today('10:00') }), await book({ start: today('11:00') })]
  expect((await report(first, people.player)).body.report).toMatchObject({ upheld: true })
  expect(await report(second, people.player)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Nobody is there to read this') },
  })
  expect((await safety(first, people.player)).block).toMatchObject({ refund: '58.00' })
})

test.each(['the coach', 'coach and player'])(
  'a coach reads at once that nobody else is there: %s are the team',
  async (who) => {
    const { account } = people.coach
    await app.deps.db.update(users).set({ isOwner: false })
    await app.deps.db.update(users).set({ isOwner: true }).where(eq(users.id, account.id))
    if (who !== 'the coach')
      await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, people.player.id))
    const booking = await book()
    expect(await report(booking, account)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/Nobody is there to read this.*Block.*police/) },
    })
    expect((await safety(booking, account)).report).toBeNull()
  },
)

test('a deletion takes the person’s words out of reports', async () => {
  const booking = await book({ start: today('08:00'), status: 'completed' })
  await write(booking, 'My phone is 555', people.player)
  await report(booking, people.coach.account, 'About Rimshot')
  await report(booking, people.player, 'He shouted')
  const erased = await app.call(eraseAccount, { body: { password: demoPassword } }, people.player.token)
  expect(erased.status).toBe(200)
  const left = await app.deps.db.select().from(reports).where(eq(reports.bookingId, booking.id))
  expect(left.map(({ words }) => words)).toEqual([null, null])
  const copies = await app.deps.db.select().from(reportMessages).where(eq(reportMessages.reportId, left[0]!.id))
  expect(copies.map(({ content }) => content)).toEqual(['Message deleted'])
})
