import type { Coach } from '#src/coaches/contract.ts'

/** The document's title on a coach's page; null is nobody, undefined somebody not loaded yet. */
export function coachTitle(coach: Coach | null | undefined): string {
  if (coach) return `${coach.name}, ${coach.title} | Level Up`
  return coach === null ? 'Page Not Found | Level Up' : 'Coach | Level Up'
}
