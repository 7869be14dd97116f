import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { auditLog } from '#src/features/audit/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
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

/** Fits every call's body: whoever adds a call with other required fields adds them here. */
const body = {
  ...{ name: 'Keeper', email: 'somebody@demo.test', phone: '+12125550100', code: '12345678', purpose: 'verify-email' },
  ...{ password: demoPassword, currentPassword: demoPassword, confirmPassword: demoPassword },
  ...{ bookingId: newId(), coachApplicationId: newId(), coachId: newId(), number: 0, idempotencyKey: newId() },
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
  ...{ status: 'approved', decision: 'declined', wanted: 'refunded', role: 'admin', granted: false },
}

/** What fields mean in one call only. */
const special: Record<string, object> = {
  'PUT /api/coach/availability': { zone: 'Europe/London', week: [], exceptions: [] },
  'POST /api/auth/login': { code: undefined },
  'POST /api/auth/confirm': { code: undefined },
  'POST /api/auth/second-factor/on': { code: '123456' },
  'POST /api/auth/second-factor/off': { code: '123456' },
  'PUT /api/owner/staff-rules': { secondFactor: false },
  'PUT /api/auth/staff-alerts': { alert: 'booking', wanted: false },
  'PUT /api/mail-choices': { kind: 'reminders', wanted: false },
}

const changing = everyCall().filter(({ method }) => method !== 'GET')

test('only saying what is on the screen is no act', () => {
  const names = changing.filter(({ audited }) => audited === false).map(({ method, path }) => `${method} ${path}`)
  expect(names).toEqual(['POST /api/messages/seen'])
})

describe('is in the audit once, with its outcome', () => {
  const acts = changing.filter(({ audited }) => audited !== false)
  test.each(acts.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (name, call) => {
    const staff = await aUser(app.deps, { isOwner: true, isAdmin: true })
    if (call.who === 'coach') await aCoach(app.deps, { userId: staff.id })
    const answer = await request(name, call, { authorization: `Bearer ${staff.token}` })
    const rows = await app.deps.db.select().from(auditLog).where(eq(auditLog.personId, staff.id))
    expect(rows, answer.body).toMatchObject([{ call: name, door: 'account', status: answer.statusCode }])
  })
})

describe('is in the audit of whoever used the admin login', () => {
  const acts = changing.filter(({ who }) => who === 'admin' || who === 'owner-or-admin')
  test.each(acts.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (name, call) => {
    const admin = await aUser(app.deps, { isAdmin: true })
    const payload = { email: admin.email, name: admin.name }
    const headers = { authorization: `Bearer ${admin.token}` }
    const login = await app.app.http.inject({ method: 'POST', url: '/api/admin/login', headers, payload })
    const cookie = login.cookies.map((each) => `${each.name}=${each.value}`).join('; ')
    const answer = await request(name, call, { cookie })
    const rows = await app.deps.db.select().from(auditLog).where(eq(auditLog.personId, admin.id))
    expect(rows.slice(1), answer.body).toMatchObject([{ call: name, door: 'admin-login', status: answer.statusCode }])
  })
})

function request(name: string, { method, path, body: schema }: AnyCall, headers: Record<string, string>) {
  const url = path.replace(/:\w+/g, newId())
  const payload = schema && { ...body, ...special[name] }
  return app.app.http.inject({ method, url, headers, payload })
}
