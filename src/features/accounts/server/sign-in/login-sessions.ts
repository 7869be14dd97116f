import { hash, randomBytes } from 'node:crypto'
import { and, count, eq, gt, inArray, lte, ne, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { LoginSession } from '#src/features/accounts/login-sessions-contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { prepared } from '#src/platform/database/prepared.ts'
import { notifySql } from '#src/platform/database/pub-sub.ts'
import { NotFound, Unauthorized } from '#src/platform/http/errors.ts'
import type { Account, Proof } from '#src/platform/http/guards.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { factorColumns, inStanding, standingOf } from '../staff/staff-door.ts'
import { accountColumns, adminSessions, loginSessions, secondFactors, users } from '../table.ts'

const hour = 3_600_000

/** How long a session lasts from sign-in, used or not, and how long it may rest, in milliseconds. */
export const loginSessionLifetime = daysInMs(keepDays.loginSessions)
const idleTime = 7 * 24 * hour

/** The same for owners and admins, whose sessions open more. */
export const staffLifetime = 7 * 24 * hour
const staffIdleTime = 12 * hour

/** How long a session of the admin area lasts, used or not: a working day. */
export const adminLifetime = 8 * hour

/** How long a confirmation of identity lasts. */
const proofLifetime = hour / 6

/**
 * Opens a session for the account and gives its token, which is stored nowhere. `device` is what its owner will know it
 * by, `provedFactor` whether they proved their second step. Call it only for somebody who has just proved who they are.
 */
export async function openLoginSession(
  db: Db | Tx,
  userId: string,
  now: Date,
  { device, provedFactor }: { device?: string; provedFactor?: boolean } = {},
): Promise<string> {
  const token = newToken()
  await db.insert(loginSessions).values({
    tokenHash: hashToken(token),
    userId,
    device,
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    provedFactor,
    expiresAt: new Date(now.getTime() + loginSessionLifetime),
  })
  return token
}

/** Deletes ended sessions. */
export async function sweepLoginSessions(tx: Tx, now: Date): Promise<void> {
  const isRested = lte(loginSessions.lastSeenAt, new Date(now.getTime() - idleTime))
  await tx.delete(loginSessions).where(or(lte(loginSessions.expiresAt, now), isRested))
}

/** The session that a call came with. */
export type OwnLoginSession = { loginSessionId: string; token: string }

const openLoginSessionOf = prepared((db) =>
  db
    .select({
      account: accountColumns,
      loginSessionId: loginSessions.id,
      lastSeenAt: loginSessions.lastSeenAt,
      confirmedAt: loginSessions.confirmedAt,
      provedFactor: loginSessions.provedFactor,
      ...factorColumns,
    })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(loginSessions.tokenHash, sql.placeholder('tokenHash')), isOpen(sql.placeholder('at'))))
    .prepare('open_session'),
)

/**
 * The account of an open session with its roles of this moment, and how it proved itself; null for a token that is
 * unknown, whose session has ended, or that lacks the second step. Roles wait while the owner demands one that the account
 * has not. Notes that the session was used, at most once a minute.
 */
export async function findLoginSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<{ account: Account; loginSessionId: string; proof: Proof } | null> {
  const at = now()
  const tokenHash = hashToken(token)
  const [found] = await openLoginSessionOf(db).execute({ tokenHash, at })
  const account = found && inStanding(found.account, standingOf({ ...found.account, ...found }, found.provedFactor))
  if (!account) return null
  if (at.getTime() - found.lastSeenAt.getTime() > 60_000)
    await db.update(loginSessions).set({ lastSeenAt: at }).where(eq(loginSessions.tokenHash, tokenHash))
  const { loginSessionId, confirmedAt, hasFactor } = found
  return { account, loginSessionId, proof: proofOf(confirmedAt, at, hasFactor ? 'code' : 'password') }
}

/** What a session is worth that was confirmed then. */
export function proofOf(confirmedAt: Date | null, now: Date, by: Proof['by']): Proof {
  return { confirmedAt, isFresh: confirmedAt !== null && now.getTime() - confirmedAt.getTime() < proofLifetime, by }
}

/** Sessions that go on at this moment. Join `users`. */
function isOpen(now: Date | Placeholder) {
  const at = sql`${sql.param(now, loginSessions.expiresAt)}::timestamptz`
  const since = (milliseconds: number) => sql`${at} - ${sql.raw(`interval '${milliseconds} ms'`)}`
  return and(
    gt(loginSessions.expiresAt, at),
    gt(loginSessions.lastSeenAt, since(idleTime)),
    or(
      and(not(users.isOwner), not(users.isAdmin)),
      and(gt(loginSessions.createdAt, since(staffLifetime)), gt(loginSessions.lastSeenAt, since(staffIdleTime))),
    ),
  )
}

/**
 * The sessions of an account: that of `loginSessionId` first, then the last used. For the admin area only the time it was
 * opened is known.
 */
