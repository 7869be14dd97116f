import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { lt } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '#src/deps.ts'
import { rateLimits } from '#src/platform/database/table.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { solutionHeader } from '#src/shared/challenge.ts'
import type { AnyCall, Limit } from '#src/shared/define-call.ts'
import { emailSchema } from '#src/shared/fields.ts'
import { challengeMinutes, newChallenge, solvedChallenge } from './challenge.ts'
import { rootError, showWait, TooMany, Unavailable } from './errors.ts'

/** A browser that logged in before; `since` is when it last did. */
export type KnownBrowser = { id: string; since: Date }

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts this request as that call with that e-mail; throws 429 beyond its limits.
     */
    countAs(call: AnyCall, email: string): Promise<void>
    /** The known browser, if somebody logged in there with this e-mail before. The accounts feature provides it. */
    knownBrowser(email: string): Promise<KnownBrowser | null>
    /** Refunds the counts of limits that only count wrong attempts; null when there are none. */
    giveBack: (() => Promise<unknown>)[] | null
  }
}

/** Until how many times a limit by address was asked who solves a challenge is let through: of a school, a mobile network. */
const mostChecked = 10

const sweepLimits = defineJob<object>('sweep-limits')

/**
 * Enforces the rate limits of calls. Counts live in the database, so all processes share them. A call is counted before
 * its input is looked at, whether or not it succeeds; for limits with `onlyWrong` the count is refunded before the answer is
 * sent (checking first and counting later would let parallel requests through). Beyond a limit: 429 with `Retry-After`; by
 * address alone also with a challenge, since many honest people share one, and who solves it is let through.
 * If counting fails: 503, never a free pass. Register before the routes.
 */
export function enforceLimits(app: FastifyInstance, deps: Deps): void {
  if (!deps.env.rateLimits) return void app.decorateRequest('countAs', async () => {})
  app.decorateRequest('giveBack', null)
  const counters = new Map<string, RateLimiterDrizzle>()
  const solutions = new WeakMap<FastifyRequest, Promise<boolean>>()
  const counterOf = (limit: Pick<Limit, 'times' | 'minutes'>): RateLimiterDrizzle => {
    const name = `${limit.times} in ${limit.minutes}`
    const counter = counters.get(name) ?? newCounter(deps, limit)
    counters.set(name, counter)
    return counter
  }

  async function count(request: FastifyRequest, call: AnyCall, email?: string) {
    const browser = email === undefined ? null : await request.knownBrowser(email)
    for (const { by, times, minutes, onlyWrong } of limitsOf(call)) {
      const isBrowser = browser && by !== 'account'
      const callers = isBrowser ? [{ who: `browser ${browser.id}`, share: 1 }] : callersOf(by, request, email)
      for (const { who, share } of callers) {
        const key = keyOf(`${call.method} ${call.path} ${by} ${minutes} ${who}`)
        const points = times * share
        const counter = counterOf({ times: points, minutes })
        await counter.consume(key).catch(async (refusal: unknown) => {
          const isCrowded = by === 'address' && refusal instanceof RateLimiterRes
          const canCheck = isCrowded && refusal.consumedPoints <= points * mostChecked
          // Who solved one in vain gets none again at once: browsers would go on for ever.
          const isFirst = !request.headers[solutionHeader]
          if (!canCheck || !(await solvesChallenge(request))) await refuse(refusal, deps, canCheck && isFirst)
        })
        if (onlyWrong) request.giveBack = [...(request.giveBack ?? []), () => counter.reward(key)]
      }
    }
  }

  /** Whether the request solves a challenge of ours that solved none before; that is enough for all its limits. */
  function solvesChallenge(request: FastifyRequest): Promise<boolean> {
    const solving = solutions.get(request) ?? useSolution(request)
    solutions.set(request, solving)
    return solving
  }
  async function useSolution(request: FastifyRequest): Promise<boolean> {
    const signature = await solvedChallenge(deps, request.headers)
    if (!signature) return false
    try {
      await counterOf({ times: 1, minutes: challengeMinutes }).consume(keyOf(`challenge ${signature}`))
      return true
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return false
      throw notCounted(refusal, deps)
    }
  }

  // Before megabytes are read that nobody wants.
  app.addHook('preParsing', async (request) => {
    const { call } = request.routeOptions.config
    if (call?.upload) await count(request, call)
  })
  app.addHook('preValidation', async (request) => {
    const { call } = request.routeOptions.config
    if (!call || call.upload) return
    // A handler never sees what is refused.
    if (call.countedByHandler && call.body?.safeParse(request.body).success) return
    const { email } = (request.body ?? {}) as { email?: unknown }
    await count(request, call, emailSchema.safeParse(email).data)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const wasWrong = reply.statusCode === 400 || reply.statusCode === 401
    if (!request.giveBack || wasWrong) return done(null, payload)
    Promise.all(request.giveBack.map((giveBack) => giveBack()))
      .catch((error) => deps.log.error({ err: rootError(error) }, 'rate limits could not be refunded'))
      .finally(() => done(null, payload))
  })
  app.decorateRequest('countAs', async function (call, email) {
    await count(this, call, email)
  })

  deps.jobs.every({ minutes: 10 }, sweepLimits, async () => {
    await deps.db.delete(rateLimits).where(lt(rateLimits.expire, new Date()))
  })
}

