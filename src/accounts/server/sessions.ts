import { hash, randomBytes } from 'node:crypto'
import { and, count, eq, gt, inArray, lte, ne, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Session } from '#src/accounts/contract.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound, Unauthorized } from '#src/server/errors.ts'
import type { Account, Proof } from '#src/server/guards.ts'
import { told } from '#src/server/live.ts'
import { prepareOnce } from '#src/server/prepare-once.ts'
import { factorColumns, inStanding, standingOf } from './staff-door.ts'
import { accountColumns, adminSessions, secondFactors, sessions, users } from './table.ts'

const hour = 3_600_000

/** How long a session lasts from sign-in, used or not, and how long it may rest, in milliseconds. */
export const sessionLifetime = 30 * 24 * hour
const idleTime = 7 * 24 * hour

/** The same for owners and admins, whose sessions open more. */
export const staffLifetime = 7 * 24 * hour
const staffIdleTime = 12 * hour

/** How long a session of the admin area lasts, used or not: a working day. */
export const adminLifetime = 8 * hour

/** How long somebody who proved who they are need not do so again. */
const proofLifetime = hour / 6

/**
 * Opens a session for the account and gives its token, which is stored nowhere. `device` is what its owner will know it
 * by, `provedFactor` whether they proved their second step. Call it only for somebody who has just proved who they are.
 */
export async function openSession(
  db: Db | Tx,
  userId: string,
  now: Date,
  { device, provedFactor }: { device?: string; provedFactor?: boolean } = {},
): Promise<string> {
  const token = newToken()
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    device,
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    provedFactor,
    expiresAt: new Date(now.getTime() + sessionLifetime),
  })
  return token
}

/** Removes sessions that have ended: none of them opens anything any more. */
export async function sweepSessions(tx: Tx, now: Date): Promise<void> {
  const isRested = lte(sessions.lastSeenAt, new Date(now.getTime() - idleTime))
  await tx.delete(sessions).where(or(lte(sessions.expiresAt, now), isRested))
}

/** The session that a call came with. */
export type OwnSession = { sessionId: string; token: string }

const openSessionOf = prepareOnce((db) =>
  db
    .select({
      account: accountColumns,
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      confirmedAt: sessions.confirmedAt,
      provedFactor: sessions.provedFactor,
      ...factorColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isOpen(sql.placeholder('at'))))
    .prepare('open_session'),
)

/**
 * The account of an open session with its roles of this moment, and how it proved itself; null for a token that is
 * unknown, whose session has ended, or that lacks the second step. Roles wait while the owner demands one that the account
 * has not. Notes that the session was used, at most once a minute.
 */
export async function findSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<{ account: Account; sessionId: string; proof: Proof } | null> {
  const at = now()
  const tokenHash = hashToken(token)
  const [found] = await openSessionOf(db).execute({ tokenHash, at })
  const account = found && inStanding(found.account, standingOf({ ...found.account, ...found }, found.provedFactor))
  if (!account) return null
  if (at.getTime() - found.lastSeenAt.getTime() > 60_000)
    await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.tokenHash, tokenHash))
  const { sessionId, confirmedAt, hasFactor } = found
  return { account, sessionId, proof: proofOf(confirmedAt, at, hasFactor ? 'code' : 'password') }
}

/** What a session is worth that was confirmed then. */
export function proofOf(confirmedAt: Date | null, now: Date, by: Proof['by']): Proof {
  return { confirmedAt, isFresh: confirmedAt !== null && now.getTime() - confirmedAt.getTime() < proofLifetime, by }
}

/** Sessions that go on at this moment. Join `users`. */
function isOpen(now: Date | Placeholder) {
  const at = sql`${sql.param(now, sessions.expiresAt)}::timestamptz`
  const since = (milliseconds: number) => sql`${at} - ${sql.raw(`interval '${milliseconds} ms'`)}`
  return and(
    gt(sessions.expiresAt, at),
    gt(sessions.lastSeenAt, since(idleTime)),
    or(
      and(not(users.isOwner), not(users.isAdmin)),
      and(gt(sessions.createdAt, since(staffLifetime)), gt(sessions.lastSeenAt, since(staffIdleTime))),
    ),
  )
}

