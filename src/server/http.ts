import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Env } from './env.ts'
import { AppError, Invalid, isDatabaseAway, rootError, sqlState, TooMany, withoutPeople } from './errors.ts'
import { shedLoad } from './overload.ts'
import { type ReadyBytes, readyBytes, sendReady } from './ready-bytes.ts'
import { requestIds } from './request-id.ts'
import { dataHeaders, sendSecurityHeaders } from './security-headers.ts'
import type { Seeing } from './seeing.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'
import { currentWork, followRequests } from './work.ts'

z.config(z.locales.en())

/**
 * The HTTP edge: limits, security headers, refusal of what no honest client sends, and one mapping of errors to
 * answers (reading R21 of the design). Routes are registered by the nouns.
 */
export async function createHttp(
  env: Env,
  contentSecurityPolicy: Record<string, string[]>,
  logTo?: Writable,
  seeing?: Seeing | null,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: env.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { req: describeRequest, err: describeError },
      // Costs less than a log of its own for each request.
      mixin: () => ({ account: currentWork()?.account }),
      ...(logTo && { stream: logTo }),
    },
    trustProxy: env.trustProxy,
    genReqId: requestIds(env),
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    // Node looks for slow senders every 30 s only, and gives them 60 s for their headers.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false } },
    rewriteUrl: ({ url = '/' }) => readableUrl(ownPath(url)),
    frameworkErrors: refuseAddress,
  })
  followRequests(app)
  seeing?.requests(app)
  sendSecurityHeaders(app, env, contentSecurityPolicy)
  warnOfUntrustedProxy(app, env)
  shedLoad(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parseJson(request, text as string, done)
  })

  app.decorateRequest('account', null)
  // Whatever need not wait is no promise: each would cost every request a bit.
  app.addHook('onRequest', (request, _reply, done) => {
    refuseForeignMutation(request, env)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    for (const part of ['body', 'query', 'params'] as const) refuseBrokenText(request[part], part)
    done()
  })

  await app.register(cookie)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Level Up', version: '1' } },
    // Pages and the demo's own routes are no part of the contract.
    transform: (route) =>
      route.url.startsWith('/api/') ? jsonSchemaTransform(route) : { schema: { hide: true } as object, url: route.url },
  })
  let contract: ReadyBytes | undefined
  app.get('/api/openapi.json', { schema: { hide: true } as object }, async (request, reply) => {
    contract ??= readyBytes(JSON.stringify(app.swagger()))
    return sendReady(request, reply.type('application/json; charset=utf-8'), contract)
  })

  app.setErrorHandler(answerError)
  closeUnusedConnections(app)
  return app
}

/** Browsers connect ahead of need. Stopping does not wait for connections that never asked anything. */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.on('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => void unused.delete(socket))
  app.addHook('preClose', async () => {
    // Half a second for a question that is just arriving.
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, 500)
  })
}

/** Maps whatever was thrown to `{ message, … }` with the right status; never a stack, never SQL. */
function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: import('fastify').FastifyReply) {
  if (error instanceof AppError) {
    if (error.status === 503) reply.header('retry-after', '2')
    if (error instanceof TooMany) reply.header('retry-after', error.seconds)
    // A verb's own limit (the SMS of a day) may open bit by bit.
    if (error.status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', '3600')
    return reply.code(error.status).send({ message: error.message, ...error.details })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const issue of error.validation)
      fields[issue.instancePath.slice(1).replaceAll('/', '.') || (error.validationContext ?? 'input')] ??=
        issue.message ?? 'is not valid'
    const message = Object.entries(fields)
      .map(([field, text]) => `${field}: ${text}`)
      .join('; ')
    return reply.code(400).send({ message, fields })
  }
  if (isDatabaseAway(error)) {
    request.log.error({ err: error }, 'the database does not answer')
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ message: 'This is not available right now. Please try again in a moment.' })
  }
  // Only Fastify's own refusals: other errors (a provider's, say) carry a statusCode that is not ours to pass on.
  const status = error.code?.startsWith('FST_') ? (error.statusCode ?? 500) : 500
  // Of these only a body that is no JSON is a 400.
  if (status === 400) return reply.code(400).send({ message: error.message, fields: { body: error.message } })
  if (status < 500) return reply.code(status).send({ message: error.message })
  request.log.error({ err: error }, 'a request failed')
  if (status === 503) reply.header('retry-after', '2')
  return reply
    .code(status === 503 ? 503 : 500)
    .send({ message: 'Something went wrong on our side. Please try again.', requestId: request.id })
}

/** The path and query of `GET http://host/path`, which means the same as `GET /path` (RFC 9112, 3.2.2). */
function ownPath(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*\/?/i, '/')
}

/** A page's address that cannot be decoded, made one that can: it is no page, and a person is told so by one. */
function readableUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  if (!path.includes('%') || /^\/(api|dev)(\/|$)/.test(path)) return url
  try {
    // A result that nobody needs would let the build leave the call out.
    return decodeURIComponent(path) && url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** Answers a call's address that cannot be decoded, before any route or hook sees it. */
function refuseAddress(error: FastifyError, request: FastifyRequest, reply: import('fastify').FastifyReply): void {
  void reply
    .code(error.statusCode ?? 400)
    .headers({ ...dataHeaders, 'x-request-id': request.id })
    .send({ message: 'This address is not readable.' })
}

/**
 * A browser never sends our mutations from another site: refuses a foreign `Origin` and cross-site fetches. Providers'
 * webhooks come from servers, which send neither header. Ours is `BASE_URL`; outside production also whatever name the
 * request used for us (`localhost`, say), which a stranger's name that leads here would pass, too.
 */
function refuseForeignMutation(request: FastifyRequest, { baseUrl, production }: Env): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const ours = origin === new URL(baseUrl).origin || (!production && origin === `${request.protocol}://${request.host}`)
  const foreign = origin !== undefined && !ours
  if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new AppError(403, 'This request came from another site.')
}

/**
 * Refuses NUL (PostgreSQL cannot store it) and lone surrogates (they would turn into other text) anywhere in the input.
 * `field` is what the refusal names: the outermost key.
 */
function refuseBrokenText(value: unknown, field: string, depth = 0): void {
  if (depth > 20) throw new Invalid({ [field]: 'The input is nested too deeply.' })
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw new Invalid({ [field]: 'The input contains characters that are not text.' })
  } else if (value && typeof value === 'object' && !Buffer.isBuffer(value)) {
    for (const [key, part] of Object.entries(value)) {
      refuseBrokenText(key, field, depth + 1)
      refuseBrokenText(part, depth === 0 && key ? key : field, depth + 1)
    }
  }
}

/** Only the path is logged: queries can carry e-mail addresses. */
function describeRequest(request: FastifyRequest) {
  return { method: request.method, path: request.url?.split('?')[0] }
}

function describeError(error: Error) {
  const root = rootError(error)
  const [message, stack] = [root.message, root.stack ?? ''].map(withoutPeople) as [string, string]
  return { type: root.name, message, stack, sqlState: sqlState(error) }
}
