import { type AnyCall, callUrl } from '#src/shared/define-call.ts'
import { everyCall } from './every-call.ts'
import type { Ids, Person } from './world.ts'

/** A GET by a caller who may make it. */
export type Question = { name: string; url: string; person: Person }

/** Every GET of every contract, about `ids`, by a caller who may make it. */
export function everyGet(ids: Ids & { deliveryId: string }): Question[] {
  const today = new Date().toISOString().slice(0, 10)
  const params = { ...ids, coachApplicationId: ids.applicationId }
  const queries: Record<string, object> = {
    '/api/free-hours': { serviceId: '1on1-basic', game: 'rocket-league' },
    '/api/coaches/check': { email: ids.playerEmail },
    '/api/coach-applications/by-email': { email: ids.playerEmail },
    '/api/coach-application': { email: ids.email },
    '/api/money-desk': { date: today },
    '/api/owner/insights': { from: today, to: today },
  }
  const gets = everyCall().filter(({ method }) => method === 'GET')
  return gets.map((call) => ({
    name: call.path,
    url: callUrl(call, {
      params: { ...params, id: call.path.includes('applications') ? ids.applicationId : ids.bookingId },
      query: queries[call.path],
    }),
    // Without a link's token it is about one's own address.
    person: call.path === '/api/mail-choices' ? 'player' : askers[call.who],
  }))
}

const askers: Record<AnyCall['who'], Person> = {
  everybody: 'applicant',
  player: 'player',
  coach: 'coach',
  'coach-or-staff': 'coach',
  admin: 'admin',
  owner: 'owner',
  'owner-or-admin': 'owner',
  'admin-area': 'admin',
}
