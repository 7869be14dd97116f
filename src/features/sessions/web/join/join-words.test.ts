import { expect, test } from 'vitest'
import { waitingWords } from './join-words.ts'

const startsAt = '2026-11-24T14:00:00.000Z'
const berlin = 'Europe/Berlin'
const words = (as: 'player' | 'coach', minutes: number, isHere = true, price = '29.00') =>
  waitingWords({ as, name: 'VexFlip', isHere, startsAt, price }, Date.parse(startsAt) + minutes * 60_000, berlin)

test.each([
  [-10, 'Waiting for VexFlip. They see that you are here.'],
  [4, 'Waiting for VexFlip. They see that you are here.'],
  [5, 'VexFlip is not here yet. We are calling them; our team knows.'],
  [14, 'VexFlip is not here yet. We are calling them; our team knows.'],
  [
    15,
    'You waited long enough. Say under “Something went wrong?” that VexFlip is not here, then choose: another coach, another hour, or all $29 back.',
  ],
])('alone in the Join place %i minutes after the start, a player reads: %s', (minutes, text) => {
  expect(words('player', minutes)).toBe(text)
})

test.each([
  [-10, 'Waiting for VexFlip. They see that you are here.'],
  [1, 'VexFlip is not here yet. Wait until 3:15 PM; then you can say so.'],
  [15, 'VexFlip is not here yet. Say so under “Something went wrong?”.'],
])('alone in the Join place %i minutes after the start, a coach reads on their own clock: %s', (minutes, text) => {
  expect(words('coach', minutes)).toBe(text)
})

test('nobody is called and nothing is promised before one has pressed, nor money for a free session', () => {
  for (const minutes of [-10, 5, 20])
    expect(words('player', minutes, false)).toBe('Press I am here: VexFlip sees it at once.')
  expect(words('player', 20, true, '0.00')).toMatch(/then choose: another coach or another hour\.$/)
})
