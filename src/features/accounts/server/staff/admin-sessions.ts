import { and, eq, lte, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#src/deps.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Unauthorized } from '#src/platform/http/errors.ts'
import { type Account, factorMissing, type ListedAdmin, type Proof } from '#src/platform/http/guards.ts'
import type { KnownBrowser } from '#src/platform/http/limits.ts'
import { must } from '#src/shared/must.ts'
import { requestCode, tryCode, useUpCode, wrongCode } from '../sign-in/codes.ts'
import {
  adminLifetime,
  hashToken,
  isOpenAdminSession,
  newToken,
  proofOf,
  staffLifetime,
} from '../sign-in/login-sessions.ts'
import { type Client, noteLogin, noteRefused } from '../sign-in/logins.ts'
import { accountColumns, adminSessions, admins, loginSessions, secondFactors, users } from '../table.ts'
import { areaColumns, findAdmin, isAccountOfListed, mayEnter, standingInArea } from './admins.ts'
import { useCode } from './second-factor.ts'
import { inStanding } from './staff-door.ts'

export type AdminLogin = { email: string; name: string; code?: string; factorCode?: string }
/** A token, or what the next attempt must include: the mailed code, perhaps also one of the second factor. */
export type AdminEntry = { token: string; name: string } | 'code' | 'factor-code'

type Working = Pick<Deps, 'db' | 'jobs' | 'env' | 'log' | 'now'>

/**
 * One step of the admin login (ADMIN-1), which opens when the mailed code is right, and that of the
 * second step where one is on, or when `account`, whose session calls, is that admin. A code is mailed only if an admin
 * matches and `mayMail` (`mayAskForCode`), and the answer does not tell. Throws the `Invalid` of `redeemCode` for a wrong code or name, that of `useCode`,
 * and `NotAllowed` while the second step is missing that the owner demands. Logins and wrong codes are written down.
 */
export async function logInAsAdmin(
  deps: Working,
  { email, name, code, factorCode }: AdminLogin,
  {
    account,
    loginSessionId,
    client,
    browser,
    mayMail,
    known,
  }: {
    account: Account | null
    loginSessionId?: string
    client: Client
    browser: string
    mayMail: boolean
    known: KnownBrowser | null
  },
): Promise<AdminEntry> {
  const attempt = { ...client, email, way: 'admin-login', at: deps.now() } as const
  if (code) return enterByCode(deps, { email, name, code, factorCode }, attempt, { browser, known })
  const own = account?.email === email ? account : null
  if (own?.waitingRoles?.isAdmin) throw factorMissing()
  if (own?.isAdmin && loginSessionId) {
    const entered = await deps.db.transaction(async (tx) => {
      const admin = await findAdmin(tx, email, name)
      if (!admin) return null
      // The lock makes a concurrent end of the session wait; it then ends the admin session too.
      const [by] = await tx.select().from(loginSessions).where(eq(loginSessions.id, loginSessionId)).for('key share')
      if (!by) throw new Unauthorized()
      return enter(tx, admin, attempt, by)
    })
    if (entered) return entered
  }
  if (mayMail) await requestCode(deps, { purpose: 'admin-login', email, name, browser, ...client })
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
  if (needsFactor) {
    const [userId, code] = [must(admin.userId, 'the account with a second step'), must(factorCode, 'its code')]
    await useCode(deps, userId, code, attempt, { field: 'factorCode', known }).catch(refused)
  }
  // A mailbox alone is no confirmation: that takes what the account's own login asks for.
  const proof = { provedFactor: needsFactor, confirmedAt: needsFactor ? attempt.at : null }
  const enterOnce = async (tx: Tx) => {
    await useUpCode(tx, typed, codeId)
    return enter(tx, admin, attempt, proof)
  }
  return deps.db.transaction(enterOnce).catch(refused)
}

/**
 * The account behind an open admin session, with the admin role only, or the listed admin without one; null for any
 * other token. Role and second factor are read each time, so removing the role ends the session at once.
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
  const standing = standingInArea(found, provedFactor)
  if (userId === null) return standing === 'staff' ? { account: null, listedAdmin, proof } : null
  const { name, email } = listedAdmin
  const admin = { id: userId, name, email, emailVerified, isOwner: false, isAdmin: true, byAdminLogin: true } as const
  const account = inStanding(admin, standing)
  return account && { account, listedAdmin: null, proof }
}

/** Whether the same person is still there: an account as before, or none as before. */
const isStillWhose = sql`${adminSessions.userId} is not distinct from ${users.id}`

/** Ends an admin session; an unknown token is ignored. */
export async function logOutAdmin(db: Db, token: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.tokenHash, hashToken(token)))
}

/**
 * Whether the browser's admin session makes this call: an admin call whose signed-in account is not an admin, or not
 * the one named by `adminEmail`. Other calls ignore the admin session.
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
 * Deletes ended sessions, opens one for the admin and records that. `by` is how it is opened: the account's session,
 * with which it ends, or what a code proved.
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
    loginSessionId: by.id,
    device,
    createdAt: at,
    confirmedAt: by.confirmedAt,
    provedFactor: by.provedFactor,
    expiresAt: new Date(Math.min(at.getTime() + adminLifetime, longest)),
  })
  await noteLogin(tx, { ...attempt, outcome: 'opened' })
  return { token, name }
}
