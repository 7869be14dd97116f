import { and, desc, eq, exists, gt, gte, lt, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { smsOptOuts } from './table.ts'

/** Whether the owner of this number (E.164) wants no SMS from us. */
export async function hasOptedOut(db: Db | Tx, number: string): Promise<boolean> {
  const [latest] = await db
    .select({ isOut: smsOptOuts.isOut })
    .from(smsOptOuts)
    .where(eq(smsOptOuts.number, number))
    .orderBy(desc(smsOptOuts.saidAt), desc(smsOptOuts.id))
    .limit(1)
  return latest?.isOut ?? false
}

/**
 * Remembers that the owner of a number wants no SMS, or wants them again, since `saidAt`; gives whether that changes anything: not what comes
 * late, after something that was said later. The same `messageSid` counts once; it is null when the provider refused an SMS of ours.
 */
export async function saveOptOut(
  db: Db,
  wish: { number: string; isOut: boolean; messageSid: string | null; saidAt: Date },
): Promise<boolean> {
  const before = await hasOptedOut(db, wish.number)
  await db.insert(smsOptOuts).values(wish).onConflictDoNothing({ target: smsOptOuts.messageSid })
  return (await hasOptedOut(db, wish.number)) !== before
}

/** Deletes the STOP and START of those who have wanted SMS again for a day; a STOP that still holds stays. */
export async function forgetReturned(tx: Tx, now: Date): Promise<void> {
  const aDayAgo = new Date(now.getTime() - 24 * 3_600_000)
  const returned = alias(smsOptOuts, 'returned')
  const isLater = or(
    gt(returned.saidAt, smsOptOuts.saidAt),
    and(eq(returned.saidAt, smsOptOuts.saidAt), gte(returned.id, smsOptOuts.id)),
  )
  const isBefore = and(eq(returned.number, smsOptOuts.number), isLater)
  const returns = tx
    .select({ id: returned.id })
    .from(returned)
    .where(and(isBefore, eq(returned.isOut, false), lt(returned.saidAt, aDayAgo)))
  await tx.delete(smsOptOuts).where(exists(returns))
}
