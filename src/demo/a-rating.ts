import type { Deps } from '#src/deps.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { type RatingRow, refreshAverage } from '#src/features/ratings/server/ratings.ts'
import { ratings } from '#src/features/ratings/server/table.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { aBooking } from './a-booking.ts'
import { aCoach } from './a-coach.ts'
import { aUser } from './a-user.ts'

type RatingOverrides = {
  coach?: CoachRow
  player?: Account
  booking?: BookingRow
  /** When its session was: at noon so many days ago. */
  daysAgo?: number
} & Partial<Pick<RatingRow, 'rating' | 'review' | 'game' | 'rank' | 'isApproved' | 'createdAt'>>

let made = 0

/**
 * Creates a rating, approved unless told otherwise, with the completed session, coach and player it lacks, for tests and
 * demo data. The coach's average follows.
 */
export async function aRating(deps: Deps, overrides: RatingOverrides = {}): Promise<RatingRow> {
  const coach = overrides.coach ?? (await aCoach(deps))
  const player = overrides.player ?? (await aUser(deps))
  const start = pastStart(deps, overrides.daysAgo ?? 20 + 3 * made++)
  const bookedAt = new Date(start.startsAt.getTime() - 3 * 86_400_000)
  const booking =
    overrides.booking ?? (await aBooking(deps, { coach, player, start, status: 'completed', createdAt: bookedAt }))
  const {
    rating = 5,
    review = null,
    rank = null,
    isApproved = true,
    createdAt = booking.endsAt ?? deps.now(),
  } = overrides
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(ratings)
      .values({
        bookingId: booking.id,
        userId: player.id,
        coachId: coach.id,
        coachName: coach.name,
        game: overrides.game ?? coach.gameExpertise,
        rating,
        review,
        serviceName: booking.serviceName,
        rank,
        isApproved,
        createdAt,
      })
      .returning()
    await refreshAverage(tx, coach.id)
    return row!
  })
}

/** Noon so many days ago: each rating made here is of a day of its own, so no two sessions meet. */
function pastStart({ now, env }: Deps, days: number): Start {
  const date = addDays(wallClock(now(), env.businessTimeZone).date, -days)
  return { date, time: '12:00', startsAt: instantOf(date, '12:00', env.businessTimeZone) }
}
