import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { auditLog } from '#src/features/audit/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { showHours } from '#src/shared/text/sentences.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { everyCall } from '../support/every-call.ts'
import { basic } from '../support/prices.ts'

/** Whatever staff does leaves a line in the audit: every call that changes something is made by somebody with every role. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const words = 'Words that are long enough for any field'

/** Fits every call's body: a new call's other required fields are added here. */
const body = {
  ...{ name: 'Keeper', email: 'somebody@demo.test', phone: '+12125550100', code: '12345678', purpose: 'verify-email' },
  ...{ password: demoPassword, currentPassword: demoPassword, confirmPassword: demoPassword },
  ...{
    bookingId: newId(),
    coachApplicationId: newId(),
    coachId: newId(),
    number: 0,
    idempotencyKey: newId(),
    decisionId: newId(),
    questionId: newId(),
  },
  ...{ content: words, message: words, reason: words, story: words, review: words, note: words, description: words },
  ...{
    title: words,
    availability: words,
    coachingExperience: words,
    whyCoach: words,
    achievements: [],
    specialties: [],
  },
  ...{
    applicantName: 'Keeper',
    applicantEmail: 'somebody@demo.test',
    gameExpertise: 'fortnite',
    currentRank: 'Unreal',
  },
  ...{ coachName: 'VexFlip', game: 'fortnite', beforeRank: 'Gold', afterRank: 'Unreal', sessionsCount: 1, rating: 5 },
  ...{ customerName: 'Keeper', customerEmail: 'somebody@demo.test', serviceName: 'Any', paymentIntentId: 'pi_1' },
  ...{ selectedDate: '2026-01-05', selectedTime: '09:00', refund: basic.decimal, amount: basic.decimal, metadata: {} },
  ...{ says: 'we-met', agrees: true, outcome: 'held', problem: 'other', upheld: false, sessions: 0, rulesVersion: 1 },
  ...{ insteadOf: null },
  ...{ status: 'approved', decision: 'declined', wanted: 'refunded', role: 'admin', granted: false },
}

/** What fields mean in one call only. */
const special: Record<string, object> = {
  'PUT /api/coach/availability': { zone: 'Europe/London', week: [], exceptions: [] },
  'POST /api/auth/login': { code: undefined },
  'POST /api/auth/confirm': { code: undefined },
  'POST /api/auth/second-factor/on': { code: '123456' },
  'POST /api/auth/second-factor/off': { code: '123456' },
  'POST /api/staff/second-step': { accountId: newId(), allowed: true },
  'PUT /api/owner/staff-rules': { secondFactor: false },
  'PUT /api/auth/staff-alerts': { alert: 'booking', wanted: false },
  'PUT /api/bookings/:bookingId/write-up': { seen: [words] },
  'PUT /api/coach/drills': { drills: [] },
  'PUT /api/homework/:homeworkId': { done: true },
  'PUT /api/bookings/:bookingId/owed': { replaysWatched: true, newReplayChecked: false },
  'POST /api/admin/ratings/:id/reject': { reason: 'It is spam' },
  'POST /api/bookings/:bookingId/call-off': { reason: 'ill' },
  'POST /api/coach/call-off-day': {
    ...{ reason: 'ill', date: '2026-01-05', zone: 'Europe/London' },
    sessions: [{ bookingId: newId(), startsAt: '2026-01-05T14:00:00Z' }],
  },
  'POST /api/coaches/:coachId/call-off-day': {
    ...{ reason: 'ill', date: '2026-01-05', zone: 'Europe/London' },
    sessions: [{ bookingId: newId(), startsAt: '2026-01-05T14:00:00Z' }],
  },
  'POST /api/exceptions': { act: 'cancel', lines: [{ number: 'LU-22222', refund: basic.decimal }] },
  'POST /api/bookings/:bookingId/hand-over': { startsAt: '2026-01-05T14:00:00Z' },
  'POST /api/bookings/:bookingId/take-back': { outcomeAt: '2026-01-05T14:00:00Z' },
  'POST /api/coaches/:coachId/reopen-hours': { from: '2026-01-05T14:00:00Z', to: '2026-01-05T15:00:00Z' },
  'POST /api/payment-problems/:problemId/answer': { version: 'x' },
  'POST /api/coach-shares': { percent: 70, validFrom: '2026-01-05' },
  'POST /api/coaches/:coachId/payouts': { until: '2026-01-05', reference: 'Transfer 7' },
  'POST /api/bookings/:bookingId/choice': { chosen: 'money' },
  'POST /api/coach-application/owner': { ownerToken: 'x'.repeat(43), wasMe: true },
  'POST /api/choice/find': { token: 'x'.repeat(43) },
  'POST /api/choice': { token: 'x'.repeat(43), choice: { chosen: 'money' } },
  'POST /api/coach/take-overs/:choiceId': { accepts: false },
  'PUT /api/mail-choices': { kind: 'reminders', wanted: false },
}

