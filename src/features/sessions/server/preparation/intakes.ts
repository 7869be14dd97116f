import { and, arrayOverlaps, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { keepPerson, readProfile } from '#src/features/accounts/server/accounts.ts'
import { type BookingRow, findVisible } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Intake } from '#src/features/sessions/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { type Expertise, games, playedGames } from '#src/shared/games.ts'
import { ownSide } from '../parties.ts'
import { intakes } from '../table.ts'

type IntakeRow = typeof intakes.$inferSelect

/**
 * Keeps what the player of a booking says before the session, in place of what they said before. Throws `NotFound` for
 * everybody else, `Conflict` once the session is over or cancelled.
 */
export async function saveIntake(deps: Deps, player: Account, bookingId: string, said: Intake): Promise<Intake> {
  const booking = await ownAsPlayer(deps.db, player, bookingId)
  if (booking.status !== 'confirmed') throw new Conflict('This session does not take place any more.', refused)
  if (booking.endsAt && booking.endsAt <= deps.now()) throw new Conflict('This session is over.', refused)
  const row = { ...said, updatedAt: deps.now() }
  await deps.db.transaction(async (tx) => {
    // Names and links in it must not outlive a deletion under way.
    await keepPerson(tx, player)
    await tx
      .insert(intakes)
      .values({ bookingId, ...row })
      .onConflictDoUpdate({ target: intakes.bookingId, set: row })
  })
  return said
}

const refused = { reason: 'refused' }

/**
 * What a player said before this session; else, to begin with, what they said before their last one with a coach of the
 * same game, without its links, or what their profile says. `isKept`: it was said for this session. Throws `NotFound`
 * for everybody but its player.
 */
export async function lastIntake(
  db: Db,
  player: Account,
  bookingId: string,
): Promise<{ intake: Intake | null; isKept: boolean }> {
  const booking = await ownAsPlayer(db, player, bookingId)
  const kept = presentIntake(await findIntake(db, bookingId))
  if (kept) return { intake: kept, isKept: true }
  const coach = booking.coachId ? await findCoach(db, booking.coachId) : null
  const expertise = coach?.gameExpertise ?? playedGames
  const [last] = await db
    .select({ intake: intakes })
    .from(intakes)
    .innerJoin(bookings, eq(bookings.id, intakes.bookingId))
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(
      and(
        eq(bookings.playerId, player.id),
        ne(bookings.id, bookingId),
        or(isNotNull(intakes.rank), isNotNull(intakes.goal), isNotNull(intakes.holdsBack)),
        arrayOverlaps(coaches.gameExpertise, expertise),
      ),
    )
    .orderBy(desc(intakes.updatedAt))
    .limit(1)
  if (last) return { intake: { ...presentRow(last.intake), links: [] }, isKept: false }
  const { ranks, goal } = await readProfile(db, player)
  const known = expertise.flatMap((game) => (ranks[game] ? [{ game, rank: ranks[game] }] : []))
  const rank = known.length === 1 ? known.map((each) => each.rank).join() : rankPerGame(known)
  return {
    intake: rank || goal ? { rank, goal: goal?.slice(0, 300) ?? null, holdsBack: null, links: [] } : null,
    isKept: false,
  }
}

/**
 * The coach of a session says what they have done of what was sold with it; of what stays ticked the first time counts. Throws `NotFound`
 * for everybody else, `Conflict` for what was not sold, once it is cancelled, and for a new replay before the session is over.
 */
export async function tickOwed(
  { db, now }: Deps,
  coach: Account,
  bookingId: string,
  { replaysWatched, newReplayChecked }: { replaysWatched: boolean; newReplayChecked: boolean },
): Promise<{ watchedAt: Date | null; checkedAt: Date | null }> {
  const { booking, side } = await ownSide(db, coach, bookingId)
  if (side !== 'coach') throw new NotFound('This booking does not exist.')
  if (replaysWatched && !booking.owed?.replays) throw new Conflict('No replays were sold with this session.', refused)
  if (newReplayChecked && !booking.owed?.replayChecks)
    throw new Conflict('No new replay was sold with this session.', refused)
  if (booking.status === 'cancelled') throw new Conflict('This session is cancelled.', refused)
  const isOver = booking.endsAt !== null && booking.endsAt <= now()
  if (newReplayChecked && !isOver && !(await findIntake(db, bookingId))?.checkedAt)
    throw new Conflict('The new replay comes after the session.', refused)
  return only(
    await db
      .insert(intakes)
      .values({ bookingId, watchedAt: replaysWatched ? now() : null, checkedAt: newReplayChecked ? now() : null })
      .onConflictDoUpdate({
        target: intakes.bookingId,
        set: {
          watchedAt: replaysWatched ? sql`coalesce(${intakes.watchedAt}, excluded.watched_at)` : null,
          checkedAt: newReplayChecked ? sql`coalesce(${intakes.checkedAt}, excluded.checked_at)` : null,
        },
      })
      .returning({ watchedAt: intakes.watchedAt, checkedAt: intakes.checkedAt }),
  )
}

/** Another coach has watched and checked no replays yet. */
export async function forgetTicks(db: Db | Tx, bookingId: string): Promise<void> {
  await db.update(intakes).set({ watchedAt: null, checkedAt: null }).where(eq(intakes.bookingId, bookingId))
}

/** What was said before a session, or undefined. */
export async function findIntake(db: Db | Tx, bookingId: string): Promise<IntakeRow | undefined> {
  const [row] = await db.select().from(intakes).where(eq(intakes.bookingId, bookingId))
  return row
}

/** What the player said, or null when that is nothing: a row may hold only the coach's tick. */
export function presentIntake(row: IntakeRow | null | undefined): Intake | null {
  if (!row || !(row.rank || row.goal || row.holdsBack || row.links.length > 0)) return null
  return presentRow(row)
}

const presentRow = ({ rank, goal, holdsBack, links }: IntakeRow): Intake => ({ rank, goal, holdsBack, links })

async function ownAsPlayer(db: Db, player: Account, bookingId: string): Promise<BookingRow> {
  const { booking, parties } = await findVisible(db, player, bookingId)
  if (!parties.includes('player')) throw new NotFound('This booking does not exist.')
  return booking
}

function rankPerGame(known: { game: Expertise[number]; rank: string }[]): string | null {
  const text = known.map(({ game, rank }) => `${rank} in ${games[game].label}`).join(', ')
  return text.slice(0, 80) || null
}
