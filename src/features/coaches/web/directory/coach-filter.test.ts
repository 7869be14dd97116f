import { expect, test } from 'vitest'
import type { Coach } from '#src/features/coaches/contract.ts'
import { rankOptions, readFilter, suits, writeFilter } from './coach-filter.ts'

const nothing = readFilter(new URLSearchParams())
const coach = (gameExpertise: Coach['gameExpertise'], currentRank: string) => ({ gameExpertise, currentRank }) as Coach

test('a filter survives the address, and nonsense in the address is no filter', () => {
  const filter = { game: 'fortnite', rank: '7', free: '2026-01-09' } as const
  expect(readFilter(new URLSearchParams(writeFilter(new URLSearchParams('a=b'), filter)))).toEqual(filter)
  expect(readFilter(new URLSearchParams('game=chess&rank=9&free=now'))).toEqual(nothing)
  expect(readFilter(new URLSearchParams('free=2026-99-99'))).toEqual(nothing)
  expect(writeFilter(new URLSearchParams('a=b&game=fortnite'), nothing)).toBe('?a=b')
  expect(writeFilter(new URLSearchParams('game=fortnite'), nothing)).toBe('')
})

test('a coach of both games suits either, judged by the rank in the game one asks for', () => {
  const both = coach('both', 'Supersonic Legend and Elite')
  expect(suits(both, { ...nothing, game: 'fortnite' })).toBe(true)
  expect(suits(both, { ...nothing, rank: '8' })).toBe(true)
  expect(suits(both, { ...nothing, rank: '8', game: 'fortnite' })).toBe(false)
  expect(suits(coach('rocket-league', 'Champion I'), { ...nothing, game: 'fortnite' })).toBe(false)
})

test('ranks are named in the words of the game', () => {
  expect(rankOptions({ ...nothing, game: 'rocket-league' }).map(({ label }) => label)).toEqual([
    'Champion and up',
    'Grand Champion and up',
    'Supersonic Legend',
  ])
  expect(rankOptions(nothing).at(-1)).toEqual({ value: '8', label: 'Supersonic Legend / Unreal' })
})
