import { and, asc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { users } from '#src/features/accounts/server/table.ts'
import { type BookingRow, findVisible } from '#src/features/bookings/server/bookings.ts'
import { bookingHistory, bookings } from '#src/features/bookings/server/table.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { aroundStart, type Meeting, type Side, sides } from '#src/features/sessions/outcomes.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { checkIns, outages } from './table.ts'

/** A booking of which this person is one of the two who meet, and which. Throws `NotFound`, also for staff, who are neither. */
export async function ownSide(
  db: Db,
  account: Account,
  bookingId: string,
): Promise<{ booking: BookingRow; side: Side }> {
  const { booking, parties } = await findVisible(db, account, bookingId)
  const side = sides.find((each) => parties.includes(each))
  if (!side) throw new NotFound('This booking does not exist.')
  return { booking, side }
}

/** Somebody who coached a booking, since when and until when; null: from its beginning, and still. */
export type Tenure = { coach: CoachRow; since: Date | null; until: Date | null }

/** Who coached a booking, the newest first: its coach, and before those from whom it went to another. */
export async function tenuresOf(db: Db | Tx, { id, coachId }: BookingRow): Promise<Tenure[]> {
  const given = await db
    .select({ coachId: sql<string>`${bookingHistory.detail}->>'fromId'`, until: bookingHistory.createdAt })
    .from(bookingHistory)
    .where(
      and(
        eq(bookingHistory.bookingId, id),
        inArray(bookingHistory.act, ['hand-over', 'schedule']),
        sql`${bookingHistory.detail}->>'fromId' is not null`,
      ),
    )
    .orderBy(asc(bookingHistory.createdAt), asc(bookingHistory.id))
  const all = coachId ? [...given, { coachId, until: null }] : given
  const ids = all.map((each) => each.coachId)
  const found = await db.select().from(coaches).where(inArray(coaches.id, ids))
  return all
    .flatMap(({ coachId, until }, index) => {
      const coach = found.find((each) => each.id === coachId)
      return coach ? [{ coach, since: given[index - 1]?.until ?? null, until }] : []
    })
    .reverse()
}

/** What is known of the hour of a booking: who pressed that they are here for this start, and whether we were down. */
export async function meetingOf(db: Db | Tx, { id, startsAt, endsAt, coachId }: BookingRow): Promise<Meeting | null> {
  if (!startsAt || !endsAt) return null
  // In a group the coach is there for all seats, those that came after they pressed, too.
  const isOfCoach = and(eq(checkIns.side, 'coach'), coachId ? eq(bookings.coachId, coachId) : sql`false`)
  const pressed = await db
    .select({ side: checkIns.side, at: checkIns.at })
    .from(checkIns)
    .innerJoin(bookings, eq(bookings.id, checkIns.bookingId))
    .where(
      and(
        eq(bookings.startsAt, startsAt),
        eq(checkIns.startsAt, startsAt),
        or(eq(checkIns.bookingId, id), isOfCoach),
        or(eq(bookings.id, id), coachId ? eq(bookings.coachId, coachId) : sql`false`),
      ),
    )
    .orderBy(asc(checkIns.at))
  const { from, to } = aroundStart(startsAt)
  const down = await db.$count(outages, and(gt(outages.to, from), lt(outages.from, to)))
  const [coach] = coachId
    ? await db
        .select({ userId: users.id })
        .from(coaches)
        .innerJoin(users, and(eq(users.id, coaches.userId), isNotNull(users.emailVerifiedAt)))
        .where(eq(coaches.id, coachId))
    : []
  const at = (side: Side) => pressed.find((each) => each.side === side)?.at ?? null
  return {
    startsAt,
    endsAt,
    here: { player: at('player'), coach: at('coach') },
    hadOutage: down > 0,
    canCoachAnswer: coach !== undefined,
  }
}
