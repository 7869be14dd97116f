import type { Deps } from '#src/deps.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { defineJob, frequent } from '#src/platform/jobs/jobs.ts'
import { type DeliveryRow, deliveries, mostTries } from './table.ts'

/** Sends one delivery. It has one job at a time, so no two workers send it at once. */
export const sendDelivery = frequent(
  defineJob<{ deliveryId: string }>('notifications.send', mostTries - 1, 'deliveryId'),
)

/** Writes deliveries and the jobs that send them: codes, for which somebody waits, before all else. Returns those written: not the ones whose `dedupeKey` there is already. */
export async function addDeliveries(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  rows: (typeof deliveries.$inferInsert)[],
  startAfter?: Date,
): Promise<DeliveryRow[]> {
  const written = await tx
    .insert(deliveries)
    .values(rows)
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning()
  await jobs.addAll(
    tx,
    sendDelivery,
    written.map(({ id, audience }) => ({
      data: { deliveryId: id },
      startAfter,
      priority: audience === 'nobody' ? 1 : 0,
    })),
  )
  return written
}

/** The time so many seconds from now. */
export function secondsFromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1_000)
}
