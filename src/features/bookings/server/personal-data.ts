import { and, eq, getTableColumns, gt, inArray, isNull, or } from 'drizzle-orm'
import { addressOfNobody, nameOfNobody } from '#src/features/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { toE164 } from '#src/shared/phone.ts'
import { bookingHistory, bookings, guaranteeClaims, playerNotes } from './table.ts'

/** Exports the person's sessions, their outcome and claims, without what only our own work needs. */
export async function personalData(db: Db, { id }: Account) {
  const rows = await db.select().from(bookings).where(eq(bookings.playerId, id))
  const ids = rows.map((row) => row.id)
  const { id: _actId, actorId, ...act } = getTableColumns(bookingHistory)
  const { id: _claimId, ...claim } = getTableColumns(guaranteeClaims)
  const [history, claims] = await Promise.all([
    db.select(act).from(bookingHistory).where(inArray(bookingHistory.bookingId, ids)).orderBy(bookingHistory.createdAt),
    db.select(claim).from(guaranteeClaims).where(inArray(guaranteeClaims.bookingId, ids)),
  ])
  return { bookings: rows.map(presentToPlayer), bookingHistory: history, guaranteeClaims: claims }
}

function presentToPlayer(booking: typeof bookings.$inferSelect) {
  const { playerId, coachId, serviceId, seatId, sequence, nextReminderAt, ...row } = booking
  return {
    ...row,
    price: toDecimal(row.price),
    refundDue: toDecimal(row.refundDue),
    refunded: toDecimal(row.refunded),
  }
}

/** Throws `Conflict` while the person has upcoming sessions: deleting the account would lose the money paid. */
export async function refuseUpcoming(tx: Tx, { id }: Account, now: Date): Promise<void> {
  const ahead = or(isNull(bookings.endsAt), gt(bookings.endsAt, now))
  const upcoming = await tx.$count(bookings, and(eq(bookings.playerId, id), eq(bookings.status, 'confirmed'), ahead))
  if (upcoming > 0) throw new Conflict('Cancel your upcoming sessions first')
}

/**
 * Anonymizes bookings: coach, time and money stay, but what the person wrote and coaches' notes about them are deleted.
 * Returns the ids that mails and SMS about them carry.
 */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<string[]> {
  const own = await tx
    .select({ id: bookings.id, phone: bookings.customerPhone })
    .from(bookings)
    .where(eq(bookings.playerId, id))
  const ids = own.map((booking) => booking.id)
  await tx
    .update(bookings)
    .set({ customerName: nameOfNobody, customerEmail: addressOfNobody(id), customerPhone: null })
    .where(eq(bookings.playerId, id))
  await tx.update(bookingHistory).set({ reason: null }).where(eq(bookingHistory.actorId, id))
  const claims = await tx
    .update(guaranteeClaims)
    .set({ reason: 'Deleted', decisionReason: null })
    .where(inArray(guaranteeClaims.bookingId, ids))
    .returning({ id: guaranteeClaims.id })
  await tx.delete(playerNotes).where(eq(playerNotes.playerId, id))
  const phones = own.flatMap(({ phone }) => (phone && toE164(phone)) ?? [])
  return [...ids, ...claims.map((claim) => claim.id), ...phones]
}
