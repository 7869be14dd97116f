import { eq, gt, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { Sold } from '#src/features/bookings/sold.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { numberReceipts } from '#src/features/payments/server/receipts.ts'
import { orders, refunds } from '#src/features/payments/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'

export type PaidAt = Pick<Sandbox, 'recordPast'>

/** How long after booking the demo's players called off. */
const secondThoughtsMs = 20 * 60_000

/**
 * Pays all bookings there are, for the demo: each gets an order and a payment at the sandbox of the moment it was booked,
 * and what it has refunded went back a little later. So our books, the provider's and the owner's figures agree, and
 * what is cancelled from now on is refunded like any other.
 */
export async function payBookings({ db, env }: Deps, sandbox: PaidAt): Promise<void> {
  const booked = await db
    .select({ booking: bookings, game: coaches.gameExpertise })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(gt(bookings.price, 0))
    .orderBy(bookings.createdAt, bookings.id)
  const paid = booked.map(({ booking, game }) => ({
    booking,
    game,
    orderId: newId(),
    amount: booking.price,
    description: `${booking.serviceName} with ${booking.coachName}`,
    paidAt: booking.createdAt,
    refunds:
      booking.refunded > 0
        ? [{ key: newId(), amount: booking.refunded, sentAt: new Date(booking.createdAt.getTime() + secondThoughtsMs) }]
        : [],
  }))
  const atProvider = sandbox.recordPast(paid)

  await db.transaction(async (tx) => {
    await tx.insert(orders).values(
      paid.map(({ booking, game, orderId, amount, paidAt }, i) => ({
        id: orderId,
        playerId: booking.playerId!,
        status: 'booked' as const,
        ...soldOf(booking),
        wantedCoachId: booking.coachId,
        coachId: booking.coachId,
        game,
        amount,
        refunded: booking.refunded,
        sessionDate: booking.sessionDate,
        sessionTime: booking.sessionTime,
        startsAt: booking.startsAt,
        seatId: booking.seatId,
        intentId: atProvider[i]!.intentId,
        contactName: booking.customerName,
        contactEmail: booking.customerEmail,
        contactPhone: booking.customerPhone,
        settledAt: paidAt,
        paidWith: 'Visa •••• 4242',
        fee: atProvider[i]!.fee,
        bookingId: booking.id,
        createdAt: paidAt,
      })),
    )
    const sent = paid.flatMap(({ orderId, booking, refunds }, i) =>
      refunds.map(({ key, amount, sentAt }, n) => ({
        id: key,
        orderId,
        cause: 'cancelled' as const,
        causeId: booking.id,
        amount,
        status: 'done' as const,
        providerId: atProvider[i]!.refundIds[n],
        createdAt: sentAt,
      })),
    )
    if (sent.length > 0) await tx.insert(refunds).values(sent)
    await tx
      .update(bookings)
      .set({ paymentId: sql`${orders.intentId}` })
      .from(orders)
      .where(eq(orders.bookingId, bookings.id))
  })
  await numberReceipts({ db, env })
}

/** What was sold: the booking took it over from its order. */
function soldOf({ serviceId, serviceName, minutes, capacity, includes, owed, terms, termsVersion }: BookingRow): Sold {
  return { serviceId, serviceName, minutes, capacity, includes, owed, terms, termsVersion }
}
