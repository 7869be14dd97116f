import { and, eq, lte, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Unauthorized } from '#src/server/errors.ts'
import { type Account, factorMissing, type ListedAdmin, type Proof } from '#src/server/guards.ts'
import type { KnownBrowser } from '#src/server/limits.ts'
import { areaColumns, findAdmin, isAccountOfListed, mayEnter, standingInArea } from './admins.ts'
import { requestCode, tryCode, useUpCode, wrongCode } from './codes.ts'
import { type Client, noteLogin, noteRefused } from './logins.ts'
import { useCode } from './second-factor.ts'
import { adminLifetime, hashToken, isOpenAdminSession, newToken, proofOf, staffLifetime } from './sessions.ts'
import { inStanding } from './staff-door.ts'
import { accountColumns, adminSessions, admins, secondFactors, sessions, users } from './table.ts'

export type AdminLogin = { email: string; name: string; code?: string; factorCode?: string }
/** A token, or what must come with the next try: the code that was mailed, or one of the second step, too. */
export type AdminEntry = { token: string; name: string } | 'code' | 'factor-code'

type Working = Pick<Deps, 'db' | 'jobs' | 'env' | 'log' | 'now'>

/**
 * One step of the admin login (reading R16 of the design), which opens when the mailed code is right, and that of the
 * second step where one is on, or when `account`, whose session calls, is that admin. A code is mailed only if an admin
 * matches, and the answer does not tell. Throws the `Invalid` of `redeemCode` for a wrong code or name, that of `useCode`,
 * and `NotAllowed` while the second step is missing that the owner demands. Logins and wrong codes are written down.
 */
export async function logInAsAdmin(
  deps: Working,
  { email, name, code, factorCode }: AdminLogin,
  {
    account,
    sessionId,
    client,
    browser,
    known,
  }: { account: Account | null; sessionId?: string; client: Client; browser: string; known: KnownBrowser | null },
): Promise<AdminEntry> {
  const attempt = { ...client, email, way: 'admin-login', at: deps.now() } as const
  if (code) return enterByCode(deps, { email, name, code, factorCode }, attempt, { browser, known })
  const own = account?.email === email ? account : null
  if (own?.waitingRoles?.isAdmin) throw factorMissing()
  if (own?.isAdmin && sessionId) {
    const entered = await deps.db.transaction(async (tx) => {
      const admin = await findAdmin(tx, email, name)
      if (!admin) return null
      // Locked: whatever ends the session meanwhile ends what it opens, too.
      const [by] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('key share')
      if (!by) throw new Unauthorized()
      return enter(tx, admin, attempt, by)
    })
    if (entered) return entered
  }
  await requestCode(deps, { purpose: 'admin-login', email, name, browser })
  return 'code'
}

type Attempt = Client & { email: string; way: 'admin-login'; at: Date }

async function enterByCode(
  deps: Working,
  { email, name, code, factorCode }: AdminLogin & { code: string },
  attempt: Attempt,
  { browser, known }: { browser: string; known: KnownBrowser | null },
): Promise<AdminEntry> {
  const refused = noteRefused(deps.db, attempt)
  const typed = { purpose: 'admin-login', email, code, browser } as const
  const codeId = await tryCode(deps, typed).catch(refused)
  const admin = await findAdmin(deps.db, email, name)
  if (!admin) return refused(wrongCode())
  const standing = standingInArea(admin, false)
  if (standing === 'factor-missing') throw factorMissing()
  const needsFactor = standing === 'factor-unproved'
  if (needsFactor && !factorCode) {
    await noteLogin(deps.db, { ...attempt, outcome: 'code-missing' })
    return 'factor-code'
  }
  if (needsFactor) await useCode(deps, admin.userId!, factorCode!, { field: 'factorCode', known }).catch(refused)
  // A mailbox alone confirms nothing: that takes what the account's own door asks for.
  const proof = { provedFactor: needsFactor, confirmedAt: needsFactor ? attempt.at : null }
  const enterOnce = async (tx: Tx) => {
    await useUpCode(tx, typed, codeId)
    return enter(tx, admin, attempt, proof)
  }
  return deps.db.transaction(enterOnce).catch(refused)
}

/**
 * The account behind an open admin session, as an admin and nothing more, or who is on the list without an account; null
 * for any other token. Role and second step are read anew: taking the role ends the session at once.
 */
export async function findAdminByToken(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<{ account: Account | null; listedAdmin: ListedAdmin | null; proof: Proof } | null> {
  const at = now()
  const [found] = await db
    .select({
      listedAdmin: { id: admins.id, name: admins.name, email: admins.email },
      emailVerified: accountColumns.emailVerified,
      confirmedAt: adminSessions.confirmedAt,
      provedFactor: adminSessions.provedFactor,
      ...areaColumns,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .leftJoin(users, isAccountOfListed)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(adminSessions.tokenHash, hashToken(token)), isOpenAdminSession(at), isStillWhose, mayEnter))
  if (!found) return null
  const { listedAdmin, userId, emailVerified, confirmedAt, provedFactor } = found
  const proof = proofOf(confirmedAt, at, 'admin-login')
  if (userId === null) return { account: null, listedAdmin, proof }
  const { name, email } = listedAdmin
  const admin = { id: userId, name, email, emailVerified, isOwner: false, isAdmin: true, byAdminLogin: true } as const
  const account = inStanding(admin, standingInArea(found, provedFactor))
  return account && { account, listedAdmin: null, proof }
}

/** Who entered with an account, or without one, still has it, or none: else somebody else stands there now. */
const isStillWhose = sql`${adminSessions.userId} is not distinct from ${users.id}`

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

/**
 * Sweeps out sessions that have ended, opens one for the admin and writes that down. `by` is what it is opened by: the
 * account's session, with which it ends, or what a code proved.
 */
async function enter(
  tx: Tx,
  { id: adminId, name, userId }: { id: string; name: string; userId: string | null },
  attempt: Attempt,
  by: { provedFactor: boolean; confirmedAt: Date | null; id?: string; createdAt?: Date },
): Promise<{ token: string; name: string }> {
  const { at, device } = attempt
  const longest = by.createdAt ? by.createdAt.getTime() + staffLifetime : Infinity
  const token = newToken()
  await tx.delete(adminSessions).where(lte(adminSessions.expiresAt, at))
  await tx.insert(adminSessions).values({
    tokenHash: hashToken(token),
    adminId,
    userId,
    sessionId: by.id,
    device,
    createdAt: at,
    confirmedAt: by.confirmedAt,
    provedFactor: by.provedFactor,
    expiresAt: new Date(Math.min(at.getTime() + adminLifetime, longest)),
  })
  await noteLogin(tx, { ...attempt, outcome: 'opened' })
  return { token, name }
}
