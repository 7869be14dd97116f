import { and, eq, lte } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Account, ListedAdmin, Proof } from '#src/server/guards.ts'
import { findAdmin, isAccountOfListed, mayEnter } from './admins.ts'
import { redeemCode, requestCode, wrongCode } from './codes.ts'
import { type Client, noteLogin, noteRefused } from './logins.ts'
import { adminLifetime, hashToken, isOpenAdminSession, newToken, proofOf } from './sessions.ts'
import { accountColumns, adminSessions, admins, users } from './table.ts'

export type AdminLogin = { email: string; name: string; code?: string }

/**
 * One step of the admin login (reading R16 of the design): a token with the admin's name when the code is right, or when
 * `account`, signed in by password, is that admin; null when a code is needed. That one is mailed only if an admin
 * matches, and the answer does not tell. Throws the `Invalid` of `redeemCode` for a wrong code or name. Logins and wrong
 * codes are written down.
 */
export async function logInAsAdmin(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'log' | 'now'>,
  { email, name, code }: AdminLogin,
  { account, proof, client, browser }: { account: Account | null; proof?: Proof; client: Client; browser: string },
): Promise<{ token: string; name: string } | null> {
  const attempt = { ...client, email, way: 'admin-login', at: deps.now() } as const
  const enterBy = async (tx: Tx, confirmedAt: Date | null) => {
    const entered = await enter(tx, email, name, attempt.at, confirmedAt)
    if (entered) await noteLogin(tx, { ...attempt, outcome: 'opened' })
    return entered
  }
  if (code) {
    const enterByCode = async (tx: Tx) => {
      const entered = await enterBy(tx, attempt.at)
      if (!entered) throw wrongCode()
      return entered
    }
    return redeemCode(deps, { purpose: 'admin-login', email, code, browser }, enterByCode).catch(
      noteRefused(deps.db, attempt),
    )
  }
  if (account?.isAdmin && account.email === email) {
    const entered = await deps.db.transaction((tx) => enterBy(tx, proof?.confirmedAt ?? null))
    if (entered) return entered
  }
  await requestCode(deps, { purpose: 'admin-login', email, name, browser })
  return null
}

/**
 * The account behind an open admin session, as an admin and nothing more, or who is on the list without an account; null
 * for any other token. The role is read anew: taking it ends the session at once.
 */
export async function findAdminByToken(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<{ account: Account | null; listedAdmin: ListedAdmin | null; proof: Proof } | null> {
  const at = now()
  const [found] = await db
    .select({
      listedAdmin: { id: admins.id, name: admins.name, email: admins.email },
      userId: users.id,
      emailVerified: accountColumns.emailVerified,
      confirmedAt: adminSessions.confirmedAt,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .leftJoin(users, isAccountOfListed)
    .where(and(eq(adminSessions.tokenHash, hashToken(token)), isOpenAdminSession(at), mayEnter))
  if (!found) return null
  const { listedAdmin, userId, emailVerified, confirmedAt } = found
  const proof = proofOf(confirmedAt, at, 'admin-login')
  if (userId === null) return { account: null, listedAdmin, proof }
  const { name, email } = listedAdmin
  const account = { id: userId, name, email, emailVerified, isOwner: false, isAdmin: true, byAdminLogin: true } as const
  return { account, listedAdmin: null, proof }
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
  if (who !== 'admin' && who !== 'owner-or-admin' && who !== 'admin-area') return false
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
  db: Tx,
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
    confirmedAt,
    expiresAt: new Date(now.getTime() + adminLifetime),
  })
  return { token, name: admin.name }
}
