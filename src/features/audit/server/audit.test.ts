import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/audit/contract.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { exportBookings } from '#src/features/bookings/staff-contract.ts'
import { markAnswered } from '#src/features/contacts/contract.ts'
import { sendAdminBookingMessage, sendMessage } from '#src/features/messages/contract.ts'
import { approveStory, rejectStory, shareStory } from '#src/features/stories/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { auditLog } from './table.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
let clock: Date | undefined
beforeAll(async () => {
  app = await startTestApp({ now: () => clock ?? new Date() })
  owner = await aUser(app.deps, { name: 'Keeper', isOwner: true })
})
afterAll(() => app.close())

const list = async (query: object = {}) => app.call(calls.listAudit, { query }, owner.token)
/** What stands in the audit about the person, newest first. */
const actsOf = ({ id }: { id: string }) =>
  app.deps.db.select().from(auditLog).where(eq(auditLog.personId, id)).orderBy(desc(auditLog.id))

test('the owner reads who did what to which thing, when, and how it ended', async () => {
  const story = await aStory(app.deps)
  await app.call(approveStory, { params: { id: story.id } }, owner.token)
  const unknown = newId()
  await app.call(approveStory, { params: { id: unknown } }, owner.token)
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { personId: owner.id, about: { id: unknown }, status: 404 },
    {
      personId: owner.id,
      personName: 'Keeper',
      door: 'account',
      call: 'POST /api/admin/success-stories/:id/approve',
      summary: 'Approve a story',
      about: { id: story.id },
      status: 200,
    },
  ])
  expect(Math.abs(Date.parse(body[0]!.createdAt) - Date.now())).toBeLessThan(60_000)
})

test('ids and decisions are kept, no words and no people', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const booking = await aBooking(app.deps, { customerEmail: 'private@demo.test' })
  const content = 'Something between us'
  await app.call(sendMessage, { body: { bookingId: booking.id, content } }, admin.token)
  const body = { refund: basic.decimal, reason: 'A private reason' }
  await app.call(cancelBooking, { params: { bookingId: booking.id }, body }, admin.token)
  const story = await aStory(app.deps)
  await app.call(rejectStory, { params: { id: story.id }, body: { reason: 'A loud one' } }, owner.token)
  await app
    .call(exportBookings, { query: { q: 'private@demo.test', status: 'cancelled' } }, admin.token)
    .catch(() => {})
  const acts = await actsOf(admin)
  expect(acts.map(({ call, about }) => ({ call, about }))).toMatchObject([
    { call: 'GET /api/bookings/export.csv', about: { status: 'cancelled' } },
    { call: 'POST /api/bookings/:bookingId/cancel', about: { bookingId: booking.id } },
    { call: 'POST /api/messages', about: { bookingId: booking.id } },
  ])
  const all = JSON.stringify(await app.deps.db.select().from(auditLog))
  for (const word of ['Something', 'reason', 'loud', 'private@', '@demo.test']) expect(all).not.toContain(word)
})

test('what was made is noted beside what the act was about, also when the call names both `id`', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const { id } = await aBooking(app.deps)
  const made = await app.call(sendAdminBookingMessage, { params: { id }, body: { content: 'Hello' } }, admin.token)
  expect(await actsOf(admin)).toMatchObject([{ about: { id, newId: made.body.id }, status: 200 }])
})

test('what other people do, and what staff only looks at, is not in it', async () => {
  const player = await aUser(app.deps)
  const game = 'fortnite'
  const story = { coachName: 'x', game, beforeRank: 'a', afterRank: 'b', story: 'Ten letters', sessionsCount: 1 }
  expect((await app.call(shareStory, { body: story }, player.token)).status).toBe(200)
  expect(await actsOf(player)).toEqual([])
  const before = (await list()).body.length
  expect((await list()).body).toHaveLength(before)
})

test('an act that cannot be written down is not done', async () => {
  const contact = await aContact(app.deps)
  await app.deps.db.execute(sql`alter table audit_log rename to away`)
  const refused = await app.call(markAnswered, { params: { contactId: contact.id } }, owner.token)
  await app.deps.db.execute(sql`alter table away rename to audit_log`)
  expect(refused.status).toBe(500)
  const { rows } = await app.deps.db.execute(sql`select answered_at from contacts where id = ${contact.id}`)
  expect(rows).toEqual([{ answered_at: null }])
})

describe('what is written down stays', () => {
  const change = (statement: string) => app.deps.db.execute(sql.raw(statement))
  const refused = { cause: expect.objectContaining({ message: 'the audit stays as it is' }) }
  test.each([
    ['delete from audit_log'],
    ['truncate audit_log'],
    ['update audit_log set status = 200'],
    ['update audit_log set created_at = now()'],
    ["update audit_log set status = 200, about = '{}' where status is null"],
    ["update audit_log set status = 200, call = 'GET /y' where status is null"],
  ])('%s', async (statement) => {
    const unfinished = { personId: owner.id, door: 'account', call: 'POST /x', about: { id: newId() } } as const
    await app.deps.db.insert(auditLog).values(unfinished)
    const before = await actsOf(owner)
    await expect(change(statement)).rejects.toMatchObject(refused)
    expect(await actsOf(owner)).toEqual(before)
  })
})

test('the list narrows down by person and time, and goes on page by page', async () => {
  const admin = await aUser(app.deps, { name: 'Aide', isAdmin: true })
  const made = Array.from({ length: 101 }, (_, i) => ({
    ...({ personId: admin.id, door: 'admin-login', call: 'POST /api/gone', about: {}, status: 200 } as const),
    createdAt: new Date(Date.UTC(2026, 0, 5, 4, i)),
  }))
  await app.deps.db.insert(auditLog).values(made)
  const first = await list({ personId: admin.id })
  expect(first.headers['x-total-count']).toBe('101')
  expect(first.body).toHaveLength(100)
  expect(first.body[0]).toMatchObject({ door: 'admin-login', summary: 'POST /api/gone' })
  const cursor = /cursor=([^>&]+)/.exec(String(first.headers.link))![1]!
  expect((await list({ personId: admin.id, cursor })).body).toHaveLength(1)
  const total = async (query: object) => Number((await list({ personId: admin.id, ...query })).headers['x-total-count'])
  expect(await total({ before: '2026-01-05T05:00:00Z' })).toBe(60)
  expect(await total({ from: '2026-01-05T05:00:00Z', before: '2026-01-05T05:30:00Z' })).toBe(30)
  expect(await total({ from: '2026-01-06T00:00:00Z' })).toBe(0)
  expect((await list({ from: 'yesterday' })).status).toBe(400)
  const people = await app.call(calls.listAuditPeople, {}, owner.token)
  expect(people.body).toContainEqual({ id: admin.id, name: 'Aide' })
  expect(people.body.map(({ name }) => name)).toContain('Keeper')
})

test.each(['2026-01-05', '0000-01-01T00:00:00Z', '9999-01-01T00:00:00Z'])('no list begins at %s', async (from) => {
  expect((await list({ from })).status).toBe(400)
})
