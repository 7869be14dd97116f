import { asc, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { wallClock } from '#src/shared/zones.ts'
import { coachShares } from '../table.ts'

/** The percentage that counts from a day on (`YYYY-MM-DD` of the business's zone). */
export type Share = { percent: number; validFrom: string }

/** All versions of the coaches' share, the first one first. */
export function listShares(db: Db | Tx): Promise<Share[]> {
  const { percent, validFrom } = coachShares
  return db.select({ percent, validFrom }).from(coachShares).orderBy(asc(validFrom))
}

/**
 * Sets the coaches' share from a day on (`YYYY-MM-DD` of the business's zone). What a session that has begun earns never
 * changes by it: the first version may begin on any day, the next ones tomorrow at the earliest; one for the same day takes its
 * place (PAYOUT-1). Throws `Conflict` for a day too early.
 */
export async function setCoachShare(
  { db, env, now }: Deps,
  owner: Account,
  { percent, validFrom }: Share,
): Promise<Share[]> {
  return db.transaction(async (tx) => {
    // Two first versions at once: the second one sees the first.
    await tx.execute(sql`lock table ${coachShares} in share row exclusive mode`)
    const versions = await listShares(tx)
    if (versions.length > 0 && validFrom <= wallClock(now(), env.businessTimeZone).date)
      throw new Conflict('The next share begins tomorrow at the earliest: sessions until then keep theirs.', {
        reason: 'refused',
      })
    const set = { percent, setBy: owner.id, createdAt: now() }
    await tx
      .insert(coachShares)
      .values({ validFrom, ...set })
      .onConflictDoUpdate({ target: coachShares.validFrom, set })
    return listShares(tx)
  })
}
