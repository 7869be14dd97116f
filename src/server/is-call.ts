import type { FastifyRequest } from 'fastify'

/**
 * Whether a request met a route below `/api/`. By the route, since the address can write it in other ways (`/%61pi/…`,
 * `http://host/api/…`). False where no route answers.
 */
export function isCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') ?? false
}
