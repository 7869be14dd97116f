import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import { factorColumns, type Standing, standingOf } from './staff-door.ts'
import { admins, secondFactors, users } from './table.ts'

/**
 * The account of whoever is on the list: that of the admin, or one whose owner proved the listed e-mail to be theirs. An
 * account that only claims it is nobody's, or a stranger could shut an admin out by signing up.
 */
export const isAccountOfListed = and(
  eq(users.email, admins.email),
  or(eq(users.isAdmin, true), isNotNull(users.emailVerifiedAt)),
)

/** Whoever is on the list may enter without an account, but not with one that is no admin: the role shuts both doors. */
export const mayEnter = or(isNull(users.id), eq(users.isAdmin, true))

/** What `standingInArea` is read from; left-join `users` and `secondFactors`. */
export const areaColumns = { userId: users.id, ...factorColumns }

/**
 * How somebody whom `mayEnter` lets in stands in the admin area, where the role of an admin is all that counts. Who is on
 * the list without an account can have no second step, and may do little (ADR 012).
 */
export function standingInArea(
  { userId, ...factor }: { userId: string | null; hasFactor: boolean; isDemanded: boolean },
  provedFactor: boolean,
): Standing {
  return userId === null ? 'staff' : standingOf({ isOwner: false, isAdmin: true, ...factor }, provedFactor)
}

type Admin = { id: string; name: string; userId: string | null; hasFactor: boolean; isDemanded: boolean }

/**
 * The admin with this e-mail (in lower case) and name, in any case: the one they were listed with, or that of their
 * account by now. Null when there is none, or when their account is no admin any more.
 */
export async function findAdmin(db: Db | Tx, email: string, name: string): Promise<Admin | null> {
  const [admin] = await db
    .select({ id: admins.id, name: admins.name, ...areaColumns })
    .from(admins)
    .leftJoin(users, isAccountOfListed)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        eq(admins.email, email),
        mayEnter,
        sql`${name.toLowerCase()} in (lower(${admins.name}), lower(${users.name}))`,
      ),
    )
  return admin ?? null
}

/** Lets somebody with the role use the admin login by their e-mail and name; who can already keeps the name they had. */
export async function listAsAdmin(db: Db | Tx, { email, name }: { email: string; name: string }): Promise<void> {
  await db.insert(admins).values({ email, name }).onConflictDoNothing({ target: admins.email })
}

/** Whoever lost the role is in the list no more. */
export async function unlistAsAdmin(db: Db | Tx, { email }: { email: string }): Promise<void> {
  await db.delete(admins).where(eq(admins.email, email))
}
