import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { profiles, users } from './table.ts'

/** The time zone of the account with this e-mail (in lower case); the business's where none is known. */
export async function zoneOf({ env }: Pick<Deps, 'env'>, db: Db | Tx, email: string): Promise<string> {
  const [profile] = await db
    .select({ zone: profiles.zone })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(users.email, email))
  return profile?.zone ?? env.businessTimeZone
}
