import { and, desc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import { addressOfNobody, nameOfNobody } from '#src/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/server/db.ts'
import { Conflict, Invalid, Unauthorized } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { forgetBrowsers, sweepKnownBrowsers } from './known-browsers.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'
import { forgetFactor } from './second-factor.ts'
import { endAllSessions, newToken, sweepSessions } from './sessions.ts'
import {
  adminSessions,
  admins,
  codes,
  knownBrowsers,
  logins,
  profiles,
  secondFactors,
  sessions,
  staffAlertChoices,
  users,
} from './table.ts'

/** The account, its profile, where it is logged in, in the admin area too, which browsers are known, who tried to log in, since when with a second step, and which staff mails it chose. */
export async function personalData(db: Db, { id, email }: Account) {
  const { passwordHash, ...shown } = (await db.select().from(users).where(eq(users.id, id)))[0]!
  const { device, createdAt, lastSeenAt } = sessions
  const open = await db.select({ device, createdAt, lastSeenAt }).from(sessions).where(eq(sessions.userId, id))
  const areas = await db
    .select({ device: adminSessions.device, createdAt: adminSessions.createdAt })
    .from(adminSessions)
    .where(eq(adminSessions.userId, id))
  const { userId: _, ...attempt } = getTableColumns(logins)
  const tried = await db.select(attempt).from(logins).where(eq(logins.userId, id)).orderBy(desc(logins.createdAt))
  const { lastInAt } = knownBrowsers
  const known = await db.select({ lastInAt }).from(knownBrowsers).where(eq(knownBrowsers.email, email))
  const [factor] = await db
    .select({ onSince: secondFactors.onSince })
    .from(secondFactors)
    .where(eq(secondFactors.userId, id))
  const { alert, wanted } = staffAlertChoices
  const chosen = await db.select({ alert, wanted }).from(staffAlertChoices).where(eq(staffAlertChoices.userId, id))
  const { userId: __, ...said } = getTableColumns(profiles)
  const [profile] = await db.select(said).from(profiles).where(eq(profiles.userId, id))
  return {
    account: shown,
    profile: profile ?? null,
    logins: open,
    adminAreas: areas,
    knownBrowsers: known,
    recentLogins: tried,
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
 * Locks a person who wants to leave: until the transaction ends they can neither hold an hour nor log in. Throws
 * `Conflict` for owners and admins, `Unauthorized` for somebody who has left already.
 */
export async function lockPerson(tx: Tx, person: Account): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${person.id}, 2))`)
  const [row] = await tx.select().from(users).where(isStill(person)).for('update')
  if (!row) throw new Unauthorized()
  if (row.isOwner || row.isAdmin)
    throw new Conflict('Owners and admins cannot delete their account while they hold the role.')
}

/**
 * Keeps a person until the transaction ends: whoever writes down their name or e-mail asks this first, or it would outlive
 * a deletion that is under way. Throws `Unauthorized` for somebody who has left.
 */
export async function keepPerson(tx: Tx, person: Account): Promise<void> {
  const [row] = await tx.select({ id: users.id }).from(users).where(isStill(person)).for('key share')
  if (!row) throw new Unauthorized()
}

/** The account, unless its person has left: the row stays without their e-mail. */
export function isStill({ id, email }: Account) {
  return and(eq(users.id, id), eq(users.email, email))
}

/** The row stays for the books that name it, but it is nobody's: no name, no e-mail, no way in. */
export async function forgetPerson(tx: Tx, { id, email }: Account): Promise<void> {
  await endAllSessions(tx, id)
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

/** How long an attempt to log in is kept, in days: long enough to look into a theft that was noticed late. */
const daysOfLogins = 90

/** Old logins, browsers known no more, and sessions that are over, go. */
export async function forgetOld(tx: Tx, now: Date): Promise<void> {
  await sweepSessions(tx, now)
  await sweepKnownBrowsers(tx, now)
  await tx.delete(adminSessions).where(lte(adminSessions.expiresAt, now))
  await tx.delete(logins).where(lte(logins.createdAt, new Date(now.getTime() - daysOfLogins * 24 * 3_600_000)))
}
