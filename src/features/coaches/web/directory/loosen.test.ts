import { expect, test } from 'vitest'
import type { Coach } from '#src/features/coaches/contract.ts'
import { readDirectory } from './directory-filter.ts'
import { loosen } from './loosen.ts'

const coach = (name: string, change: Partial<Coach>) =>
  ({
    ...{
      id: name,
      name,
      gameExpertise: 'rocket-league',
      currentRank: 'Champion I',
      specialties: [],
      languages: ['en'],
    },
    ...change,
  }) as Coach
const coaches = [
  coach('VexFlip', { specialties: ['Air dribbles', '1v1'] }),
  coach('Émile', { specialties: ['Air dribbles'], languages: ['en', 'fr'] }),
  coach('RampRiot', { gameExpertise: 'fortnite', currentRank: 'Unreal', specialties: ['1v1'] }),
]
const hours = new Map([['VexFlip', { startsAt: '2026-01-05T09:00:00.000Z' }]])
/** Which filters of an address help when they are taken off, and how many coaches suit then. */
const ways = (search: string, free?: typeof hours) =>
  loosen(coaches, readDirectory(new URLSearchParams(search)).filter, free).map(({ name, count }) => [name, count])

test('the filter that leaves most coaches out comes first, and one that changes nothing is not named', () => {
  expect(ways('q=dribble&language=ja')).toEqual([['Japanese', 2]])
  expect(ways('tag=Air+dribbles&tag=1v1&language=fr')).toEqual([
    ['1v1', 1],
    ['French', 1],
  ])
  expect(ways('game=fortnite&q=dribble')).toEqual([
    ['Fortnite', 2],
    ['Search: dribble', 1],
  ])
})

test('ranks and free time are named as the filters name them', () => {
  expect(ways('game=rocket-league&rank=8')).toEqual([
    ['My goal: Supersonic Legend', 2],
    ['Rocket League', 1],
  ])
  expect(ways('game=rocket-league&from=6')).toEqual([
    ['My rank: Champion', 2],
    ['Rocket League', 1],
  ])
  expect(ways('q=emile&free=evening', hours)).toEqual([
    ['Search: emile', 1],
    ['After 5 PM, your time', 1],
  ])
  expect(ways('q=emile&free=2026-01-05', hours)).toContainEqual(['Mon, Jan 5', 1])
})

test('where no single filter helps nothing is named, and of many that do three', () => {
  expect(ways('q=nobody&language=ja')).toEqual([])
  expect(ways('q=emile&game=fortnite&tag=Edits')).toEqual([])
  const narrow = loosen(
    [
      coach('a', { languages: ['fr'], specialties: ['x', 'y', 'z'] }),
      ...['x', 'y', 'z'].map((left) =>
        coach(left, { languages: ['de'], specialties: ['x', 'y', 'z'].filter((tag) => tag !== left) }),
      ),
    ],
    readDirectory(new URLSearchParams('tag=x&tag=y&tag=z&language=de')).filter,
    undefined,
  )
  expect(narrow.map(({ count }) => count)).toEqual([1, 1, 1])
})
