import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { SmsStatus } from '#src/providers/twilio.ts'
import { failDelivery, withoutCode } from './fail-delivery.ts'
import { deliveries } from './table.ts'

/** Where the provider tells what has become of an SMS of ours. */
export function statusPath(deliveryId: string): `/${string}` {
  return `/api/webhooks/sms-status/${deliveryId}`
}

/**
 * Saves what the provider tells of an SMS of ours. It tells this late, twice and in any order: the first end an SMS comes to, arrived
 * or failed, is the one that stays.
 */
export async function saveStatus(deps: Deps, deliveryId: string, status: SmsStatus): Promise<void> {
  if (status.state === 'under way') return
  const isOpen = and(eq(deliveries.id, deliveryId), ne(deliveries.status, 'failed'), isNull(deliveries.deliveredAt))
  if (status.state === 'undelivered')
    return failDelivery(deps, isOpen, `undelivered, error ${status.errorCode ?? 'unknown'}`)
  const now = deps.now()
  // It may arrive although the provider's answer did not: then it is not sent again.
  const sentAt = sql`coalesce(${deliveries.sentAt}, ${now.toISOString()}::timestamptz)`
  await deps.db
    .update(deliveries)
    .set({ status: 'sent', lastError: null, sentAt, deliveredAt: now, ...withoutCode })
    .where(isOpen)
}
