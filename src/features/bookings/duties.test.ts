import { expect, test } from 'vitest'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import { coachsDuties } from './duties.ts'

test('coaches accept what each offer makes them owe, and are asked again when that changes', () => {
  expect({ version: coachRules.version, duties: coachsDuties() }, 'Raise the version in coach-rules.ts.').toEqual({
    version: 2,
    duties: [
      '1-on-1 Basic Session: watch 1 replay before, write the notes within 24 hours.',
      '1-on-1 Advanced Session: watch 2 replays before, write the notes within 24 hours, answer questions for 7 days.',
      '1-on-1 Pro Session: watch 3 replays before, write the notes within 24 hours, answer questions for 14 days, check 1 new replay.',
    ],
  })
})
