import type { Deps } from '#src/deps.ts'
import type { CoachDetails } from '#src/features/coaches/contract.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { findActiveCoachBySlug } from './coaches.ts'

/**
 * What the page of the active coach with this slug says besides the list. Coaches who confirmed the default hours work in
 * the business's zone (TIME-4). Throws `NotFound`.
 */
export async function readCoachDetails({ db, env }: Pick<Deps, 'db' | 'env'>, slug: string): Promise<CoachDetails> {
  const coach = await findActiveCoachBySlug(db, slug)
  if (!coach) throw new NotFound('There is no such coach.')
  const { howITeach, clipUrl, publicLinks, answerMinutes, answersCounted, knownArrivals, onTimeArrivals } = coach
  const zone = coach.zone ?? (coach.hoursConfirmedAt && env.businessTimeZone)
  const isKnown = knownArrivals !== null && onTimeArrivals !== null
  const punctuality = isKnown ? { onTime: onTimeArrivals, of: knownArrivals } : null
  return { howITeach, clipUrl, publicLinks, zone, answerMinutes, answersCounted, punctuality }
}
