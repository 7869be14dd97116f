import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ReadyAnswer, readyAnswer, sendReady } from '#src/platform/cache/ready-bytes.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { ownCookie } from './cookies.ts'
import { limitsOf } from './limits.ts'

/** The calls of each noun, by name. */
export type NamedCalls = Record<string, Record<string, AnyCall>>

const refusalSchema = z
  .looseObject({
    message: z.string().describe('For a person to read.'),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Refusal', description: '`fields` says what is wrong with each; some calls say more.' })

/** The meaning of each status a call can be refused with. */
const refusals = {
  400: 'The input is not valid.',
  401: 'Nobody is signed in, or what should prove who it is does not.',
  403: 'Not allowed.',
  404: 'There is none, or it is somebody else’s.',
  409: 'Not possible as things are now.',
  413: 'Too large.',
  415: 'The body is of another type.',
  429: 'Too often; `Retry-After` says how many seconds to wait. With a `challenge` (ALTCHA proof of work), the same request is let through at once if its header `Challenge-Solution` holds base64 of `{ challenge, solution }`.',
  500: 'Our fault.',
  503: 'Not available right now; worth another try.',
}
type Status = keyof typeof refusals

/**
 * Serves `/api/openapi.json`: every declared call, described in OpenAPI 3.1. Features are its tags, call names its
 * operation ids. Register before the routes.
 */
export async function describeApi(app: FastifyInstance, env: Env, contracts: NamedCalls): Promise<void> {
  const named = new Map(
    Object.entries(contracts).flatMap(([tag, calls]) =>
      Object.entries(calls).map(([operationId, call]) => [call, { operationId, tags: [tag] }] as const),
    ),
  )
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Level Up', version: '1' },
      servers: [{ url: env.baseUrl }],
      tags: Object.keys(contracts).map((name) => ({ name })),
      components: { securitySchemes: securitySchemes(env) },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const { call } = route.config ?? {}
      // Pages, streams and the provider's webhook are not part of the contract.
      if (!call) return { schema: { hide: true }, url }
      const name = named.get(call)
      if (!name) throw new Error(`${call.method} ${url}: its contract is missing in src/contracts.ts`)
      const described = jsonSchemaTransform({
        ...rest,
        url,
        route,
        schema: { ...schema, ...name, security: securityOf(call), response: answersOf(call) },
      })
      return call.upload ? { url, schema: { ...described.schema, consumes: call.upload, body: {} } } : described
    },
    transformObject: jsonSchemaTransformObject,
  })
  let description: ReadyAnswer | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    description ??= readyAnswer(JSON.stringify(app.swagger()), { 'content-type': 'application/json; charset=utf-8' })
    return sendReady(request, reply, description)
  })
}

/** How callers authenticate; the accounts feature names the cookies. */
function securitySchemes(env: Env) {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'The `token` that logging in and signing up answer.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: ownCookie(env, 'session').name,
      description: 'Set together with the token.',
    },
    adminSession: {
      type: 'apiKey',
      in: 'cookie',
      name: ownCookie(env, 'admin_session').name,
      description: 'Set by the admin area’s own login.',
    },
  } as const
}

/** Any one of these schemes opens the call; none is needed for public calls. */
function securityOf({ who }: AnyCall): Record<string, string[]>[] {
  if (who === 'everybody') return []
  const forAdmins = who === 'admin' || who === 'owner-or-admin' || who === 'admin-area'
  return [{ bearer: [] }, { session: [] }, ...(forAdmins ? [{ adminSession: [] }] : [])]
}

/** All answers of a call, by status. */
function answersOf(call: AnyCall) {
  const answer = (description: string, schema: unknown, type = 'application/json') => ({
    description,
    content: { [type]: { schema } },
  })
  return {
    200: answer('Done.', call.reply, call.download),
    ...(call.accepted && { 202: answer('Not finished yet.', call.accepted) }),
    ...Object.fromEntries(refusalsOf(call).map((status) => [status, answer(refusals[status], refusalSchema)])),
  }
}

/** The statuses a call can be refused with: those that follow from its declaration and those it declares itself. */
function refusalsOf(call: AnyCall): Status[] {
  const isGuarded = call.who !== 'everybody'
  const hasRole = isGuarded && call.who !== 'account'
  return [
    400,
    ...(isGuarded ? [401 as const] : []),
    // Mutations are also refused from other sites.
    ...(hasRole || call.confirm || call.method !== 'GET' ? [403 as const] : []),
    ...(call.params ? [404 as const] : []),
    ...(call.method !== 'GET' ? [413 as const, 415 as const] : []),
    ...(limitsOf(call).length > 0 ? [429 as const] : []),
    500,
    503,
    ...(call.refusals ?? []),
  ]
}
