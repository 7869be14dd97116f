import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listAsAdmin } from '#src/features/accounts/server/staff/admins.ts'
import type { Who } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { codeIn } from '../support/code-in.ts'

/**
 * Who may make which call (WHO-1), written down a second time and independently of the contracts:
 * a call that is missing here, or guarded otherwise, fails.
 */
const table: Record<string, Who> = {
  'GET /api/auth/me': 'player',
  'POST /api/auth/login': 'everybody',
  'POST /api/auth/signup': 'everybody',
  'POST /api/auth/logout': 'everybody',
  'PATCH /api/auth/me': 'player',
  'GET /api/account/profile': 'player',
  'PUT /api/account/profile': 'player',
  'POST /api/auth/password': 'player',
  'GET /api/auth/sessions': 'player',
  'GET /api/auth/logins': 'player',
  'DELETE /api/auth/sessions/:sessionId': 'player',
  'POST /api/auth/sessions/end-others': 'player',
  'GET /api/auth/staff-alerts': 'owner-or-admin',
  'PUT /api/auth/staff-alerts': 'owner-or-admin',
  'GET /api/auth/second-factor': 'player',
  'POST /api/auth/second-factor': 'player',
  'POST /api/auth/second-factor/on': 'player',
  'POST /api/auth/second-factor/off': 'player',
  'POST /api/auth/confirm': 'player',
  'POST /api/auth/codes': 'everybody',
  'POST /api/auth/codes/redeem': 'everybody',
  'GET /api/coaches': 'everybody',
  'GET /api/coaches/check': 'player',
  'GET /api/admin/owning-coaches': 'admin',
  'GET /api/coach/profile': 'coach',
  'PATCH /api/coach/profile': 'coach',
  'PUT /api/coach/photo': 'coach',
  'DELETE /api/coach/photo': 'coach',
  'GET /api/coach/availability': 'coach',
  'PUT /api/coach/availability': 'coach',
  'POST /api/coach/availability/confirm': 'coach',
  'PUT /api/coach/players/:playerId/note': 'coach',
  'GET /api/bookings/coach': 'coach-or-staff',
  'GET /api/free-hours': 'everybody',
  'GET /api/seller': 'everybody',
  'GET /api/next-free-hours': 'everybody',
  'GET /api/coaches/:slug/ratings': 'everybody',
  'POST /api/ratings': 'player',
  'GET /api/ratings/mine': 'player',
  'GET /api/admin/ratings/pending': 'owner',
  'POST /api/admin/ratings/:id/approve': 'owner',
  'POST /api/admin/ratings/:id/reject': 'owner',
  'GET /api/privacy/export': 'player',
  'GET /api/privacy/export.html': 'player',
  'POST /api/privacy/erase': 'player',
  'GET /api/bookings': 'owner-or-admin',
  'GET /api/bookings/export.csv': 'owner-or-admin',
  'GET /api/bookings/unpublished-coaches': 'owner-or-admin',
  'GET /api/bookings/:bookingId/details': 'owner-or-admin',
  'GET /api/owner/coaches': 'owner',
  'PATCH /api/owner/coaches/:coachId': 'owner',
  'POST /api/owner/coaches/:coachId/unlink': 'owner',
  'GET /api/owner/audit': 'owner',
  'GET /api/owner/audit/people': 'owner',
  'GET /api/owner/staff-rules': 'owner',
  'PUT /api/owner/staff-rules': 'owner',
  'GET /api/owner/roles': 'owner',
  'POST /api/owner/roles': 'owner',
  'POST /api/owner/end-sessions': 'owner',
  'POST /api/contacts/:contactId/answered': 'owner',
  'DELETE /api/contacts/:contactId/answered': 'owner',
  'POST /api/create-payment-intent': 'player',
  'GET /api/orders/:orderId': 'player',
  'PATCH /api/orders/:orderId': 'player',
  'POST /api/orders/:orderId/hold-longer': 'player',
  'DELETE /api/orders/:orderId': 'player',
  'POST /api/booking-confirmation': 'player',
  'GET /api/bookings/mine': 'player',
  'POST /api/bookings/:bookingId/cancel': 'player',
  'POST /api/bookings/:bookingId/move': 'player',
  'POST /api/bookings/:bookingId/schedule': 'owner-or-admin',
  'POST /api/bookings/:bookingId/complete': 'player',
  'POST /api/bookings/:bookingId/no-show': 'player',
  'POST /api/bookings/:bookingId/claim-guarantee': 'player',
  'GET /api/bookings/:bookingId/history': 'owner-or-admin',
  'GET /api/bookings/:bookingId/calendar': 'player',
  'GET /api/bookings/:bookingId/receipt': 'player',
  'GET /api/guarantee-claims': 'owner',
  'POST /api/guarantee-claims/:claimId/decide': 'owner',
  'GET /api/money-desk': 'owner',
  'GET /api/payment-problems': 'owner',
  'GET /api/dead-jobs': 'owner',
  'POST /api/dead-jobs/:jobId/retry': 'owner',
  'POST /api/payment-problems/:problemId/reopen': 'owner',
  'POST /api/payment-problems/:problemId/resolve': 'owner',
  'POST /api/success-stories': 'player',
  'POST /api/coach-applications': 'everybody',
  'GET /api/coach-application': 'everybody',
  'POST /api/coach-application/access': 'everybody',
  'GET /api/coach-applications/by-email': 'player',
  'GET /api/success-stories': 'everybody',
  'GET /api/success-stories/featured': 'everybody',
  'GET /api/admin/success-stories/pending': 'owner',
  'GET /api/admin/success-stories/approved': 'owner',
  'POST /api/admin/success-stories/:id/approve': 'owner',
  'POST /api/admin/success-stories/:id/feature': 'owner',
  'POST /api/admin/success-stories/:id/unfeature': 'owner',
  'POST /api/admin/success-stories/:id/reject': 'owner',
  'POST /api/contacts': 'player',
  'GET /api/contacts': 'owner',
  'GET /api/owner/insights': 'owner',
  'GET /api/coach-applications': 'admin',
  'GET /api/coach-applications/:id': 'admin',
  'PATCH /api/coach-applications/:id': 'admin',
  'POST /api/admin/login': 'everybody',
  'POST /api/admin/logout': 'everybody',
  'GET /api/admin/me': 'admin-area',
  'GET /api/admin/bookings': 'admin-area',
  'GET /api/admin/booking/:id/messages': 'admin-area',
  'POST /api/admin/booking/:id/message': 'admin-area',
  'POST /api/admin/create-booking': 'admin',
  'POST /api/admin/send-sms': 'admin',
  'GET /api/messages/:bookingId': 'player',
  'GET /api/messages/booking/:bookingId': 'player',
  'GET /api/messages/application/:coachApplicationId': 'everybody',
  'POST /api/messages': 'player',
  'POST /api/messages/send-coach-booking': 'player',
  'POST /api/messages/send-coach-application': 'player',
  'POST /api/messages/send-applicant': 'everybody',
  'POST /api/messages/seen': 'everybody',
  'POST /api/admin/send-internal-message': 'admin',
  'GET /api/threads': 'player',
  'GET /api/deliveries': 'owner-or-admin',
  'GET /api/deliveries/counts': 'owner-or-admin',
  'GET /api/deliveries/:deliveryId': 'owner-or-admin',
  'POST /api/deliveries/:deliveryId/resend': 'owner-or-admin',
  'GET /api/mail-choices': 'everybody',
  'PUT /api/mail-choices': 'everybody',
}

