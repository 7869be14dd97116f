import { and, desc, eq, exists, gte, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { smsOptOuts } from './table.ts'

/** Whether the owner of this number (E.164) wants no SMS from us. */
export async function hasOptedOut(db: Db | Tx, number: string): Promise<boolean> {
  const [latest] = await db
    .select({ isOut: smsOptOuts.isOut })
    .from(smsOptOuts)
    .where(eq(smsOptOuts.number, number))
    .orderBy(desc(smsOptOuts.id))
    .limit(1)
  return latest?.isOut ?? false
}

/**
 * Remembers that the owner of a number wants no SMS, or wants them again; gives whether that is new. The same `messageSid` counts
 * once; it is null when the provider refused an SMS of ours.
 */
export async function saveOptOut(
  db: Db,
  wish: { number: string; isOut: boolean; messageSid: string | null },
): Promise<boolean> {
  if ((await hasOptedOut(db, wish.number)) === wish.isOut) return false
  const kept = await db
    .insert(smsOptOuts)
    .values(wish)
    .onConflictDoNothing({ target: smsOptOuts.messageSid })
    .returning({ id: smsOptOuts.id })
  return kept.length > 0
}

/** Deletes the STOP and START of those who have wanted SMS again for a day; a STOP that still holds stays. */
export async function forgetReturned(tx: Tx, now: Date): Promise<void> {
  const aDayAgo = new Date(now.getTime() - 24 * 3_600_000)
  const returned = alias(smsOptOuts, 'returned')
  const isBefore = and(eq(returned.number, smsOptOuts.number), gte(returned.id, smsOptOuts.id))
  const returns = tx
    .select({ id: returned.id })
    .from(returned)
    .where(and(isBefore, eq(returned.isOut, false), lt(returned.createdAt, aDayAgo)))
  await tx.delete(smsOptOuts).where(exists(returns))
}
