import { and, eq, getTableColumns, gt, inArray, isNull, or } from 'drizzle-orm'
import { addressOfNobody, nameOfNobody } from '#src/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/server/db.ts'
import { Conflict } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { toE164 } from '#src/shared/phone.ts'
import { bookingHistory, bookings, guaranteeClaims, playerNotes } from './table.ts'

/** The sessions the person booked, what became of them, and what they claimed. */
export async function personalData(db: Db, { id }: Account) {
  const rows = await db.select().from(bookings).where(eq(bookings.playerId, id))
  const ids = rows.map((row) => row.id)
  const { actorId, ...shown } = getTableColumns(bookingHistory)
  const [history, claims] = await Promise.all([
    db.select(shown).from(bookingHistory).where(inArray(bookingHistory.bookingId, ids)),
    db.select().from(guaranteeClaims).where(inArray(guaranteeClaims.bookingId, ids)),
  ])
  const inDollars = ({ price, refundDue, refunded, ...row }: (typeof rows)[number]) => ({
    ...row,
    price: toDecimal(price),
    refundDue: toDecimal(refundDue),
    refunded: toDecimal(refunded),
  })
  return { bookings: rows.map(inDollars), bookingHistory: history, guaranteeClaims: claims }
}

/** Throws `Conflict` while the person has sessions ahead: leaving would lose the money paid for them. */
export async function refuseUpcoming(tx: Tx, { id }: Account, now: Date): Promise<void> {
  const ahead = or(isNull(bookings.endsAt), gt(bookings.endsAt, now))
  const upcoming = await tx.$count(bookings, and(eq(bookings.playerId, id), eq(bookings.status, 'confirmed'), ahead))
  if (upcoming > 0) throw new Conflict('Cancel your upcoming sessions first')
}

/**
 * Bookings keep coach, time and money, and lose whose they were; what the person wrote about them and what coaches noted
 * about the person goes. Gives the marks that mails and SMS about them carry.
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
