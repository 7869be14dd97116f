import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/database/db.ts'
import { isRefusedForGood } from './plain-error.ts'
import { deliveries } from './table.ts'

/** Whether the last mail to an address that left us, or was given up, was refused for good. */
export async function doMailsComeBack(db: Db, address: string): Promise<boolean> {
  const { channel, recipient, status, lastError, createdAt, sentAt, id } = deliveries
  // One that was sent again counts from then on.
  const leftAt = sql`coalesce(${sentAt}, ${createdAt})`
  const [last] = await db
    .select({ status, lastError })
    .from(deliveries)
    .where(and(eq(recipient, address), eq(channel, 'mail'), inArray(status, ['sent', 'failed'])))
    .orderBy(desc(leftAt), desc(id))
    .limit(1)
  return last?.status === 'failed' && isRefusedForGood(last.lastError ?? '')
}
