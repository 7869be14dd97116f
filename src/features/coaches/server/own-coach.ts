import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#src/platform/database/db.ts'
import { NotAllowed } from '#src/platform/http/errors.ts'
import { coaches } from './table.ts'

type CoachRow = typeof coaches.$inferSelect

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's own profile, on the calls for coaches; null for staff who are none. */
    coach: CoachRow | null
  }
}

const refusal = 'Coach Access Required: This dashboard is only available to approved coaches.'

/**
 * Guards the calls for coaches: they belong to the verified account that a profile is linked to, published or not, never
 * to a name or an e-mail somebody sent (WHO-5). Visitors are refused by the call's own guard.
 */
export function guardCoachCalls(app: FastifyInstance, db: Db): void {
  app.decorateRequest('coach', null)
  app.addHook('onRequest', async (request) => {
    const { account } = request
    const who = request.routeOptions.config.call?.who
    if (!account || (who !== 'coach' && who !== 'coach-or-staff')) return
    const [coach] = account.emailVerified ? await db.select().from(coaches).where(eq(coaches.userId, account.id)) : []
    request.coach = coach ?? null
    const isStaff = account.isOwner || account.isAdmin
    if (!coach && !(who === 'coach-or-staff' && isStaff)) throw new NotAllowed(refusal)
  })
}

/** The caller's own profile. Throws `NotAllowed` when there is none. */
export function ownCoach(request: FastifyRequest): CoachRow {
  if (!request.coach) throw new NotAllowed(refusal)
  return request.coach
}
