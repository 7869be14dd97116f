import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerReady } from '#src/platform/cache/answer-ready.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Telemetry } from '#src/platform/telemetry/opentelemetry/telemetry.ts'
import { currentContext, followRequests } from '#src/platform/telemetry/request-context.ts'
import { limitConnections } from './connections.ts'
import { AppError, isDatabaseAway, rootError, sqlState, TooMany, withoutPeople } from './errors.ts'
import { readForwardedFor } from './forwarded-for.ts'
import { shedLoad } from './overload.ts'
import { requestIds } from './request-id.ts'
import { dataHeaders, securityHeaders, sendSecurityHeaders } from './security-headers.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'

z.config(z.locales.en())

/**
 * Creates the HTTP server: limits, security headers, refusal of malformed requests, and one mapping of errors to
 * answers (API-2). The features register the routes.
 */
export async function createHttp(
  env: Env,
  contentSecurityPolicy: Record<string, string[]>,
  logTo?: Writable,
  telemetry?: Telemetry | null,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: env.logLevel,
      serializers: { req: describeRequest, err: describeError },
      // Cheaper than a child logger per request.
      mixin: () => ({ account: currentContext()?.account }),
      ...(logTo && { stream: logTo }),
    },
    trustProxy: env.trustProxy,
    logController: new OneLine(),
    genReqId: requestIds(env),
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    // By default Node checks for slow senders only every 30 s and allows 60 s for headers.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false } },
    rewriteUrl: ({ url = '/' }) => readableUrl(ownPath(url)),
    frameworkErrors: refuseAddress,
  })
  const headersFor = securityHeaders(env, contentSecurityPolicy)
  readForwardedFor(app, env)
  answerReady(app, headersFor, telemetry?.request)
  followRequests(app)
  if (telemetry)
    app.addHook('onRequest', (request, reply, done) => {
      request.requestContext.span = telemetry.request(request, reply) ?? request.requestContext.span
      done()
    })
  sendSecurityHeaders(app, headersFor)
  warnOfUntrustedProxy(app, env)
  shedLoad(app, env.patience)
  limitConnections(app, env)
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
  // Callbacks instead of async functions: a promise would cost every request a little.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseForeign(request, env)
    done()
  })

  await app.register(cookie)
  app.setErrorHandler(answerError)
  closeUnusedConnections(app)
  return app
}

/**
 * Browsers open connections ahead of need. Closes those that never sent a request, so that shutdown does not wait for
 * them.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.on('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => void unused.delete(socket))
  app.addHook('preClose', async () => {
    // Allow half a second for a request that is just arriving.
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, 500)
  })
}

/** Maps any error to `{ message, … }` with the right status; never exposes a stack or SQL. */
function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) {
    if (error.status === 503) reply.header('retry-after', '2')
    if (error instanceof TooMany) reply.header('retry-after', error.seconds)
    // A limit of the feature itself (SMS per day) may open gradually.
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
  // Only Fastify's own errors: others (a provider's, for example) carry a statusCode that is not ours to pass on.
  const status = error.code?.startsWith('FST_') ? (error.statusCode ?? 500) : 500
  // Of these, only a body that is not JSON is a 400.
  if (status === 400) return reply.code(400).send({ message: error.message, fields: { body: error.message } })
  if (status < 500) return reply.code(status).send({ message: error.message })
  request.log.error({ err: error }, 'a request failed')
  if (status === 503) reply.header('retry-after', '2')
  return reply
    .code(status === 503 ? 503 : 500)
    .send({ message: 'Something went wrong on our side. Please try again.', requestId: request.id })
}

/** The path and query of `GET http://host/path`, which is equivalent to `GET /path` (RFC 9112, 3.2.2). */
function ownPath(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*\/?/i, '/')
}

/** Makes a page's malformed URL decodable, so that a person gets the page for 'not found'. */
function readableUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  if (!path.includes('%') || /^\/(api|dev)(\/|$)/.test(path)) return url
  try {
    // Use the result, or the bundler removes the call.
    return decodeURIComponent(path) && url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** Answers an API request whose URL cannot be decoded, before any route or hook runs. */
function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(error.statusCode ?? 400)
    .headers({ ...dataHeaders, 'x-request-id': request.id })
    .send({ message: 'This address is not readable.' })
}

/**
 * CSRF protection: throws 403 for a request that another site caused, by a foreign `Origin` or a cross-site fetch. Every
 * mutation is checked; a GET that does more than answer calls this itself. Webhooks come from servers, which
 * send neither header. Our origin is `BASE_URL`; outside production also the host of the request (`localhost`, for
 * example), so a foreign name that resolves to us would pass there.
 */
export function refuseForeign(request: FastifyRequest, { baseUrl, production }: Env): void {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const ours = origin === new URL(baseUrl).origin || (!production && origin === `${request.protocol}://${request.host}`)
  const foreign = origin !== undefined && !ours
  if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new AppError(403, 'This request came from another site.')
}

/** Logs one line per request when it ends: what was asked, the outcome and the duration. */
class OneLine extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'incoming request')
  }
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...facts, err: error }, 'request errored')
    else reply.log.info(facts, 'request completed')
  }
}

/** Logs no header and only the path: queries can contain e-mail addresses. Secrets in it, such as a calendar's, are left out. */
function describeRequest(request: FastifyRequest) {
  return { method: request.method, path: request.url?.split('?')[0]?.replace(/[\w-]{43,}/g, '[secret]') }
}

function describeError(error: Error) {
  const root = rootError(error)
  const [message, stack] = [root.message, root.stack ?? ''].map(withoutPeople) as [string, string]
  return { type: root.name, message, stack, sqlState: sqlState(error) }
}
