import { expect, test } from 'vitest'
import type { Coach, CoachDetails as Details } from '#src/features/coaches/contract.ts'
import { coachDetailsQuery } from '#src/features/coaches/web/coaches-query.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { CoachDetails } from './coach-details.tsx'

const nothing: Details = {
  howITeach: null,
  clipUrl: null,
  publicLinks: [],
  zone: null,
  answerMinutes: null,
  answersCounted: null,
  punctuality: null,
}

function shown(change: Partial<Details>, known: Partial<Coach> = {}) {
  const coach = { slug: 'vexflip', languages: [], availability: null, ...known } as unknown as Coach
  const data = { ...nothing, ...change }
  return htmlOf(<CoachDetails coach={coach} />, [{ queryKey: coachDetailsQuery('vexflip').queryKey, data }])
}

test('of a coach of whom nothing more is known the page shows no heading over nothing', () => {
  expect(shown({}).html).toBe('')
  expect(shown({ howITeach: 'You play, I ask.' }).html).not.toContain('<dl')
  expect(shown({}, { availability: 'Weekday evenings' }).text.trim()).toBe('Good to know Usual hours Weekday evenings')
})

test('a coach’s answer time says of how many answers it is', () => {
  const answers = (answerMinutes: number) => shown({ answerMinutes, answersCounted: 12 }).text.trim()
  expect(answers(20)).toBe('Good to know Answer time Usually within an hour (12 answers)')
  expect(answers(61)).toMatch(/within 2 hours \(12 answers\)$/)
  expect(answers(23 * 60 + 1)).toMatch(/within a day \(12 answers\)$/)
})
