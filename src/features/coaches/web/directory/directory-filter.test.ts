import { expect, test } from 'vitest'
import type { Coach } from '#src/features/coaches/contract.ts'
import { type DirectoryAddress, findCoaches, noFilter, readDirectory, writeDirectory } from './directory-filter.ts'
import { commonTags } from './directory-page.ts'

const read = (search: string) => readDirectory(new URLSearchParams(search))
const whole: DirectoryAddress = { filter: noFilter, order: 'rating', page: 1, more: 0 }

const coach = (name: string, change: Partial<Coach> = {}) =>
  ({
    id: name,
    name,
    gameExpertise: 'rocket-league',
    currentRank: 'Champion I',
    specialties: [],
    languages: ['en'],
    ...change,
  }) as Coach
const coaches = [
  coach('VexFlip', { currentRank: 'Grand Champion III', specialties: ['Air dribbles', '1v1'] }),
  coach('Émile', { currentRank: 'Champion I', specialties: ['Rotation', '1V1'], languages: ['de', 'en'] }),
  coach('RampRiot', { gameExpertise: 'fortnite', currentRank: 'Unreal', specialties: ['Edits'] }),
  coach('DualShift', { gameExpertise: 'both', currentRank: 'Diamond II and Unreal', specialties: ['Rotation'] }),
]
const hours = new Map([
  ['DualShift', { startsAt: '2026-01-06T09:00:00.000Z' }],
  ['VexFlip', { startsAt: '2026-01-05T09:00:00.000Z' }],
])
/** The names of the coaches that an address finds. */
const found = (search: string, free?: typeof hours) => findCoaches(coaches, read(search), free).map(({ name }) => name)

test('all that is asked of the directory survives the address, and nonsense in it is not asked', () => {
  const full: DirectoryAddress = {
    filter: {
      q: 'air dr',
      tags: ['1v1', 'Piece & control'],
      game: 'fortnite',
      language: 'de',
      from: '3',
      rank: '7',
      free: 'evening',
    },
    ...{ order: 'free', page: 1, more: 2 },
  }
  expect(read(writeDirectory(full))).toEqual(full)
  expect(read(writeDirectory({ ...whole, page: 3, more: 1 }))).toEqual({ ...whole, page: 3, more: 1 })
  expect(writeDirectory(whole)).toBe('')
  expect(read('game=chess&language=xx&rank=9&from=8&free=now&sort=price&page=-1&more=x')).toEqual(whole)
  expect(read('game=fortnite&page=3').page, 'a filtered list begins at its first page').toBe(1)
  expect(read('from=5&rank=5').filter, 'a goal below my rank').toMatchObject({ from: '5', rank: '' })
})

test('words are looked for in names and specialties, all of them, whatever their capitals and accents', () => {
  expect(found('q=vex')).toEqual(['VexFlip'])
  expect(found('q=emile')).toEqual(['Émile'])
  expect(found('q=dribble')).toEqual(['VexFlip'])
  expect(found('q=+1V1++DRIB+')).toEqual(['VexFlip'])
  expect(found('q=champion')).toEqual([])
  expect(found('tag=1v1')).toEqual(['VexFlip', 'Émile'])
  expect(found('tag=1v1&tag=rotation')).toEqual(['Émile'])
  expect(found('tag=rot')).toEqual([])
})

test('a language finds who speaks it', () => {
  expect(found('language=de')).toEqual(['Émile'])
})

test('a goal finds who has reached it in the game, my rank alone finds who is above it', () => {
  expect(found('rank=7')).toEqual(['VexFlip', 'RampRiot', 'DualShift'])
  expect(found('rank=7&game=rocket-league')).toEqual(['VexFlip'])
  expect(found('from=6&game=rocket-league')).toEqual(['VexFlip'])
  expect(found('from=5&rank=6&game=rocket-league')).toEqual(['VexFlip', 'Émile'])
})

test('who is not free then is left out once that is known, and free soonest comes first', () => {
  expect(found('free=evening')).toHaveLength(4)
  expect(found('free=evening', hours)).toEqual(['VexFlip', 'DualShift'])
  expect(found('sort=free', hours)).toEqual(['VexFlip', 'DualShift', 'Émile', 'RampRiot'])
})

test('the specialties that most coaches have are offered once, however they are written', () => {
  expect(commonTags(coaches, 2)).toEqual(['1v1', 'Rotation'])
})
