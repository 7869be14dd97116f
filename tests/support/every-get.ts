import { type AnyCall, callUrl } from '#src/shared/define-call.ts'
import { everyCall } from './every-call.ts'
import type { Ids, Person } from './world.ts'

/** A GET by a caller who may make it. */
export type Question = { name: string; url: string; person: Person }

/** Every GET of every contract, about `ids`, by a caller who may make it. */
export function everyGet(ids: Ids & { deliveryId: string }): Question[] {
  const today = new Date().toISOString().slice(0, 10)
  const params = { ...ids, userId: ids.playerId, coachApplicationId: ids.applicationId, as: 'coach' }
  const queries: Record<string, object> = {
    '/api/free-hours': { serviceId: '1on1-basic', game: 'rocket-league' },
    '/api/coaches/check': { email: ids.playerEmail },
    '/api/coach-applications/by-email': { email: ids.playerEmail },
    '/api/coach-application': { email: ids.email },
    '/api/exceptions': { numbers: 'LU-22222' },
    '/api/money-desk': { date: today },
    '/api/people': { email: ids.playerEmail },
    '/api/staff-search': { q: ids.playerEmail },
    '/api/owner/insights': { from: today, to: today },
    '/api/money-report': { from: today, to: today },
    '/api/money-report/export.csv': { from: today, to: today },
    '/api/coach-earnings': { from: today, to: today },
    '/api/coach-earnings/export.csv': { from: today, to: today },
  }
  // A calendar's address is a secret that nobody here has.
  const gets = everyCall().filter(({ method, path }) => method === 'GET' && path !== '/calendar/:file')
  return gets.map((call) => ({
    name: call.path,
    url: callUrl(call, {
      params: {
        ...params,
        id: call.path.includes('applications') ? ids.applicationId : ids.bookingId,
        ...(call.path.endsWith('/choice') && { bookingId: ids.calledOffId }),
      },
      query: queries[call.path],
    }),
    // Without a link's token it is about one's own address.
    person: call.path === '/api/mail-choices' ? 'player' : askers[call.who],
  }))
}

const askers: Record<AnyCall['who'], Person> = {
  everybody: 'applicant',
  account: 'player',
  coach: 'coach',
  'coach-or-staff': 'coach',
  admin: 'admin',
  owner: 'owner',
  'owner-or-admin': 'owner',
  'admin-area': 'admin',
}
