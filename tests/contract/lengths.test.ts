import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { everyCall } from '#tests/support/every-call.ts'

/** Breaks every rule for texts that we have. */
const worst = '\u202e level up д@a.b 5550100123\nLU-x \u0316\u0315'.repeat(2_000)

/** Taken in any length, or not looked at. */
const unbounded = [
  'message of POST /api/admin/send-sms',
  'zone of POST /api/auth/signup',
  'coachName of POST /api/ratings',
  'game of POST /api/ratings',
  'sessionsCount of POST /api/success-stories',
]

test('of a text that is far too long one thing is said, since nothing else has looked at it', () => {
  const looked = everyCall().flatMap(({ method, path, body }) =>
    Object.keys((body as { shape?: object })?.shape ?? {}).map((field) => {
      const saidOf = (value: unknown): string[] => {
        const { error } = body.safeParse({ [field]: value }) as { error?: z.core.$ZodError }
        const issues = error?.issues ?? []
        return issues.filter((issue) => issue.path[0] === field).map(({ message }) => message)
      }
      const said = saidOf(worst)
      return {
        field: `${field} of ${method} ${path}`,
        said: said.some((each) => each.endsWith('must be a list.')) ? saidOf([worst]) : said,
      }
    }),
  )
  expect(looked.length).toBeGreaterThan(200)
  expect(looked.filter(({ said }) => said.length > 1)).toEqual([])
  expect(looked.filter(({ said }) => said.length === 0).map(({ field }) => field)).toEqual(unbounded)
})
