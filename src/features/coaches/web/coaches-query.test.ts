import { expect, test } from 'vitest'
import type { Coach } from '#src/features/coaches/contract.ts'
import { createQueryClient } from '#src/web/query-client.ts'
import { coachQuery, lineUpQuery, loadedCoach } from './coaches-query.ts'

/** A site with so many coaches, of Rocket League, of Fortnite and of both by turns; their slugs count from 0. */
function clientOf(count: number) {
  const games = ['rocket-league', 'fortnite', 'both'] as const
  const coaches = Array.from({ length: count }, (_, i) => ({ slug: String(i), gameExpertise: games[i % 3] }) as Coach)
  const asked: string[] = []
  const client = createQueryClient(async (url) => {
    asked.push(url)
    return coaches
  })
  return { client, asked }
}

const slugs = (coaches: Coach[]) => coaches.map(({ slug }) => slug)

test('what the pages carry does not grow with the coaches, and all of it comes from one question', async () => {
  const { client, asked } = clientOf(2_000)
  const lineUp = await client.fetchQuery(lineUpQuery)
  expect(lineUp.total).toBe(2_000)
  expect(slugs(lineUp.first)).toEqual(Array.from({ length: 24 }, (_, i) => String(i)))
  const { coach, others } = await client.fetchQuery(coachQuery('4'))
  expect(coach?.slug).toBe('4')
  expect(slugs(others)).toEqual(['1', '2', '5'])
  expect(asked).toEqual(['/api/coaches'])
})

test('an unknown coach is none', async () => {
  expect((await clientOf(3).client.fetchQuery(coachQuery('nobody'))).coach).toBeNull()
})

test('the one page that the server keeps for all unknown coaches says that there is nobody', async () => {
  const { client } = clientOf(3)
  expect(loadedCoach(client, 'nobody')).toBeUndefined()
  await client.fetchQuery(coachQuery(':slug'))
  expect(loadedCoach(client, 'nobody')).toBeNull()
})
