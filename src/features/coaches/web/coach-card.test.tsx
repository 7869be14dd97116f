import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import type { Coach } from '#src/features/coaches/contract.ts'
import { games } from '#src/shared/games.ts'
import { achievementLines, CoachCard } from './coach-card.tsx'
import { GamerAvatar } from './gamer-avatar.tsx'

const coach: Coach = {
  id: '1',
  slug: 'vexflip',
  name: 'VexFlip',
  title: 'Aerial coach',
  description: 'Up there since 2016.',
  gameExpertise: 'rocket-league',
  currentRank: 'Champion II',
  profileImageUrl: null,
  availability: null,
  isActive: true,
  totalStudents: 0,
  averageRating: null,
  ratingCount: 0,
  totalHours: 0,
  studentsBefore: 0,
  hoursBefore: 0,
  beforeSource: null,
  achievements: [],
  specialties: [],
  languages: [],
}
const lines = (change: Partial<Coach>) => achievementLines({ ...coach, ...change }).map(({ text }) => text)
const html = (change: Partial<Coach> = {}) =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <CoachCard coach={{ ...coach, ...change }} onBook={() => {}} />
    </Router>,
  )

test('three lines introduce a coach: achievement or rank, students, rating or New coach', () => {
  expect(lines({})).toEqual(['Champion II player', '0+ students coached', 'New coach'])
  expect(lines({ achievements: ['RLCS finalist', 'Other'], totalStudents: 120, averageRating: '4.80' })).toEqual([
    'RLCS finalist',
    '120+ students coached',
    '4.8/5 average rating',
  ])
})

test('a card shows portrait, name, title, description and Book Session', () => {
  for (const part of [
    '<svg viewBox="0 0 320 200"',
    '>VexFlip<',
    '>Aerial coach<',
    '>Rocket League · Champion II<',
    '>Up there since 2016.<',
    '>Book Session<',
  ])
    expect(html()).toContain(part)
})

test('a long description has a button for the rest of it, for phones', () => {
  expect(html()).not.toContain('aria-expanded')
  expect(html({ description: 'Up there since 2016. '.repeat(5) })).toMatch(
    /<button[^>]* aria-expanded="false" aria-label="More about VexFlip"/,
  )
})

test('specialties are chips that lead to who has them, and no list without any', () => {
  expect(html()).not.toContain('Specialties')
  const chips = html({ specialties: ['Air dribbles', '50/50 & more'] }).matchAll(/href="(\/coaches\?[^"]+)"/g)
  expect([...chips].map(([, address]) => address)).toEqual([
    '/coaches?tag=Air%20dribbles',
    '/coaches?tag=50%2F50%20%26%20more',
  ])
})

test('a portrait is made from the name, its colours from the game', () => {
  const portrait = (name: string, game: Coach['gameExpertise']) =>
    renderToStaticMarkup(<GamerAvatar name={name} game={game} />)
  expect(portrait('VexFlip', 'fortnite')).toBe(portrait('VexFlip', 'fortnite'))
  expect(portrait('VexFlip', 'fortnite')).not.toBe(portrait('RampAndRun', 'fortnite'))
  expect(portrait('VexFlip', 'fortnite')).toContain(games.fortnite.colours.main)
  expect(portrait('VexFlip', 'rocket-league')).toContain(games['rocket-league'].colours.main)
})
