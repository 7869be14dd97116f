import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Coach, listCoaches, readCoachDetails } from '#src/features/coaches/contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { expertiseOf, shareGame } from '#src/shared/games.ts'
import { apiQuery } from '#src/ui/call-api.ts'

/** The active coaches. */
export const coachesQuery = apiQuery<typeof listCoaches>(firstCalls.listCoaches)

/** How many coaches a line-up shows at once. */
export const shownAtOnce = 24

/** How many active coaches there are, and the first of them: what a page can carry, however many there are. */
export const lineUpQuery = queryOptions<{ total: number; first: Coach[] }>({
  queryKey: [...coachesQuery.queryKey, 'first'],
  queryFn: async ({ client }) => {
    const coaches = await client.fetchQuery(coachesQuery)
    return { total: coaches.length, first: coaches.slice(0, shownAtOnce) }
  },
})

/** The active coach with this slug, null when there is none, and up to three others who share a game. */
export const coachQuery = (slug: string) =>
  queryOptions<{ coach: Coach | null; others: Coach[] }>({
    queryKey: [...coachesQuery.queryKey, 'of', slug],
    queryFn: async ({ client }) => {
      const coaches = await client.fetchQuery(coachesQuery)
      const coach = coaches.find((each) => each.slug === slug) ?? null
      const expertise = coach ? expertiseOf(coach.gameExpertise) : []
      const sharesGame = (other: Coach) => shareGame(expertiseOf(other.gameExpertise), expertise)
      return { coach, others: coaches.filter((other) => other !== coach && sharesGame(other)).slice(0, 3) }
    },
  })

/** What a coach's page says besides the list. */
export function coachDetailsQuery(slug: string) {
  return apiQuery<typeof readCoachDetails>(firstCalls.readCoachDetails, { params: { slug } })
}

/** The coach with this slug: null when there is none, undefined while that is not loaded. */
export function loadedCoach(client: QueryClient, slug = ''): Coach | null | undefined {
  const of = (each: string) => client.getQueryData(coachQuery(each).queryKey)
  // The server has one page for all addresses of nobody, made for the path's own name.
  return (of(slug) ?? of(':slug'))?.coach
}
