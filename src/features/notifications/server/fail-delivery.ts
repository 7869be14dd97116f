import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { smsNotDelivered } from '#src/features/notifications/events.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { isNobody } from './personal-data.ts'
import { plainError } from './plain-error.ts'
import { type DeliveryRow, deliveries } from './table.ts'

/** A one-time code is deleted once it was sent or given up. */
export const withoutCode = {
  text: sql`case when ${deliveries.audience} = 'nobody' then '' else ${deliveries.text} end`,
  html: sql`case when ${deliveries.audience} = 'nobody' then '' else ${deliveries.html} end`,
}

/** Marks the delivery that `wanted` names as failed for good, and tells of it; nothing if there is none. `lastError`: why. */
export async function failDelivery(deps: Deps, wanted: SQL | undefined, lastError: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(deliveries)
      .set({ status: 'failed', lastError, ...withoutCode })
      .where(wanted)
      .returning()
    if (row) await tellFailed(deps, tx, row)
  })
}

/** Tells the log of a delivery that failed, and of an SMS those who know what it was about. */
export async function tellFailed({ jobs, log }: Deps, tx: Tx, row: DeliveryRow): Promise<void> {
  const { id: deliveryId, channel, recipient, dedupeKey, attempts, lastError } = row
  const about = { deliveryId, attempts, reason: plainError(channel, lastError ?? '') }
  log.error(about, `the ${channel} could not be delivered`)
  if (channel === 'sms' && !isNobody(recipient)) await jobs.emit(tx, smsNotDelivered, { deliveryId, dedupeKey })
}
