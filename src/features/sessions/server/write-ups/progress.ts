import { and, asc, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { readProfile } from '#src/features/accounts/server/accounts.ts'
import { presentBooking, wereHeld } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { rungOf } from '#src/features/coaches/ranks.ts'
import { blockedCoaches } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Progress } from '#src/features/sessions/write-up-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { gameNames, playedGames } from '#src/shared/games.ts'
import { homework, intakes, writeUps } from '../table.ts'

/** So many sessions, the latest. */
const most = 200

/** A player's climb: their sessions that took place with what the coaches wrote, their goal now, and the ranks they said. */
export async function readProgress({ db, now }: Deps, player: Account): Promise<Progress> {
  const said = await saidBy(db, player)
  const goal = said.findLast((each) => each.goal)?.goal ?? (await readProfile(db, player)).goal
  return { goal, ranks: ranksIn(said), rungs: await rungsOf(db, player, now()) }
}

async function rungsOf(db: Db, { id }: Account, at: Date): Promise<Progress['rungs']> {
  const rows = await db
    .select({ booking: bookings, writeUp: writeUps })
    .from(bookings)
    .leftJoin(writeUps, eq(writeUps.bookingId, bookings.id))
    .where(
      and(
        eq(bookings.playerId, id),
        // One that is under way may be written up already.
        or(wereHeld(at), and(eq(bookings.status, 'confirmed'), isNotNull(writeUps.bookingId))),
        isNotNull(bookings.startsAt),
      ),
    )
    .orderBy(desc(bookings.startsAt))
    .limit(most)
  const given = await db
    .select()
    .from(homework)
    .where(
      inArray(
        homework.bookingId,
        rows.map(({ booking }) => booking.id),
      ),
    )
    .orderBy(asc(homework.place))
  const apart = await blockedCoaches(db, id)
  const givenIn = Map.groupBy(given, ({ bookingId }) => bookingId)
  return rows.map(({ booking, writeUp }) => ({
    ...presentBooking(booking),
    bookingId: booking.id,
    coachId: booking.coachId,
    isBlocked: booking.coachId !== null && apart.includes(booking.coachId),
    seen: writeUp?.seen ?? [],
    nextStep: writeUp?.nextStep ?? null,
    homework: (givenIn.get(booking.id) ?? []).map(({ doneAt, ...each }) => ({
      ...each,
      doneAt: doneAt?.toISOString() ?? null,
    })),
  }))
}

type Said = Awaited<ReturnType<typeof saidBy>>[number]

/** What a player said before their sessions, oldest first. */
function saidBy(db: Db, { id }: Account) {
  return db
    .select({
      rank: intakes.rank,
      goal: intakes.goal,
      saidAt: intakes.updatedAt,
      expertise: coaches.gameExpertise,
    })
    .from(intakes)
    .innerJoin(bookings, eq(bookings.id, intakes.bookingId))
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(eq(bookings.playerId, id))
    .orderBy(asc(intakes.updatedAt))
}

/** The ranks that were said, each when it was new in its game. */
function ranksIn(said: Said[]): Progress['ranks'] {
  const ranks = said.flatMap(({ rank, saidAt, expertise }) => {
    if (!rank) return []
    const games = expertise ?? playedGames
    const rung = Math.max(...games.map((game) => rungOf(rank, game)))
    return [{ rank, rung, game: gameNames(games), saidAt: saidAt.toISOString() }]
  })
  return ranks.filter(
    ({ rank, game }, i) => ranks.slice(0, i).findLast((before) => before.game === game)?.rank !== rank,
  )
}
