import { and, desc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { keepOther } from '#src/features/accounts/server/accounts.ts'
import { profileColumns, profiles } from '#src/features/accounts/server/table.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { type BookingState, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { blockedPlayers, type CoachRow, findCoachByName } from '#src/features/coaches/server/coaches.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { presentBooking } from './bookings.ts'
import { bookings, playerNotes } from './table.ts'

/**
 * The bookings of the caller's own profile, the 200 latest: upcoming ones first, soonest first, then the rest, newest
 * first. Only staff may pass `name`: they see that coach's bookings without the notes, which are private.
 */
export async function listCoachSessions(
  { db, now }: Deps,
  account: Account,
  own: CoachRow | null,
  name?: string,
): Promise<CoachSession[]> {
  const isStaff = account.isOwner || account.isAdmin
  const coach = (isStaff && name && (await findCoachByName(db, name))) || own
  if (!coach) return []
  const rows = await db
    .select({ booking: bookings, note: playerNotes.note, player: profileColumns })
    .from(bookings)
    .leftJoin(playerNotes, and(eq(playerNotes.coachId, bookings.coachId), eq(playerNotes.playerId, bookings.playerId)))
    .leftJoin(profiles, eq(profiles.userId, bookings.playerId))
    .where(eq(bookings.coachId, coach.id))
    .orderBy(desc(bookings.startsAt), desc(bookings.createdAt))
    .limit(200)
  const apart = await blockedPlayers(db, coach.id)
  const at = now()
  const sessions = rows.map(({ booking, note, player }) => ({
    ...present(booking, { note: coach.id === own?.id ? note : null, player }, at),
    isBlocked: booking.playerId !== null && apart.includes(booking.playerId),
  }))
  const ahead = (session: CoachSession) => isAhead(session, at)
  return [...sessions.filter(ahead).reverse(), ...sessions.filter((session) => !ahead(session))]
}

/** Upcoming and not cancelled. */
function isAhead({ status, endsAt }: Pick<BookingState, 'status' | 'endsAt'>, now: Date): boolean {
  return status === 'confirmed' && (!endsAt || new Date(endsAt) > now)
}

/**
 * Saves a coach's private note about a player, or deletes it. Throws `NotFound` when the player never booked with this
 * coach.
 */
export async function savePlayerNote(
  { db, now }: Deps,
  coachId: string,
  playerId: string,
  note: string | null,
): Promise<void> {
  const [booking] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.coachId, coachId), eq(bookings.playerId, playerId)))
    .limit(1)
  if (!booking) throw new NotFound('This player has no session with you.')
  if (note === null)
    await db.delete(playerNotes).where(and(eq(playerNotes.coachId, coachId), eq(playerNotes.playerId, playerId)))
  else
    await db.transaction(async (tx) => {
      await keepOther(tx, playerId)
      await tx
        .insert(playerNotes)
        .values({ coachId, playerId, note, updatedAt: now() })
        .onConflictDoUpdate({ target: [playerNotes.coachId, playerNotes.playerId], set: { note, updatedAt: now() } })
    })
}

function present(
  booking: typeof bookings.$inferSelect,
  { note, player }: { note: string | null; player: Profile | null },
  now: Date,
): Omit<CoachSession, 'isBlocked'> {
  const { id, customerName, playerId, serviceName, minutes, includes, sessionDate, sessionTime, zone, status } = booking
  const { startsAt, endsAt, createdAt, price, owed, notesSentAt, notesMissedAt } = presentBooking(booking)
  return {
    id,
    customerName,
    playerId,
    serviceName,
    minutes,
    includes,
    owed,
    notesSentAt,
    notesMissedAt,
    sessionDate,
    sessionTime,
    zone,
    startsAt,
    endsAt,
    status,
    createdAt,
    price,
    refusals: {
      complete: refusalOf('complete', booking, 'coach', now),
      'write-up': refusalOf('write-up', booking, 'coach', now),
    },
    // Players share this for the session, not for ever.
    player: isAhead(booking, now) ? player : null,
    note,
  }
}
