import type { FastifyInstance } from 'fastify'

/**
 * `GET /s/:number`: the short address of a booking (`4KQ2` of LU-4KQ2), for SMS. It leads to My Sessions, which goes on to
 * that booking's page if it is among its reader's own. Nothing is looked up here, so nobody learns which numbers there are.
 */
export function serveShortLinks(app: FastifyInstance): void {
  app.get<{ Params: { number: string } }>('/s/:number(^[A-Za-z0-9]{1,12}$)', (request, reply) =>
    reply.header('x-robots-tag', 'noindex').redirect(`/sessions?number=${request.params.number}`),
  )
}