const callers = [
  'nobody',
  'expired session',
  'player',
  'coach',
  'admin',
  'admin session',
  'listed admin',
  'owner',
] as const
type Caller = (typeof callers)[number]

const nobody = { nobody: 401, 'expired session': 401 } as const
const adminArea = { 'admin session': 401, 'listed admin': 401 } as const

/** What a guard says before anything else is looked at; null: the call gets through it. */
const refusal: Record<Who, Partial<Record<Caller, 401 | 403>>> = {
  everybody: {},
  // Sessions of the admin area are looked at by calls for admins only.
  player: { ...nobody, ...adminArea },
  coach: { ...nobody, ...adminArea, player: 403, admin: 403, owner: 403 },
  'coach-or-staff': { ...nobody, ...adminArea, player: 403 },
  owner: { ...nobody, ...adminArea, player: 403, coach: 403, admin: 403 },
  admin: { ...nobody, 'listed admin': 403, player: 403, coach: 403, owner: 403 },
  'owner-or-admin': { ...nobody, 'listed admin': 403, player: 403, coach: 403 },
  'admin-area': { ...nobody, player: 403, coach: 403, owner: 403 },
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** What a fresh session of such a caller sends along: some calls end it. */
async function proofOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'nobody') return {}
  if (caller === 'expired session') return { authorization: `Bearer ${'x'.repeat(43)}` }
  if (caller === 'listed admin') return { cookie: `admin_session=${await aListedAdmin()}` }
  const user = await aUser(app.deps, { isAdmin: caller.startsWith('admin'), isOwner: caller === 'owner' })
  if (caller === 'coach') await aCoach(app.deps, { userId: user.id })
  const authorization = `Bearer ${user.token}`
  if (caller !== 'admin session') return { authorization }
  const payload = { email: user.email, name: user.name }
  const login = { method: 'POST', url: '/api/admin/login', headers: { authorization }, payload } as const
  const [session] = (await app.app.http.inject(login)).cookies.filter(({ name }) => name === 'admin_session')
  return { cookie: `admin_session=${session!.value}` }
}

/** The session of somebody who is on the list of admins and has no account. */
async function aListedAdmin(): Promise<string> {
  const payload = { email: `${crypto.randomUUID()}@listed.test`, name: 'Listed' }
  await listAsAdmin(app.deps.db, payload)
  const logIn = (more: object, cookies = {}) =>
    app.app.http.inject({ method: 'POST', url: '/api/admin/login', payload: { ...payload, ...more }, cookies })
  const [browser] = (await logIn({})).cookies
  await app.runJobs()
  const [mail] = app.sandbox.outbox.list()
  const code = codeIn(mail!.text)
  const entered = await logIn({ code }, { [browser!.name]: browser!.value })
  return entered.cookies.find(({ name }) => name === 'admin_session')!.value
}

test('every call served is in the table, and the other way round', () => {
  const served = Object.entries(app.app.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods!).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(served.sort()).toEqual(Object.keys(table).sort())
})

describe.each(Object.entries(table))('%s is for %s', (call, who) => {
  test.each(callers)('%s', async (caller) => {
    const [method, path] = call.split(' ') as ['GET' | 'POST', string]
    const url = path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
    const headers = await proofOf(caller)
    const answer = await app.app.http.inject({ method, url, headers, ...(method !== 'GET' && { payload: {} }) })
    const expected = refusal[who][caller]
    if (expected) expect(answer.statusCode).toBe(expected)
    else {
      expect(answer.body).not.toContain('"Unauthorized"')
      expect([403, 500, 503]).not.toContain(answer.statusCode)
    }
  })
})
