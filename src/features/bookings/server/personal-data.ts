import { and, eq, getTableColumns, gt, inArray, isNull, or } from 'drizzle-orm'
import { addressOfNobody, nameOfNobody } from '#src/features/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { isE164 } from '#src/shared/phone.ts'
import { forgetFeeds } from './calendar/feed.ts'
import { bookingHistory, bookings, calendarFeeds, guaranteeClaims, playerNotes } from './table.ts'

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
  const { as, createdAt } = calendarFeeds
  const feeds = await db.select({ as, createdAt }).from(calendarFeeds).where(eq(calendarFeeds.userId, id))
  return {
    bookings: rows.map(presentToPlayer),
    bookingHistory: history.map(withoutCoachsBlock),
    guaranteeClaims: claims,
    calendarFeeds: feeds,
  }
}

/** Without a block by their coach, as in the mail and the session's story. */
function withoutCoachsBlock<Line extends { detail: Record<string, unknown> }>(line: Line): Line {
  const { block, ...detail } = line.detail
  return block === 'coach' ? { ...line, detail } : line
}

function presentToPlayer(booking: typeof bookings.$inferSelect) {
  const { playerId, coachId, serviceId, seatId, sequence, nextReminderAt, ...row } = booking
  return {
    ...row,
    owed: row.owed && { ...row.owed, difference: toDecimal(row.owed.difference) },
    price: toDecimal(row.price),
    refundDue: toDecimal(row.refundDue),
    refunded: toDecimal(row.refunded),
  }
}

/**
 * Throws `Conflict` while the person has upcoming sessions, or a claim of the guarantee waits: deleting the account would
 * lose the money paid.
 */
export async function refuseUpcoming(tx: Tx, { id }: Account, now: Date): Promise<void> {
  const ahead = or(isNull(bookings.endsAt), gt(bookings.endsAt, now))
  const upcoming = await tx.$count(bookings, and(eq(bookings.playerId, id), eq(bookings.status, 'confirmed'), ahead))
  if (upcoming > 0) throw new Conflict('Cancel your upcoming sessions first')
  const [claim] = await tx
    .select({ id: guaranteeClaims.id })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(and(eq(bookings.playerId, id), eq(guaranteeClaims.status, 'open')))
    .limit(1)
  if (claim)
    throw new Conflict(
      'You asked for the satisfaction guarantee, and we have not answered yet: after that you can delete your account.',
    )
}

/**
 * Anonymizes bookings: coach, time and money stay, and which card claimed the guarantee (TERM-7), but what the person wrote, the reasons others gave and coaches' notes go.
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
  await tx
    .update(bookingHistory)
    .set({ reason: null })
    .where(or(eq(bookingHistory.actorId, id), inArray(bookingHistory.bookingId, ids)))
  const claims = await tx
    .update(guaranteeClaims)
    .set({ reason: 'Deleted', decisionReason: null })
    .where(inArray(guaranteeClaims.bookingId, ids))
    .returning({ id: guaranteeClaims.id })
  await forgetFeeds(tx, id)
  await tx.delete(playerNotes).where(eq(playerNotes.playerId, id))
  const phones = own.map(({ phone }) => phone).filter(isE164)
  return [...ids, ...claims.map((claim) => claim.id), ...phones]
}