/**
 * How many mails per hour other people may cause to one address. More are codes, of all purposes together: they are counted
 * by network too (`requestCode`), and no single network may use up what a person waits for.
 */
const mostUnasked = { times: 5, minutes: 60 }
const mostUnaskedCodes = { times: 20, minutes: 60 }

/**
 * Counts a mail or SMS that anybody can cause to go to `to` (an address in lower case, or a number), separately for each
 * `kind`. Returns false once the address has had five in the hour (20 codes); then do not send the mail, hold it back
 * (`holdMailBack`), or refuse the address. What has the same `cause` counts once. Throws `Unavailable` if counting fails.
 * Do not call it within a transaction: it takes a connection of its own.
 */
export async function mayMailUnasked(
  deps: Pick<Deps, 'db' | 'env' | 'log'>,
  to: string,
  kind: 'notice' | 'SMS answer' | 'code' | 'code again' = 'notice',
  cause?: string,
): Promise<boolean> {
  if (!deps.env.rateLimits) return true
  const counter = newCounter(deps, kind === 'code' ? mostUnaskedCodes : mostUnasked)
  const causeKey = cause && keyOf(`unasked ${kind} ${to} ${cause}`)
  try {
    if (causeKey && (await counter.get(causeKey))) return true
    await counter.consume(keyOf(`unasked ${kind} ${to}`))
    if (causeKey) await counter.consume(causeKey)
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw notCounted(refusal, deps)
  }
}

function newCounter({ db }: Pick<Deps, 'db'>, { times, minutes }: Pick<Limit, 'times' | 'minutes'>) {
  return new RateLimiterDrizzle({
    storeClient: db,
    schema: rateLimits,
    points: times,
    duration: minutes * 60,
    keyPrefix: '',
    clearExpiredByTimeout: false,
  })
}

/** Stores only a hash, so that the table holds no personal data. */
function keyOf(what: string): string {
  return createHash('sha256').update(what).digest('hex')
}

const usual: Limit[] = [{ by: 'account', times: 240, minutes: 10 }]

/** The limits of a call: those it declares, else the default for mutations. */
export function limitsOf({ method, limits }: AnyCall): Limit[] {
  return limits ?? (method === 'GET' ? [] : usual)
}

/**
 * By whom a limit counts, and how many times more than its own number each may. Visitors count by address where accounts
 * are counted, and so does who sends no e-mail.
 */
function callersOf(by: Limit['by'], request: FastifyRequest, email?: string): { who: string; share: number }[] {
  if (by === 'email' && email) return [{ who: `email ${email}`, share: 1 }]
  if (by === 'account' && request.account) return [{ who: `account ${request.account.id}`, share: 1 }]
  const isNamed = by === 'email-at-address' && email
  return networksOf(request.ip).map(({ network, share }) => ({
    who: isNamed ? `email ${email} at ${network}` : `address ${network}`,
    share,
  }))
}

async function refuse(refusal: unknown, deps: Deps, canCheck: boolean): Promise<never> {
  if (!(refusal instanceof RateLimiterRes)) throw notCounted(refusal, deps)
  const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  const details = canCheck && { challenge: await newChallenge(deps), seconds, helpEmail: deps.env.seller.email }
  throw new TooMany(`That was a lot at once. Please try again in ${showWait(seconds)}.`, seconds, details || {})
}

function notCounted(error: unknown, { log }: Pick<Deps, 'log'>): Unavailable {
  log.error({ err: rootError(error) }, 'rate limits could not be counted')
  return new Unavailable()
}

/**
 * The network of an IP address: one IPv4 address, or the first 64 bits of an IPv6 address, since every household and
 * every rented server has a whole /64. What a proxy passes on that is no address is a network of its own (`readForwardedFor`);
 * `ip` is undefined once the connection broke.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return 'gone'
  if (isIP(ip) !== 6) return ip.slice(0, 45)
  const groups = groupsOf(ip)
  if (!isMapped(groups)) return groups.slice(0, 4).join(':')
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}

/** The network of one line: an IPv4 address, or of IPv6 the /56 that a household has. */
export function lineOf(ip: string | undefined): string {
  const [own, around] = networksOf(ip)
  return around?.network ?? own?.network ?? networkOf(ip)
}

/**
 * The networks that an address counts in: its own, and of IPv6 the /56 and /48 around it. Customers get those, too, so each
 * wider one may do more: `share` times what one network may.
 */
function networksOf(ip: string | undefined): { network: string; share: number }[] {
  const own = { network: networkOf(ip), share: 1 }
  const groups = ip && isIP(ip) === 6 ? groupsOf(ip) : []
  if (groups.length === 0 || isMapped(groups)) return [own]
  const [a, b, c, d = '0'] = groups
  return [
    own,
    { network: `${a}:${b}:${c}:${Number.parseInt(d, 16) >> 8}/56`, share: 4 },
    { network: `${a}:${b}:${c}/48`, share: 16 },
  ]
}

/** An IPv4 address written as one of IPv6. */
const isMapped = (groups: string[]) => groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): string[] {
  // The URL parser normalizes an address: short, in lower case, without a dotted end.
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, '')}]`)
  const [before, after] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean)) as [string[], string[]?]
  const zeros = after ? Array<string>(8 - before.length - after.length).fill('0') : []
  return [...before, ...zeros, ...(after ?? [])]
}
