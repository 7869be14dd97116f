import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'

/**
 * Every public call by its exact method and path (API-1). Those under `built` must be served,
 * those under `open` must not be yet: building one moves its line up.
 */
const built = [
  'GET /api/auth/me',
  'POST /api/auth/login',
  'POST /api/auth/signup',
  'GET /api/coaches/check',
  'GET /api/coaches',
  'POST /api/create-payment-intent',
  'POST /api/booking-confirmation',
  'GET /api/bookings',
  'GET /api/bookings/coach',
  'POST /api/contacts',
  'GET /api/contacts',
  'POST /api/success-stories',
  'GET /api/success-stories/featured',
  'GET /api/admin/success-stories/pending',
  'POST /api/admin/success-stories/{id}/approve',
  'POST /api/admin/success-stories/{id}/feature',
  'POST /api/coach-applications',
  'GET /api/coach-application',
  'GET /api/coach-applications/by-email',
  'GET /api/messages/{bookingId}',
  'POST /api/messages',
  'GET /api/messages/application/{coachApplicationId}',
  'POST /api/messages/send-applicant',
  'GET /api/messages/booking/{bookingId}',
  'POST /api/messages/send-coach-booking',
  'POST /api/messages/send-coach-application',
  'POST /api/admin/send-internal-message',
  'POST /api/admin/login',
  'GET /api/admin/bookings',
  'GET /api/admin/booking/{id}/messages',
  'POST /api/admin/booking/{id}/message',
  'GET /api/coach-applications',
  'PATCH /api/coach-applications/{id}',
  'POST /api/admin/send-sms',
  'POST /api/admin/create-booking',
  'GET /api/admin/ratings/pending',
  'POST /api/admin/ratings/{id}/approve',
]
const open: string[] = []

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the calls served are those of the list, nothing renamed', async () => {
  const { paths } = (await app.app.http.inject('/api/openapi.json')).json() as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(built.filter((call) => !served.includes(call))).toEqual([])
  expect(open.filter((call) => served.includes(call))).toEqual([])
})
