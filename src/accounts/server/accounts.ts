import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound, Unauthorized } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'
import { sessions, users } from './table.ts'

/** How long a session lasts from sign-in, in milliseconds, used or not. */
export const sessionLifetime = 30 * 24 * 3_600_000

export type SignedIn = { account: Account; token: string }

const accountColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  isOwner: users.isOwner,
  isAdmin: users.isAdmin,
  emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
}

/**
 * Creates an account without any role and signs it in. `email` must be trimmed and in lower case, as the contract
 * gives it. Throws `Conflict` when the e-mail has an account already.
 */
export async function signUp(
  deps: Pick<Deps, 'db' | 'now'>,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<SignedIn> {
  const passwordHash = await hashPassword(password)
  return deps.db.transaction(async (tx) => {
    const [account] = await tx
      .insert(users)
      .values({ name, email, passwordHash })
      .onConflictDoNothing({ target: users.email })
      .returning(accountColumns)
    if (!account) throw new Conflict('An account with this email already exists')
    return { account, token: await openSession(tx, account.id, deps.now()) }
  })
}

/** Signs in. Throws the same `Unauthorized`, after the same time, for a wrong password and an unknown e-mail. */
export async function logIn(
  deps: Pick<Deps, 'db' | 'now'>,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const [found] = await deps.db
    .select({ account: accountColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  const right = await isPasswordRight(found?.passwordHash, password)
  if (!found || !right) throw new Unauthorized('Invalid email or password')
  return { account: found.account, token: await openSession(deps.db, found.account.id, deps.now()) }
}

/** Opens a session for the account and gives its token, which is stored nowhere. Sweeps out sessions that have ended. */
export async function openSession(db: Db | Tx, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
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

/** Ends the sessions of these tokens; unknown ones do not matter. */
export async function logOut(db: Db, tokens: string[]): Promise<void> {
  if (tokens.length) await db.delete(sessions).where(inArray(sessions.tokenHash, tokens.map(hashToken)))
}

/** Gives an account a role, from its next request on. Throws `NotFound` when nobody has that e-mail. */
export async function grantRole(db: Db, email: string, role: 'owner' | 'admin'): Promise<void> {
  const granted = await db
    .update(users)
    .set(role === 'owner' ? { isOwner: true } : { isAdmin: true })
    .where(eq(users.email, email.trim().toLowerCase()))
    .returning({ id: users.id })
  if (!granted.length) throw new NotFound(`There is no account with the e-mail ${email}.`)
}

/** Tokens are long and random, so a fast hash without salt is enough. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
