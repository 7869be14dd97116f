import type { Coach } from '#src/features/coaches/contract.ts'
import { wireExpertise } from '#src/shared/games.ts'
import type { coaches } from './table.ts'

export type CoachRow = typeof coaches.$inferSelect

/** A coach as everybody may see one: without contact data, without a rating while there is none, and with what they did before. */
export function presentCoach(row: CoachRow): Coach {
  const {
    userId,
    discordUsername,
    portfolioLinks,
    roomUrl,
    phone,
    hoursConfirmedAt,
    rulesVersion,
    rulesAcceptedAt,
    countedAt,
    createdAt,
    updatedAt,
    ...rest
  } = row
  // The long texts are for a coach's own page: the list may have thousands of coaches.
  const {
    howITeach,
    clipUrl,
    publicLinks,
    zone,
    answerMinutes,
    answersCounted,
    knownArrivals,
    onTimeArrivals,
    ...shown
  } = rest
  return {
    ...shown,
    gameExpertise: wireExpertise(row.gameExpertise),
    averageRating: row.averageRating === '0.00' ? null : row.averageRating,
    totalStudents: row.totalStudents + row.studentsBefore,
    totalHours: row.totalHours + row.hoursBefore,
  }
}
