import type { FastifyRequest } from 'fastify'

/**
 * Whether a request matched a route below `/api/`. Checks the route, because the URL can be spelled in other ways
 * (`/%61pi/…`, `http://host/api/…`). False if no route matches.
 */
export function isCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') ?? false
}
