import { expect, test } from 'vitest'
import { coachRung, rungOf } from './ranks.ts'

test('a rank stands on the rung of its game', () => {
  expect(rungOf('Grand Champion II', 'rocket-league')).toBe(7)
  expect(rungOf('champion iii', 'rocket-league')).toBe(6)
  expect(rungOf('Champion', 'fortnite')).toBe(7)
  expect(rungOf('Unreal, top 500', 'fortnite')).toBe(8)
  expect(rungOf('very good', 'fortnite')).toBe(0)
})

test('a Grand Champion of Rocket League is no Champion of Fortnite', () => {
  expect(rungOf('Grand Champion I', 'fortnite')).toBe(0)
  expect(rungOf('Grand Champion I and Champion', 'fortnite')).toBe(7)
})

test('a coach counts in the games they play', () => {
  const coach = { gameExpertise: 'both', currentRank: 'Supersonic Legend and Elite' } as const
  expect(coachRung(coach)).toBe(8)
  expect(coachRung(coach, 'fortnite')).toBe(6)
  expect(coachRung({ gameExpertise: 'fortnite', currentRank: 'Unreal' }, 'rocket-league')).toBe(0)
})