/** What the audit says, by the call. */
const sentences = new Map<string, string>()

const changing = everyCall().filter(({ method }) => method !== 'GET')

test('what staff look at and is written down has a sentence, too', () => {
  const looked = everyCall().filter(({ method, audited }) => method === 'GET' && audited)
  expect(looked.filter(({ sentence }) => !sentence)).toEqual([])
})

test('only what browsers say by themselves, and a report that its subject may not see, are no acts', () => {
  const names = changing.filter(({ audited }) => audited === false).map(({ method, path }) => `${method} ${path}`)
  expect(names.sort()).toEqual([
    'POST /api/bookings/:bookingId/reports',
    'POST /api/messages/seen',
    'PUT /api/account/zone',
  ])
})

test('only coaches and staff make the calls that are in it of coaches, too', () => {
  const ofCoaches = everyCall().filter(({ coachsAct }) => coachsAct)
  expect(ofCoaches.length).toBeGreaterThan(0)
  expect(ofCoaches.filter(({ who }) => who !== 'coach' && who !== 'coach-or-staff')).toEqual([])
})

describe('is in the audit once, with its outcome', () => {
  const acts = changing.filter(({ audited }) => audited !== false)
  test.each(acts.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (name, call) => {
    const staff = await aUser(app.deps, { isOwner: true, isAdmin: true })
    if (call.who === 'coach') await aCoach(app.deps, { userId: staff.id })
    const answer = await request(name, call, { authorization: `Bearer ${staff.token}` })
    const rows = await app.deps.db.select().from(auditLog).where(eq(auditLog.personId, staff.id))
    expect(rows, answer.body).toMatchObject([{ call: name, door: 'account', status: answer.statusCode }])
    expect(rows[0]?.sentence, 'a `sentence` in its contract').toMatch(/^[a-z][^{}]*[^.]$/)
    sentences.set(name, rows[0]?.sentence ?? '')
  })

  test('what staff read of them is in audit-sentences.txt', async () => {
    const read = (name: string) => showHours(sentences.get(name) ?? '', app.deps.env.businessTimeZone)
    const lines = acts.map(({ method, path }) => `${method} ${path}\n  ${read(`${method} ${path}`)}\n`)
    await expect(lines.join('')).toMatchFileSnapshot('./audit-sentences.txt')
  })
})

describe('is in the audit under the admin login’s name', () => {
  const acts = changing.filter(({ who }) => who === 'admin' || who === 'owner-or-admin')
  test.each(acts.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (name, call) => {
    const admin = await aUser(app.deps, { isAdmin: true })
    const payload = { email: admin.email, name: admin.name }
    const headers = { authorization: `Bearer ${admin.token}` }
    const login = await app.app.http.inject({ method: 'POST', url: '/api/admin/login', headers, payload })
    const cookie = login.cookies.map((each) => `${each.name}=${each.value}`).join('; ')
    const answer = await request(name, call, { cookie })
    const byLogin = and(eq(auditLog.personId, admin.id), eq(auditLog.door, 'admin-login'))
    const rows = await app.deps.db.select().from(auditLog).where(byLogin)
    expect(rows, answer.body).toMatchObject([{ call: name, door: 'admin-login', status: answer.statusCode }])
  })
})

function request(name: string, { method, path, body: schema }: AnyCall, headers: Record<string, string>) {
  const url = path.replace(':as', 'coach').replace(/:\w+/g, newId())
  const payload = schema && { ...body, ...special[name] }
  return app.app.http.inject({ method, url, headers, payload })
}
