import { and, desc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import { addressOfNobody, nameOfNobody } from '#src/features/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid, Unauthorized } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { forgetBrowsers, sweepKnownBrowsers } from './sign-in/known-browsers.ts'
import { endAllLoginSessions, newToken, sweepLoginSessions } from './sign-in/login-sessions.ts'
import { hashPassword, isPasswordRight } from './sign-in/passwords.ts'
import { forgetFactor } from './staff/second-factor.ts'
import {
  adminSessions,
  admins,
  codes,
  knownBrowsers,
  loginSessions,
  logins,
  profiles,
  secondFactors,
  staffAlertChoices,
  users,
} from './table.ts'

/**
 * Exports the account, its profile, sessions (the admin area included), known browsers, login attempts, second factor
 * and choice of staff e-mails.
 */
export async function personalData(db: Db, { id, email }: Account) {
  const { id: _id, passwordHash, ...account } = only(await db.select().from(users).where(eq(users.id, id)))
  const { device, createdAt, lastSeenAt } = loginSessions
  const open = await db
    .select({ device, createdAt, lastSeenAt })
    .from(loginSessions)
    .where(eq(loginSessions.userId, id))
  const areas = await db
    .select({ device: adminSessions.device, createdAt: adminSessions.createdAt })
    .from(adminSessions)
    .where(eq(adminSessions.userId, id))
  const { id: _loginId, userId: _loginOf, ...attempt } = getTableColumns(logins)
  const tried = await db.select(attempt).from(logins).where(eq(logins.userId, id)).orderBy(desc(logins.createdAt))
  const { lastInAt } = knownBrowsers
  const known = await db.select({ lastInAt }).from(knownBrowsers).where(eq(knownBrowsers.email, email))
  const [factor] = await db
    .select({ onSince: secondFactors.onSince })
    .from(secondFactors)
    .where(eq(secondFactors.userId, id))
  const { alert, wanted } = staffAlertChoices
  const chosen = await db.select({ alert, wanted }).from(staffAlertChoices).where(eq(staffAlertChoices.userId, id))
  const { userId: _profileOf, ...said } = getTableColumns(profiles)
  const [profile] = await db.select(said).from(profiles).where(eq(profiles.userId, id))
  return {
    account,
    profile: profile ?? null,
    openSessions: open,
    adminAreas: areas,
    knownBrowsers: known,
    logins: tried,
    secondFactor: factor ?? null,
    staffMailsChosen: chosen,
  }
}

/** Throws `Invalid` when that is not the account's password. */
export async function confirmPassword(db: Db, { id }: Account, password: string): Promise<void> {
  const [found] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id))
  if (!(await isPasswordRight(found?.passwordHash, password)))
    throw new Invalid({ password: 'That is not your password' })
}

/**
 * Locks an account for deletion: until the transaction ends its owner can neither hold an hour nor log in. Throws
 * `Conflict` for owners and admins, `Unauthorized` if it was deleted already.
 */
export async function lockPerson(tx: Tx, person: Account): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${person.id}, 2))`)
  const [row] = await tx.select().from(users).where(isStill(person)).for('update')
  if (!row) throw new Unauthorized()
  if (row.isOwner || row.isAdmin)
    throw new Conflict('Owners and admins cannot delete their account while they hold the role.')
}

/**
 * Blocks deletion of an account until the transaction ends. Call it before storing a person's name or e-mail, which
 * would otherwise outlive a concurrent deletion. Throws `Unauthorized` if the account was deleted.
 */
export async function keepPerson(tx: Tx, person: Account): Promise<void> {
  const [row] = await tx.select({ id: users.id }).from(users).where(isStill(person)).for('key share')
  if (!row) throw new Unauthorized()
}

export const playerIsGone = 'This player has deleted their account.'

/** The same before somebody else writes about a person, whose account has this id. Throws `Conflict` if it was deleted. */
export async function keepOther(tx: Tx, id: string): Promise<void> {
  if (!(await keepIfThere(tx, id))) throw new Conflict(playerIsGone)
}

/** The same where something else than a refusal follows: gives whether the account is there. */
export async function keepIfThere(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id)).for('key share')
  return row !== undefined && row.email !== addressOfNobody(id)
}

/** The account, unless it was deleted: then its row remains without an e-mail. */
export function isStill({ id, email }: Account) {
  return and(eq(users.id, id), eq(users.email, email))
}

/** Anonymizes the account. The row remains because others refer to it, but without name, e-mail and password. */
export async function forgetPerson(tx: Tx, { id, email }: Account): Promise<void> {
  await endAllLoginSessions(tx, id)
  await forgetFactor(tx, id)
  await tx.delete(codes).where(eq(codes.email, email))
  await forgetBrowsers(tx, email)
  await tx.delete(admins).where(eq(admins.email, email))
  await tx.delete(logins).where(eq(logins.userId, id))
  await tx.delete(staffAlertChoices).where(eq(staffAlertChoices.userId, id))
  await tx.delete(profiles).where(eq(profiles.userId, id))
  await tx
    .update(users)
    .set({
      name: nameOfNobody,
      email: addressOfNobody(id),
      passwordHash: await hashPassword(newToken()),
      emailVerifiedAt: null,
    })
    .where(eq(users.id, id))
}

/** Deletes old logins (kept long enough to investigate a theft that was noticed late), expired known browsers and ended sessions. */
export async function forgetOld(tx: Tx, now: Date): Promise<void> {
  await sweepLoginSessions(tx, now)
  await sweepKnownBrowsers(tx, now)
  await tx.delete(adminSessions).where(lte(adminSessions.expiresAt, now))
  await tx.delete(logins).where(lte(logins.createdAt, new Date(now.getTime() - daysInMs(keepDays.logins))))
}
