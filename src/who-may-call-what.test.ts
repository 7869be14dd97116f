import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { Who } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'

/**
 * Who may make which call (reading R28 of the design), written down a second time and independently of the contracts:
 * a call that is missing here, or guarded otherwise, fails.
 */
const table: Record<string, Who> = {
  'GET /api/auth/me': 'player',
  'POST /api/auth/login': 'everybody',
  'POST /api/auth/signup': 'everybody',
  'POST /api/auth/logout': 'everybody',
  'PATCH /api/auth/me': 'player',
  'POST /api/auth/password': 'player',
  'GET /api/auth/sessions': 'player',
  'DELETE /api/auth/sessions/:sessionId': 'player',
  'POST /api/auth/sessions/end-others': 'player',
  'POST /api/auth/codes': 'everybody',
  'POST /api/auth/codes/redeem': 'everybody',
  'GET /api/coaches': 'everybody',
  'GET /api/coaches/check': 'player',
  'GET /api/free-hours': 'everybody',
  'GET /api/next-free-hours': 'everybody',
  'GET /api/coaches/:slug/ratings': 'everybody',
  'GET /api/bookings': 'owner-or-admin',
  'POST /api/create-payment-intent': 'player',
  'PATCH /api/orders/:orderId': 'player',
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
  'POST /api/payment-problems/:problemId/resolve': 'owner',
  'POST /api/success-stories': 'player',
  'POST /api/coach-applications': 'everybody',
  'GET /api/coach-application': 'everybody',
  'POST /api/coach-application/access': 'everybody',
  'GET /api/coach-applications/by-email': 'player',
  'GET /api/success-stories/featured': 'everybody',
  'GET /api/admin/success-stories/pending': 'owner',
  'POST /api/admin/success-stories/:id/approve': 'owner',
  'POST /api/admin/success-stories/:id/feature': 'owner',
  'POST /api/contacts': 'player',
  'GET /api/contacts': 'owner',
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
}

/** Nobody-in-particular calls that are no part of the contract: their own proof of identity, or none needed. */
const outsideTheContract = [
  'GET /api/login',
  'GET /api/health',
  'GET /api/ready',
  'GET /api/openapi.json',
  'POST /api/webhooks/stripe',
]

const callers = ['nobody', 'expired session', 'player', 'coach', 'admin', 'owner'] as const
type Caller = (typeof callers)[number]

/** What a guard says before anything else is looked at; null: the call gets through it. */
const refusal: Record<Who, Partial<Record<Caller, 401 | 403>>> = {
  everybody: {},
  player: { nobody: 401, 'expired session': 401 },
  owner: { nobody: 401, 'expired session': 401, player: 403, coach: 403, admin: 403 },
  admin: { nobody: 401, 'expired session': 401, player: 403, coach: 403, owner: 403 },
  'owner-or-admin': { nobody: 401, 'expired session': 401, player: 403, coach: 403 },
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A fresh session of such a caller: some calls end it. */
async function tokenOf(caller: Caller): Promise<string | null> {
  if (caller === 'nobody') return null
  if (caller === 'expired session') return 'x'.repeat(43)
  const user = await aUser(app.deps, { isAdmin: caller === 'admin', isOwner: caller === 'owner' })
  if (caller === 'coach') await aCoach(app.deps, { userId: user.id })
  return user.token
}

test('every call served is in the table, and the other way round', () => {
  const served = Object.entries(app.app.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods!).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(served.filter((call) => !outsideTheContract.includes(call)).sort()).toEqual(Object.keys(table).sort())
})

describe.each(Object.entries(table))('%s is for %s', (call, who) => {
  test.each(callers)('%s', async (caller) => {
    const [method, path] = call.split(' ') as ['GET' | 'POST', string]
    const url = path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
    const token = await tokenOf(caller)
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.app.http.inject({ method, url, headers, ...(method !== 'GET' && { payload: {} }) })
    const expected = refusal[who][caller]
    if (expected) expect(answer.statusCode).toBe(expected)
    else {
      expect(answer.json().message).not.toBe('Unauthorized')
      expect([403, 500, 503]).not.toContain(answer.statusCode)
    }
  })
})
