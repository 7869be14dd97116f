import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, lte, ne } from 'drizzle-orm'
import type { Session } from '#src/accounts/contract.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound, Unauthorized } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { accountColumns, sessions, users } from './table.ts'

/** How long a session lasts from sign-in, in milliseconds, used or not. */
export const sessionLifetime = 30 * 24 * 3_600_000

/**
 * Opens a session for the account and gives its token, which is stored nowhere. `device` is what its owner will know it
 * by. Sweeps out sessions that have ended.
 */
export async function openSession(db: Db | Tx, userId: string, now: Date, device?: string): Promise<string> {
  const token = newToken()
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    device,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetime),
  })
  return token
}

/**
 * The account of an open session with its roles of this moment, or null for a token that is unknown or has expired.
 * Notes that the session was used, at most once a minute, in the same statement.
 */
export async function findAccountByToken(deps: Pick<Deps, 'db' | 'now'>, token: string): Promise<Account | null> {
  const now = deps.now()
  const isThisSession = and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now))
  const seen = deps.db.$with('seen').as(
    deps.db
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(isThisSession, lt(sessions.lastSeenAt, new Date(now.getTime() - 60_000))))
      .returning({ userId: sessions.userId }),
  )
  const [account] = await deps.db
    .with(seen)
    .select(accountColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isThisSession)
  return account ?? null
}

/** The open sessions of an account: the one of `token` first, then the last used. */
export async function listSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  token: string,
): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now())))
    .orderBy(desc(eq(sessions.tokenHash, hashToken(token))), desc(sessions.lastSeenAt))
  return rows.map(({ id, device, createdAt, lastSeenAt, tokenHash }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: tokenHash === hashToken(token),
  }))
}

/** Ends one session of the account. Throws `NotFound` when it has no such session. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (!ended.length) throw new NotFound('This session does not exist.')
}

/** Ends every session of the account, but not the one of `token`. */
export async function endOtherSessions(db: Db | Tx, userId: string, token: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, hashToken(token))))
}

/** Ends every session of the account. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

/** Gives an open session a new token; the old one opens nothing any more. Throws `Unauthorized` when it has ended. */
export async function renewToken(tx: Tx, token: string): Promise<string> {
  const renewed = newToken()
  const rows = await tx
    .update(sessions)
    .set({ tokenHash: hashToken(renewed) })
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
  return createHash('sha256').update(token).digest('hex')
}
