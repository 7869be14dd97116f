import type { QueryClient } from '@tanstack/react-query'
import type { Coach } from '#src/coaches/contract.ts'
import { coachesQuery } from '#src/coaches/web/queries.ts'

/** The coach with this slug: null when there is none, undefined while the coaches are not loaded. */
export function loadedCoach(client: QueryClient, slug: string | undefined): Coach | null | undefined {
  const coaches = client.getQueryData(coachesQuery.queryKey)
  return coaches && (coaches.find((coach) => coach.slug === slug) ?? null)
}

/** The document's title on a coach's page. */
export function coachTitle(coach: Coach | null | undefined): string {
  if (coach) return `${coach.name}, ${coach.title} | Level Up`
  return coach === null ? 'Page Not Found | Level Up' : 'Coach | Level Up'
}
