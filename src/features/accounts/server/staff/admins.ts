import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { fold } from '#src/platform/database/fold.ts'
import { admins, secondFactors, users } from '../table.ts'
import { factorColumns, type Standing, standingOf } from './staff-door.ts'

/**
 * The account of a listed admin: the linked one, or one that verified the listed e-mail. An unverified account does not
 * count, or a stranger could lock an admin out by signing up.
 */
export const isAccountOfListed = and(
  eq(users.email, admins.email),
  or(eq(users.isAdmin, true), isNotNull(users.emailVerifiedAt)),
)

/** A listed admin may enter without an account, but not with an account that lacks the role. */
export const mayEnter = or(isNull(users.id), eq(users.isAdmin, true))

/** What `standingInArea` is read from; left-join `users` and `secondFactors`. */
export const areaColumns = { userId: users.id, ...factorColumns }

/**
 * The standing in the admin area of somebody `mayEnter` admits; only the admin role counts there. Listed admins without
 * an account cannot have a second factor: when the owner demands one, they need an account first (ADR 012).
 */
export function standingInArea(factor: { hasFactor: boolean; isDemanded: boolean }, provedFactor: boolean): Standing {
  return standingOf({ isOwner: false, isAdmin: true, ...factor }, provedFactor)
}

type Admin = { id: string; name: string; userId: string | null; hasFactor: boolean; isDemanded: boolean }

/**
 * The admin with this e-mail (in lower case) and name (in whatever case and accents): the listed name or the account's current one. Null
 * if there is none, or if their account is no longer an admin.
 */
export async function findAdmin(db: Db | Tx, email: string, name: string): Promise<Admin | null> {
  const [admin] = await db
    .select({ id: admins.id, name: admins.name, ...areaColumns })
    .from(admins)
    .leftJoin(users, isAccountOfListed)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(admins.email, email), mayEnter, sql`${fold(name)} in (${fold(admins.name)}, ${fold(users.name)})`))
  return admin ?? null
}

/** Adds an admin to the list for the admin login; one already listed keeps their name. */
export async function listAsAdmin(db: Db | Tx, { email, name }: { email: string; name: string }): Promise<void> {
  await db.insert(admins).values({ email, name }).onConflictDoNothing({ target: admins.email })
}

/** Removes from the list an admin who lost the role. */
export async function unlistAsAdmin(db: Db | Tx, { email }: { email: string }): Promise<void> {
  await db.delete(admins).where(eq(admins.email, email))
}