export async function listLoginSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  loginSessionId: string,
): Promise<LoginSession[]> {
  const rows = await db
    .select({ session: loginSessions })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(and(eq(loginSessions.userId, userId), isOpen(now())))
  const areas = await db
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.userId, userId), isOpenAdminSession(now())))
  return [
    ...rows.map(({ session }) => ({ ...session, isAdminArea: false })),
    ...areas.map((area) => ({ ...area, lastSeenAt: area.createdAt, isAdminArea: true })),
  ]
    .map(({ id, device, createdAt, lastSeenAt, isAdminArea }) => ({
      id,
      device,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === loginSessionId,
      isAdminArea,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt))
}

/** Number of open sessions of the account, including the admin area. */
export async function countOpenLoginSessions(tx: Tx, userId: string, now: Date): Promise<number> {
  const own = await tx
    .select({ count: count() })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(and(eq(loginSessions.userId, userId), isOpen(now)))
  const ofAdmin = and(eq(adminSessions.userId, userId), isOpenAdminSession(now))
  return only(own).count + (await tx.$count(adminSessions, ofAdmin))
}

/** Ends one session of the account, or of its admin area. Throws `NotFound` if it has no such session. */
export async function endLoginSession(db: Db, userId: string, loginSessionId: string): Promise<void> {
  const ended = await end(db, and(eq(loginSessions.id, loginSessionId), eq(loginSessions.userId, userId)))
  const isThis = and(eq(adminSessions.id, loginSessionId), eq(adminSessions.userId, userId))
  const left = await db.delete(adminSessions).where(isThis).returning({ id: adminSessions.id })
  if (!ended && !left.length) throw new NotFound('This session does not exist.')
}

/** Ends every session of the account except `loginSessionId`, including the admin area. */
export async function endOtherLoginSessions(db: Db | Tx, userId: string, loginSessionId: string): Promise<void> {
  await endAdminSessions(db, userId)
  await end(db, and(eq(loginSessions.userId, userId), ne(loginSessions.id, loginSessionId)))
}

/** Ends every session of the account, in the admin area too. */
export async function endAllLoginSessions(tx: Tx, userId: string): Promise<void> {
  await endAdminSessions(tx, userId)
  await end(tx, eq(loginSessions.userId, userId))
}

async function endAdminSessions(db: Db | Tx, userId: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.userId, userId))
}

/**
 * Ends sessions and the admin area opened from them, and notifies all processes, so that live streams end at once.
 * Returns whether there were any.
 */
async function end(db: Db | Tx, which: SQL | undefined): Promise<boolean> {
  const ended = await db
    .delete(loginSessions)
    .where(which)
    .returning({ notified: notifySql('sessions', sql`${loginSessions.id}::text`) })
  return ended.length > 0
}

/** Whether a session is still open; for work that began some time after the caller was identified. */
export async function isStillOpen(db: Db, loginSessionId: string): Promise<boolean> {
  return (await db.$count(loginSessions, eq(loginSessions.id, loginSessionId))) > 0
}

/** Open admin sessions. */
export function isOpenAdminSession(now: Date) {
  return gt(adminSessions.expiresAt, now)
}

/**
 * Gives an open session a new token after its owner confirmed their identity; the old one becomes invalid. Two
 * concurrent confirmations get the same token. Throws `Unauthorized` when the session has ended.
 */
export async function renewToken(db: Db | Tx, { loginSessionId, token }: OwnLoginSession, now: Date): Promise<string> {
  const renewal = newToken()
  const renewed = tokenAfter(token, renewal)
  const rows = await db
    .update(loginSessions)
    .set({ tokenHash: hashToken(renewed), renewal, confirmedAt: now })
    .where(eq(loginSessions.tokenHash, hashToken(token)))
    .returning({ id: loginSessions.id })
  if (rows.length) return renewed

  const [session] = await db.select().from(loginSessions).where(eq(loginSessions.id, loginSessionId))
  const other = session?.renewal && tokenAfter(token, session.renewal)
  if (!other || hashToken(other) !== session.tokenHash) throw new Unauthorized()
  return other
}

/**
 * Derives the token that follows `token`. It takes both the old token and the stored value, so neither alone is enough.
 */
function tokenAfter(token: string, renewal: string): string {
  return hash('sha256', `${token} ${renewal}`, 'base64url')
}

/** Ends the sessions of these tokens, and that of an id; unknown ones are ignored. */
export async function logOut(db: Db, tokens: string[], loginSessionId?: string): Promise<void> {
  const byId = loginSessionId ? eq(loginSessions.id, loginSessionId) : undefined
  if (tokens.length) await end(db, or(inArray(loginSessions.tokenHash, tokens.map(hashToken)), byId))
}

/** 256 random bits as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a token for storage. Tokens are long and random, so a fast hash without salt is enough. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
