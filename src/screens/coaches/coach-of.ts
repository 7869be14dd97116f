import type { Coach } from '#src/features/coaches/contract.ts'
import { expertiseOf, gameNames } from '#src/shared/games.ts'

/** The document's title on a coach's page; null is nobody, undefined somebody not loaded yet. */
export function coachTitle(coach: Coach | null | undefined): string {
  if (coach)
    return `${coach.name}, ${gameNames(expertiseOf(coach.gameExpertise))} coach (${coach.currentRank}) | Level Up`
  return coach === null ? 'Page Not Found | Level Up' : 'Coach | Level Up'
}
