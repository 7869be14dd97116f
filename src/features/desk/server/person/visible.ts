import { and, eq, notLike, or, sql } from 'drizzle-orm'
import { accountColumns, profiles, users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { addressOfNobody } from '#src/features/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'

export type Person = Awaited<ReturnType<typeof findVisiblePerson>>

/** An account that was not deleted, and its coach profile. Throws `NotFound` when this member of the team may not see it. */
export async function findVisiblePerson(db: Db | Tx, staff: Account, userId: string) {
  const { id, name, email, isOwner, isAdmin, emailVerified } = accountColumns
  const [person] = await db
    .select({
      ...{ id, name, email, isOwner, isAdmin, emailVerified },
      createdAt: users.createdAt,
      gamerTag: profiles.gamerTag,
      coach: coaches,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(coaches, eq(coaches.userId, users.id))
    .where(and(eq(users.id, userId), isVisibleTo(staff)))
  if (!person) throw new NotFound('This person does not exist.')
  return person
}

/** Owners see every account, admins those who booked, applied or coach; nobody sees one that was deleted. */
export function isVisibleTo({ isOwner }: Pick<Account, 'isOwner'>) {
  const isDealtWith = or(
    sql`exists (select from ${bookings} where ${bookings.playerId} = ${users.id})`,
    sql`exists (select from ${coachApplications} where ${coachApplications.userId} = ${users.id})`,
    sql`exists (select from ${coaches} where ${coaches.userId} = ${users.id})`,
  )
  return and(notLike(users.email, addressOfNobody('%')), isOwner ? undefined : isDealtWith)
}

/** The id of the account with this e-mail (in lower case), if this member of the team may see it; null if not. */
export async function findPerson(db: Db, staff: Account, email: string): Promise<string | null> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isVisibleTo(staff)))
  return found?.id ?? null
}
