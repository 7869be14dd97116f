import { expect, test } from 'vitest'
import { limitsOf } from '#src/platform/http/limits.ts'
import type { AnyCall, Limit } from '#src/shared/define-call.ts'
import { everyCall } from '../support/every-call.ts'

/** Calls that strangers can make and that cost money, mail, computing or trust, and by what each must be counted. */
const costly: Record<string, Limit['by'][]> = {
  // A password's hash is slow on purpose.
  'POST /api/auth/login': ['address', 'email', 'email-at-address'],
  'POST /api/auth/signup': ['address'],
  'POST /api/auth/password': ['account'],
  'POST /api/auth/email': ['account'],
  'POST /api/privacy/erase': ['account'],
  // Each sends mail.
  'POST /api/auth/codes': ['address', 'email', 'email-at-address'],
  'POST /api/admin/login': ['address', 'email', 'email-at-address'],
  'POST /api/coach-applications': ['account', 'address'],
  'POST /api/contacts': ['account', 'address'],
  'POST /api/bookings/:bookingId/cancel': ['account'],
  'POST /api/bookings/:bookingId/move': ['account'],
  'POST /api/bookings/:bookingId/claim-guarantee': ['account'],
  'POST /api/bookings/:bookingId/notes-missing': ['account'],
  'POST /api/messages': ['account'],
  'POST /api/messages/send-applicant': ['account', 'address'],
  // Each can be guessed at.
  'POST /api/auth/codes/redeem': ['address'],
  'POST /api/coach-application/access': ['address'],
  'POST /api/coach-application/owner': ['address'],
  'GET /api/coach-application': ['address'],
  'POST /api/auth/confirm': ['account'],
  // The owner has to read it.
  'POST /api/success-stories': ['account', 'address'],
  'POST /api/ratings': ['account'],
  // Asks the payment provider, and holds an hour.
  'POST /api/create-payment-intent': ['account', 'address'],
  'POST /api/booking-confirmation': ['account'],
  // Money for each SMS.
  'POST /api/admin/send-sms': ['account'],
  // Much work for one question.
  'GET /api/free-hours': ['address'],
  'GET /api/next-free-hours': ['address'],
  'GET /api/privacy/export': ['account'],
  'GET /api/privacy/export.html': ['account'],
  'GET /api/bookings/export.csv': ['account'],
  'GET /api/owner/insights': ['account'],
  'GET /api/owner/audit/export.csv': ['account'],
  'GET /api/money-report': ['account'],
  'GET /api/money-report/export.csv': ['account'],
  'PUT /api/coach/photo': ['account'],
}

const calls = everyCall()
const nameOf = ({ method, path }: AnyCall) => `${method} ${path}`

test('every call that changes something is limited', () => {
  const free = calls.filter((call) => call.method !== 'GET' && limitsOf(call).length === 0)
  expect(free.map(nameOf)).toEqual([])
})

test('costly calls are counted by everything that stops somebody', () => {
  const counted = calls
    .filter((call) => costly[nameOf(call)])
    .map((call) => [nameOf(call), [...new Set(call.limits?.map(({ by }) => by))].sort()])
  expect(Object.fromEntries(counted)).toEqual(costly)
})

test('no limit by e-mail stands on a call without one', () => {
  for (const call of calls.filter(({ limits }) => limits?.some(({ by }) => by.startsWith('email'))))
    expect(Object.keys((call.body as { shape?: object }).shape ?? {}), nameOf(call)).toContain('email')
})
