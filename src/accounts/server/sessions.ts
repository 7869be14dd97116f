import { hash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, inArray, lte, ne, not, or, type Placeholder, sql } from 'drizzle-orm'
import type { Session } from '#src/accounts/contract.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound, Unauthorized } from '#src/server/errors.ts'
import type { Account, Proof } from '#src/server/guards.ts'
import { prepareOnce } from '#src/server/prepare-once.ts'
import { factorColumns, inStanding, standingOf } from './staff-door.ts'
import { accountColumns, adminSessions, admins, secondFactors, sessions, users } from './table.ts'

const hour = 3_600_000

/** How long a session lasts from sign-in, used or not, and how long it may rest, in milliseconds. */
export const sessionLifetime = 30 * 24 * hour
const idleTime = 7 * 24 * hour

/** The same for owners and admins, whose sessions open more. */
const staffLifetime = 7 * 24 * hour
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

/** The open sessions of an account: the one of `sessionId` first, then the last used. */
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
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.lastSeenAt))
  return rows.map(({ session: { id, device, createdAt, lastSeenAt } }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === sessionId,
  }))
}

/** How many sessions of the account go on at this moment, those of the admin area included. */
export async function countOpenSessions(tx: Tx, userId: string, now: Date): Promise<number> {
  const [own] = await tx
    .select({ count: count() })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), isOpen(now)))
  const ofAdmin = and(inArray(adminSessions.adminId, adminOf(tx, userId)), isOpenAdminSession(now))
  return own!.count + (await tx.$count(adminSessions, ofAdmin))
}

/** Ends one session of the account. Throws `NotFound` when it has no such session. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (!ended.length) throw new NotFound('This session does not exist.')
}

/** Ends every session of the account, in the admin area too, but not the one of `sessionId`. */
export async function endOtherSessions(db: Db | Tx, userId: string, sessionId: string): Promise<void> {
  await endAdminSessions(db, userId)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
}

/** Ends every session of the account, in the admin area too. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await endAdminSessions(tx, userId)
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

async function endAdminSessions(db: Db | Tx, userId: string): Promise<void> {
  await db.delete(adminSessions).where(inArray(adminSessions.adminId, adminOf(db, userId)))
}

/** The query for who the account is in the admin area. */
function adminOf(db: Db | Tx, userId: string) {
  return db
    .select({ id: admins.id })
    .from(admins)
    .innerJoin(users, eq(users.email, admins.email))
    .where(eq(users.id, userId))
}

/** Admin sessions that go on at this moment. */
export function isOpenAdminSession(now: Date) {
  return gt(adminSessions.expiresAt, now)
}

/**
 * Gives an open session, whose owner has just proved who they are, a new token; the old one opens nothing any more.
 * Throws `Unauthorized` when the session has ended.
 */
export async function renewToken(db: Db | Tx, token: string, now: Date): Promise<string> {
  const renewed = newToken()
  const rows = await db
    .update(sessions)
    .set({ tokenHash: hashToken(renewed), confirmedAt: now })
    .where(eq(sessions.tokenHash, hashToken(token)))
    .returning({ id: sessions.id })
  if (!rows.length) throw new Unauthorized()
  return renewed
}

/** Ends the sessions of these tokens; unknown ones do not matter. */
export async function logOut(db: Db, tokens: string[]): Promise<void> {
  if (tokens.length) await db.delete(sessions).where(inArray(sessions.tokenHash, tokens.map(hashToken)))
}

/** 256 random bits as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. Tokens are long and random, so a fast hash without salt is enough. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
