import { and, eq, gt, lte } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Account, Proof } from '#src/server/guards.ts'
import { findAdmin } from './admins.ts'
import { redeemCode, requestCode, wrongCode } from './codes.ts'
import { hashToken, newToken, proofOf } from './sessions.ts'
import { accountColumns, adminSessions, admins, users } from './table.ts'

/** How long an admin session lasts, and how long it may rest, in milliseconds. */
export const adminLifetime = 8 * 3_600_000
export const adminIdleTime = 30 * 60_000

export type AdminLogin = { email: string; name: string; code?: string }

/**
 * One step of the admin login (reading R16 of the design): a token with the admin's name when the code is right, or when
 * `account`, signed in by password, is that admin; null when a code is needed. That one is mailed only if an admin
 * matches, and the answer does not tell. Throws the `Invalid` of `redeemCode` for a wrong code or name.
 */
export async function logInAsAdmin(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { email, name, code }: AdminLogin,
  { account, proof, browser }: { account: Account | null; proof?: Proof; browser: string },
): Promise<{ token: string; name: string } | null> {
  if (code)
    return redeemCode(deps, { purpose: 'admin-login', email, code, browser }, async (tx) => {
      const entered = await enter(tx, email, name, deps.now(), deps.now())
      if (!entered) throw wrongCode()
      return entered
    })
  if (account?.isAdmin && account.email === email) {
    const entered = await enter(deps.db, email, name, deps.now(), proof?.confirmedAt ?? null)
    if (entered) return entered
  }
  await requestCode(deps, deps.db, { purpose: 'admin-login', email, name, browser })
  return null
}

/**
 * The account behind an open admin session, as an admin and nothing more, or null. Notes that the session was used, at
 * most once a minute. The role is read anew: taking it ends the session at once.
 */
export async function findAdminByToken(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<{ account: Account; proof: Proof } | null> {
  const at = now()
  const isOpen = and(
    eq(adminSessions.tokenHash, hashToken(token)),
    gt(adminSessions.expiresAt, at),
    gt(adminSessions.lastSeenAt, new Date(at.getTime() - adminIdleTime)),
  )
  const [found] = await db
    .select({
      ...accountColumns,
      name: admins.name,
      lastSeenAt: adminSessions.lastSeenAt,
      confirmedAt: adminSessions.confirmedAt,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .innerJoin(users, and(eq(users.email, admins.email), eq(users.isAdmin, true)))
    .where(isOpen)
  if (!found) return null
  const { lastSeenAt, confirmedAt, ...account } = found
  if (at.getTime() - lastSeenAt.getTime() > 60_000) await db.update(adminSessions).set({ lastSeenAt: at }).where(isOpen)
  return {
    account: { ...account, isOwner: false, byAdminLogin: true },
    proof: proofOf(confirmedAt, at, 'admin-login'),
  }
}

/** Ends an admin session; an unknown token does not matter. */
export async function logOutAdmin(db: Db, token: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.tokenHash, hashToken(token)))
}

/**
 * Whether a call shall be made by the admin session of the browser: one for admins, when the account signed in is no
 * admin, or another one than the call's `adminEmail` names. Other calls never look at that session.
 */
export function wantsAdminSession(request: FastifyRequest): boolean {
  const who = request.routeOptions.config.call?.who
  if (who !== 'admin' && who !== 'owner-or-admin') return false
  const named = namedAdmin(request)
  return !request.account?.isAdmin || (named !== null && named !== request.account.email)
}

/** The `adminEmail` of the query, trimmed and in lower case; null when there is none. */
export function namedAdmin(request: FastifyRequest): string | null {
  const { adminEmail } = request.query as { adminEmail?: unknown }
  return adminEmail === undefined ? null : String(adminEmail).trim().toLowerCase()
}

/** Sweeps out sessions that have ended, and opens one for the admin with this e-mail and name; null when there is none. */
async function enter(
  db: Db | Tx,
  email: string,
  name: string,
  now: Date,
  confirmedAt: Date | null,
): Promise<{ token: string; name: string } | null> {
  const admin = await findAdmin(db, email, name)
  if (!admin) return null
  const token = newToken()
  await db.delete(adminSessions).where(lte(adminSessions.expiresAt, now))
  await db.insert(adminSessions).values({
    tokenHash: hashToken(token),
    adminId: admin.id,
    lastSeenAt: now,
    confirmedAt,
    expiresAt: new Date(now.getTime() + adminLifetime),
  })
  return { token, name: admin.name }
}
