import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { reviewApplication } from '#src/features/applications/contract.ts'
import * as calls from '#src/features/audit/contract.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { exportBookings, giveRefund, scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { markAnswered } from '#src/features/contacts/contract.ts'
import { sendAdminBookingMessage, sendMessage } from '#src/features/messages/contract.ts'
import { callOff, callOffDay } from '#src/features/sessions/call-off-contract.ts'
import { actOnMany } from '#src/features/sessions/exceptions-contract.ts'
import { saveWriteUp } from '#src/features/sessions/write-up-contract.ts'
import { approveStory, rejectStory, shareStory } from '#src/features/stories/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { showHours } from '#src/shared/text/sentences.ts'
import { showDate, showMonthDay } from '#src/shared/times.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { forgetSentences } from './sentences.ts'
import { auditLog } from './table.ts'

const zone = 'America/New_York'

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

test('ids and decisions are kept for ever, no words and no people', async () => {
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
  const all = JSON.stringify(await app.deps.db.select({ about: auditLog.about }).from(auditLog))
  for (const word of ['Something', 'reason', 'loud', 'private@', '@demo.test']) expect(all).not.toContain(word)
})

test('a sentence says what was done, with names and amounts as they were, also of what was refused', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const coach = await aCoach(app.deps, { name: 'SentenceCoach' })
  const booking = await aBooking(app.deps, { customerName: 'Ada Before', coach })
  const day = showMonthDay(booking.sessionDate)
  const params = { bookingId: booking.id }
  const body = { refund: basic.decimal, reason: 'coach is ill' }
  expect((await app.call(cancelBooking, { params, body }, admin.token)).status).toBe(200)
  expect((await app.call(cancelBooking, { params, body }, admin.token)).status).toBe(409)
  await app.deps.db.update(bookings).set({ customerName: 'Ada After' }).where(eq(bookings.id, booking.id))
  const cancelled = `cancelled Ada Before's ${day} session with SentenceCoach, refunded $29.00: coach is ill`
  expect((await list({ personId: admin.id })).body).toMatchObject([
    { status: 409, sentence: cancelled, about: { bookingId: booking.id } },
    { status: 200, sentence: cancelled },
  ])
  const claim = await app.call(calls.listAudit, { query: { q: 'ADA before', kind: 'bookings' } }, owner.token)
  expect(claim.headers['x-total-count']).toBe('2')
  const none = async (query: object) => (await list({ personId: admin.id, ...query })).body
  expect(await none({ q: 'ada_before' })).toEqual([])
  expect(await none({ kind: 'stories' })).toEqual([])
})

test('a sentence about several bookings says number, sum and reason, and of each whose it is and its sum', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const both = [
    await aBooking(app.deps, { customerName: 'Ada', coach: await aCoach(app.deps) }),
    await aBooking(app.deps, { customerName: 'Bea', coach: await aCoach(app.deps) }),
  ].sort((a, b) => a.number.localeCompare(b.number))
  const line = { left: basic.decimal, isCalledOff: false }
  const amounts = ['7.50', '12.00']
  const lines = both.map(({ number }, i) => ({ ...line, amount: amounts[i]!, number, idempotencyKey: newId() }))
  const refund = (some: typeof lines) =>
    app.call(actOnMany, { body: { act: 'refund', reason: 'late', lines: some } }, admin.token)
  expect((await refund(lines)).status).toBe(200)
  await refund(lines.slice(0, 1))
  const cancel = both.map(({ number }, i) => ({ number, refund: ['21.50', '17.00'][i]! }))
  expect((await app.call(actOnMany, { body: { act: 'cancel', lines: cancel } }, admin.token)).status).toBe(200)
  const [one, other] = both.map(
    ({ customerName, sessionDate, coachName, number }) =>
      `${customerName}'s ${showMonthDay(sessionDate)} session with ${coachName} (${number}`,
  )
  expect((await list({ personId: admin.id })).body.map(({ sentence }) => sentence)).toEqual([
    `cancelled 2 bookings, refunded $38.50 in all: ${one}, $21.50), ${other}, $17.00)`,
    `refunded $7.50 of ${one}): late`,
    `refunded $19.50 in all of 2 bookings (late): ${one}, $7.50), ${other}, $12.00)`,
  ])
})

test('the hour in a sentence is the one of the reader’s clock, and in the file the business’s', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const body = { selectedDate: '2026-01-05', selectedTime: '19:00' }
  await app.call(scheduleBooking, { params: { bookingId: newId() }, body }, admin.token)
  const [act] = (await list({ personId: admin.id })).body
  expect(showHours(act!.sentence!, 'America/New_York')).toBe('scheduled a booking for Mon, Jan 5, 7:00 PM')
  expect(showHours(act!.sentence!, 'Europe/Berlin')).toBe('scheduled a booking for Tue, Jan 6, 1:00 AM')
  const said = 'rejected a story: 2026-99-05T00:00:00.000Z'
  expect(showHours(said, 'Europe/Berlin')).toBe(said)
  const url = callUrl(calls.exportAudit, { query: { personId: admin.id } })
  const headers = { authorization: `Bearer ${owner.token}` }
  const { body: file } = await app.app.http.inject({ method: 'GET', url, headers })
  expect(file).toContain('scheduled a booking for Mon, Jan 5, 7:00 PM')
})

