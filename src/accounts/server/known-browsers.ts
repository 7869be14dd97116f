import { and, desc, eq, gt, lte, notInArray } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Env } from '#src/server/env.ts'
import type { KnownBrowser } from '#src/server/limits.ts'
import { hashToken, newToken } from './sessions.ts'
import { admins, knownBrowsers, users } from './table.ts'

/** How long a browser is known after its last login, in days. Browsers keep no cookie for more than 400. */
const days = 180
const lifetime = days * 24 * 3_600_000

/** So many browsers are known for one e-mail, the last used: each has tries of its own. */
const most = 20

/**
 * The browser of a request, if somebody was let in there under this e-mail (in lower case) before: the device cookie of
 * OWASP's "Slow down online guessing attacks with device cookies" (ADR 015). It opens nothing. Null for any other.
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

/** Knows the browser of a request from now on for this e-mail (in lower case). Call it for who was just let in. */
export async function rememberBrowser(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): Promise<void> {
  const token = sentToken(request, env) ?? newToken()
  const row = { tokenHash: hashToken(token), email, lastInAt: now() }
  await db.transaction(async (tx) => {
    // As with `keepPerson`: nothing is written down of somebody who is leaving at this moment.
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('key share')
    const [listed] = await tx.select({ id: admins.id }).from(admins).where(eq(admins.email, email)).for('key share')
    if (!account && !listed) return
    await tx
      .insert(knownBrowsers)
      .values(row)
      .onConflictDoUpdate({
        target: [knownBrowsers.email, knownBrowsers.tokenHash],
        set: { lastInAt: row.lastInAt },
      })
    const lastUsed = tx
      .select({ tokenHash: knownBrowsers.tokenHash })
      .from(knownBrowsers)
      .where(eq(knownBrowsers.email, email))
      .orderBy(desc(knownBrowsers.lastInAt))
      .limit(most)
    await tx
      .delete(knownBrowsers)
      .where(and(eq(knownBrowsers.email, email), notInArray(knownBrowsers.tokenHash, lastUsed)))
  })
  reply.setCookie(cookieName(env), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.production,
    maxAge: lifetime / 1000,
  })
}

/** From now on no browser is known for this e-mail. */
export async function forgetBrowsers(tx: Db | Tx, email: string): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.email, email))
}

/** Removes what is known no more. */
export async function sweepKnownBrowsers(tx: Tx, now: Date): Promise<void> {
  await tx.delete(knownBrowsers).where(lte(knownBrowsers.lastInAt, new Date(now.getTime() - lifetime)))
}

function cookieName({ production }: Pick<Env, 'production'>): string {
  return production ? '__Host-known_browser' : 'known_browser'
}

function sentToken(request: FastifyRequest, env: Pick<Env, 'production'>): string | null {
  const sent = request.cookies[cookieName(env)] ?? ''
  return /^[\w-]{43}$/.test(sent) ? sent : null
}
