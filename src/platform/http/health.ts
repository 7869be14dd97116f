import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import { Unavailable } from './errors.ts'
import { isCall } from './is-call.ts'

/** `/api/health`: the process is up. `/api/ready`: so is its migrated database. 200 or 503. */
export function serveHealth(app: FastifyInstance, { db }: Deps): void {
  app.get('/api/health', { logLevel: 'silent' }, async () => ({ ok: true }))
  app.get('/api/ready', { logLevel: 'silent' }, async (_request, reply) => {
    try {
      await db.execute(sql`select 1 from drizzle.__drizzle_migrations limit 1`)
      return { ok: true }
    } catch {
      return reply.code(503).send({ message: 'The database does not answer.' })
    }
  })
}

/** While the database is down, refuses every call at once; pages that do not need it are still served. */
export function refuseWhileAway(app: FastifyInstance, watch: { isAway(): boolean }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (watch.isAway() && isCall(request) && request.routeOptions.url !== '/api/health') throw new Unavailable()
    done()
  })
}