test('a sentence tells a story that was public from one that only waited', async () => {
  const second = await aUser(app.deps, { isOwner: true })
  const [waits, open] = [
    await aStory(app.deps, { userName: 'Waits' }),
    await aStory(app.deps, { userName: 'Open', isApproved: true }),
  ]
  const body = { reason: 'no climb' }
  for (const { id } of [waits, open]) await app.call(rejectStory, { params: { id }, body }, second.token)
  expect((await list({ personId: second.id })).body.map(({ sentence }) => sentence)).toEqual([
    "rejected Open's public story: no climb",
    "rejected Waits's story: no climb",
  ])
})

test('a decision whose notes are the screen’s own is said once', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  for (const adminNotes of ['Approved by admin', 'A strong one']) {
    const { id } = await anApplication(app.deps, { applicantName: 'Ada' })
    await app.call(reviewApplication, { params: { id }, body: { status: 'approved', adminNotes } }, admin.token)
  }
  expect((await list({ personId: admin.id })).body.map(({ sentence }) => sentence)).toEqual([
    "approved Ada's application: A strong one",
    "approved Ada's application",
  ])
})

test('the export has what fits, no cell of it a formula', async () => {
  const admin = await aUser(app.deps, { name: 'Exporter', isAdmin: true })
  const booking = await aBooking(app.deps, { customerName: '=1+1' })
  const body = { amount: '1', reason: 'For you, "gladly"', idempotencyKey: newId() }
  await app.call(giveRefund, { params: { bookingId: booking.id }, body }, admin.token)
  const old = { personId: admin.id, door: 'account', call: 'POST /api/gone', about: {}, status: 500 } as const
  await app.deps.db.insert(auditLog).values({ ...old, createdAt: new Date(0) })
  const url = callUrl(calls.exportAudit, { query: { personId: admin.id } })
  const headers = { authorization: `Bearer ${owner.token}` }
  const { statusCode, body: file } = await app.app.http.inject({ method: 'GET', url, headers })
  expect(statusCode, file).toBe(200)
  const [head, refund, gone] = file.trim().split('\r\n')
  expect(head).toBe('When (New York),Who,What,Outcome,Call,About')
  expect(refund).toContain(`Exporter,"refunded $1.00 of =1+1's`)
  expect(refund).toContain('For you, ""gladly""')
  expect(gone).toBe('1969-12-31 19:00:00,Exporter,POST /api/gone,"not done, 500",POST /api/gone,{}')
})

test('to forget an e-mail takes no words about another one that is only written alike', async () => {
  const emails = ["o'shea@demo.test", 'oshea@demo.test']
  const act = { personId: owner.id, door: 'account', call: 'POST /api/owner/roles', about: {}, status: 200 } as const
  await app.deps.db.insert(auditLog).values(emails.map((email) => ({ ...act, sentence: `made ${email} an admin` })))
  await app.deps.db.transaction((tx) => forgetSentences(tx, [], 'oshea@demo.test'))
  const kept = (await list({ q: 'oshea' })).body.map(({ sentence }) => sentence)
  expect(kept).toEqual(["made o'shea@demo.test an admin"])
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

test('a coach who calls off a session or a day, or writes one up, is in it by name, and nobody else', async () => {
  const coachUser = await aUser(app.deps, { name: 'Ill Coach' })
  const coach = await aCoach(app.deps, { name: 'IllPump', userId: coachUser.id })
  const [soon, later] = [starts[40]!, starts[80]!]
  const player = await aUser(app.deps, { name: 'Ada' })
  const session = await aBooking(app.deps, { coach, player, start: soon })
  const onDay = await aBooking(app.deps, { coach, player, start: later })
  const past = { date: '2026-01-05', time: '09:00', startsAt: new Date(Date.now() - 2 * 3_600_000) }
  const held = await aBooking(app.deps, { coach, player, start: past })
  const params = { bookingId: session.id }
  expect((await app.call(callOff, { params, body: { reason: 'ill' } }, coachUser.token)).status).toBe(200)
  const sessions = [{ bookingId: onDay.id, startsAt: later.startsAt.toISOString() }]
  const body = { reason: 'emergency', date: later.date, zone, sessions } as const
  expect((await app.call(callOffDay, { body }, coachUser.token)).status).toBe(200)
  const words = { seen: ['You jump too early. '.repeat(8)] }
  const written = await app.call(saveWriteUp, { params: { bookingId: held.id }, body: words }, coachUser.token)
  expect(written.status).toBe(200)
  const { body: acts } = await list({ personId: coachUser.id })
  const sessionOn = (date: string) => `Ada's ${showMonthDay(date)} session with IllPump`
  expect(acts.map(({ sentence }) => sentence)).toEqual([
    `wrote up ${sessionOn(past.date)}`,
    `called off all their own sessions on ${showDate(later.date)} (emergency): ${sessionOn(later.date)} (${onDay.number})`,
    `called off ${sessionOn(soon.date)}, with all its seats: ill`,
  ])
  expect(acts).toMatchObject([1, 2, 3].map(() => ({ personName: 'Ill Coach', status: 200 })))
  expect((await app.call(calls.listAuditPeople, {}, owner.token)).body).toContainEqual(
    expect.objectContaining({ name: 'Ill Coach' }),
  )
  expect((await app.call(callOff, { params, body: { reason: 'ill' } }, player.token)).status).toBe(403)
  expect(await actsOf(player)).toEqual([])
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
    ["update audit_log set status = 200, sentence = 'did nothing' where status is null"],
    ["update audit_log set sentence = 'did nothing'"],
    ["update audit_log set sentence = null, call = 'GET /y'"],
  ])('%s', async (statement) => {
    const unfinished = {
      personId: owner.id,
      door: 'account',
      call: 'POST /x',
      sentence: 'did x',
      about: { id: newId() },
    } as const
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
