import { and, eq, inArray, sql } from 'drizzle-orm'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { bookingHistory, bookings, guaranteeClaims } from '../table.ts'

type BookingRow = typeof bookings.$inferSelect

/**
 * The coaches a booking must not be scheduled with: those it was given away from, who decided about it as our team, and for a free
 * session given for a guarantee claim the coach of the claimed session. Only such a claim creates a free booking without a time.
 */
export async function refusedCoachIds(
  db: Db | Tx,
  { id, price, startsAt, playerId }: Pick<BookingRow, 'id' | 'price' | 'startsAt' | 'playerId'>,
): Promise<string[]> {
  if (startsAt) return []
  const given = await db
    .select({ coachId: sql<string | null>`${bookingHistory.detail}->>'fromId'` })
    .from(bookingHistory)
    .where(and(eq(bookingHistory.bookingId, id), eq(bookingHistory.act, 'hand-over')))
  const away = [...given.flatMap(({ coachId }) => coachId ?? []), ...(await deciderCoachIds(db, id))]
  if (price > 0 || !playerId) return away
  const claimed = await db
    .select({ coachId: bookings.coachId })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(and(eq(bookings.playerId, playerId), eq(guaranteeClaims.status, 'another-coach')))
  return [...away, ...claimed.flatMap(({ coachId }) => coachId ?? [])]
}

/** What our team decides about a session, as its history has it. */
const decisions = [
  'call-off',
  'coach-missing',
  'player-missing',
  'minutes-back',
  'new-hour',
  'held',
  'take-back',
] as const

/** The coaches who decided about a session as our team, or called it off so: nobody takes what they decided about (BOOK-4). */
export async function deciderCoachIds(db: Db | Tx, bookingId: string): Promise<string[]> {
  const { bookingId: of, act, actorId, actorRole } = bookingHistory
  const rows = await db
    .selectDistinct({ coachId: coaches.id })
    .from(bookingHistory)
    .innerJoin(coaches, eq(coaches.userId, actorId))
    .where(and(eq(of, bookingId), inArray(act, decisions), eq(actorRole, 'staff')))
  return rows.map(({ coachId }) => coachId)
}

/** The coaches with whom a player claimed the guarantee, whatever was decided: they are not offered to them again. */
export async function claimedCoachIds(db: Db | Tx, playerId: string): Promise<string[]> {
  const claimed = await db
    .select({ coachId: bookings.coachId })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(eq(bookings.playerId, playerId))
  return claimed.flatMap(({ coachId }) => coachId ?? [])
}
