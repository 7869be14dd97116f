import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#src/deps.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { ownCookie } from '#src/platform/http/cookies.ts'
import type { KnownBrowser } from '#src/platform/http/limits.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { admins, knownBrowsers, users } from '../table.ts'
import { hashToken, newToken } from './login-sessions.ts'

/** How long a browser is known after its last login. Browsers keep no cookie for more than 400 days. */
const lifetime = daysInMs(keepDays.knownBrowsers)

/** How many known browsers of an e-mail the daily sweep leaves, the last used. */
const most = 20

/**
 * The known browser of a request, if somebody logged in there with this e-mail (in lower case) before, else null. It is
 * the device cookie of OWASP's "Slow down online guessing attacks with device cookies" (ADR 015) and grants no access.
 */
export async function findKnownBrowser(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  request: FastifyRequest,
  email: string,
): Promise<KnownBrowser | null> {
  const token = sentToken(request, env)
  if (!token) return null
  const tokenHash = hashToken(token)
  const isThis = and(eq(knownBrowsers.tokenHash, tokenHash), eq(knownBrowsers.email, email))
  const isKnown = gt(knownBrowsers.lastInAt, new Date(now().getTime() - lifetime))
  const [found] = await db.select({ since: knownBrowsers.lastInAt }).from(knownBrowsers).where(and(isThis, isKnown))
  return found ? { id: `${tokenHash} ${email}`, since: found.since } : null
}

/** Remembers the request's browser for this e-mail (in lower case). Call it after a successful login. */
export async function rememberBrowser(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): Promise<void> {
  const token = sentToken(request, env) ?? newToken()
  // As with `keepPerson`, the row lock: nothing is stored about an account that is being deleted.
  await db.execute(sql`
    insert into ${knownBrowsers} (token_hash, email, last_in_at)
    select ${hashToken(token)}, ${email}, ${now().toISOString()}::timestamptz
      where exists (select from ${users} where ${users.email} = ${email} for key share)
        or exists (select from ${admins} where ${admins.email} = ${email} for key share)
    on conflict (email, token_hash) do update set last_in_at = excluded.last_in_at`)
  const { name, flags } = cookieOf(env)
  reply.setCookie(name, token, { ...flags, maxAge: lifetime / 1000 })
}

/** Forgets all browsers of this e-mail. */
export async function forgetBrowsers(tx: Db | Tx, email: string): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.email, email))
}

/** Deletes expired known browsers, and of each e-mail all but the last used. */
export async function sweepKnownBrowsers(tx: Tx, now: Date): Promise<void> {
  await tx.delete(knownBrowsers).where(lte(knownBrowsers.lastInAt, new Date(now.getTime() - lifetime)))
  const ranked = tx
    .select({
      tokenHash: knownBrowsers.tokenHash,
      rank: sql<number>`row_number() over (partition by ${knownBrowsers.email} order by ${knownBrowsers.lastInAt} desc)`.as(
        'rank',
      ),
    })
    .from(knownBrowsers)
    .as('ranked')
  const surplus = tx.select({ tokenHash: ranked.tokenHash }).from(ranked).where(gt(ranked.rank, most))
  await tx.delete(knownBrowsers).where(inArray(knownBrowsers.tokenHash, surplus))
}

const cookieOf = (env: Pick<Env, 'baseUrl'>) => ownCookie(env, 'known_browser')

function sentToken(request: FastifyRequest, env: Pick<Env, 'baseUrl'>): string | null {
  const sent = request.cookies[cookieOf(env).name] ?? ''
  return /^[\w-]{43}$/.test(sent) ? sent : null
}
