import { and, eq, gt, isNull, ne, notLike, type SQL } from 'drizzle-orm'
import { addressOfNobody } from './personal-data.ts'
import { deliveries, isListed } from './table.ts'

/** What failed earlier nobody waits for any more, in milliseconds. */
const failedWithin = 7 * 24 * 3_600_000

/** Whether a row of `deliveries` failed, can be sent again, and nobody dealt with it: no codes, and nothing to who is gone. */
export function isFailure(now: Date): SQL | undefined {
  const { status, resolvedAt, createdAt, audience, recipient } = deliveries
  return and(
    ...[eq(status, 'failed'), isNull(resolvedAt), isListed, ne(audience, 'nobody')],
    gt(createdAt, new Date(+now - failedWithin)),
    notLike(recipient, addressOfNobody('%')),
  )
}