/**
 * Where an account is logged in: the session of `sessionId` first, then the last used. Of the admin area nobody knows
 * when it was used: it counts from when it was opened.
 */
export async function listSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  sessionId: string,
): Promise<Session[]> {
  const rows = await db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), isOpen(now())))
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
      isCurrent: id === sessionId,
      isAdminArea,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt))
}

/** How many sessions of the account go on at this moment, those of the admin area included. */
export async function countOpenSessions(tx: Tx, userId: string, now: Date): Promise<number> {
  const [own] = await tx
    .select({ count: count() })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), isOpen(now)))
  const ofAdmin = and(eq(adminSessions.userId, userId), isOpenAdminSession(now))
  return own!.count + (await tx.$count(adminSessions, ofAdmin))
}

/** Ends one session of the account, or the admin area where it is open. Throws `NotFound` when it has no such session. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  const ended = await end(db, and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  const isThis = and(eq(adminSessions.id, sessionId), eq(adminSessions.userId, userId))
  const left = await db.delete(adminSessions).where(isThis).returning({ id: adminSessions.id })
  if (!ended && !left.length) throw new NotFound('This session does not exist.')
}

/** Ends every session of the account, in the admin area too, but not the one of `sessionId`. */
export async function endOtherSessions(db: Db | Tx, userId: string, sessionId: string): Promise<void> {
  await endAdminSessions(db, userId)
  await end(db, and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
}

/** Ends every session of the account, in the admin area too. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await endAdminSessions(tx, userId)
  await end(tx, eq(sessions.userId, userId))
}

async function endAdminSessions(db: Db | Tx, userId: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.userId, userId))
}

/**
 * Ends sessions: with each goes the admin area that was opened from it, and every process is told, so that its live
 * streams end at once. Gives whether there were any.
 */
async function end(db: Db | Tx, which: SQL | undefined): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(which)
    .returning({ told: told('sessions', sql`${sessions.id}::text`) })
  return ended.length > 0
}

/** Whether a session has not been ended: for what has been going on since it was asked who calls. */
export async function isStillOpen(db: Db, sessionId: string): Promise<boolean> {
  return (await db.$count(sessions, eq(sessions.id, sessionId))) > 0
}

/** Admin sessions that go on at this moment. */
export function isOpenAdminSession(now: Date) {
  return gt(adminSessions.expiresAt, now)
}

/**
 * Gives an open session, whose owner has just proved who they are, a new token; the old one opens nothing any more. Of
 * two proofs at the same moment both get the same one. Throws `Unauthorized` when the session has ended.
 */
export async function renewToken(db: Db | Tx, { sessionId, token }: OwnSession, now: Date): Promise<string> {
  const renewal = newToken()
  const renewed = tokenAfter(token, renewal)
  const rows = await db
    .update(sessions)
    .set({ tokenHash: hashToken(renewed), renewal, confirmedAt: now })
    .where(eq(sessions.tokenHash, hashToken(token)))
    .returning({ id: sessions.id })
  if (rows.length) return renewed

  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
  const other = session?.renewal && tokenAfter(token, session.renewal)
  if (!other || hashToken(other) !== session.tokenHash) throw new Unauthorized()
  return other
}

/**
 * The token that follows `token`. It takes both to make it: who has seen the old token cannot, and neither can who has
 * seen the table.
 */
function tokenAfter(token: string, renewal: string): string {
  return hash('sha256', `${token} ${renewal}`, 'base64url')
}

/** Ends the sessions of these tokens; unknown ones do not matter. */
export async function logOut(db: Db, tokens: string[]): Promise<void> {
  if (tokens.length) await end(db, inArray(sessions.tokenHash, tokens.map(hashToken)))
}

/** 256 random bits as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. Tokens are long and random, so a fast hash without salt is enough. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
