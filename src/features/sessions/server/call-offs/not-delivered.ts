import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertNotDelivered, withMeeters } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { showInstant } from '#src/shared/times.ts'
import { choices } from '../table.ts'

type NotDelivered = { deliveryId: string; dedupeKey: string }

/** Notifies the team of an SMS that did not reach a player whose coach called off, or whose money went back by the clock. */
export async function tellNotDelivered(deps: Deps, { deliveryId, dedupeKey }: NotDelivered): Promise<void> {
  const [kind = '', choiceId = ''] = dedupeKey.split(':')
  if (kind !== 'choose' && kind !== 'money-back') return
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ choice: choices, booking: bookings })
      .from(choices)
      .innerJoin(bookings, eq(bookings.id, choices.bookingId))
      .where(eq(choices.id, choiceId))
    if (!found || found.choice.startsAt < deps.now()) return
    const { choice, booking } = found
    // Who has chosen knows.
    if (kind === 'choose' && choice.chosen) return
    const news = `${showInstant(choice.startsAt, booking.zone)} is ${kind === 'choose' ? 'called off' : 'cancelled'}`
    await alertNotDelivered(deps, tx, await withMeeters(tx, booking), { deliveryId, news })
  })
}
