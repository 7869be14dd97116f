import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { gameSchema } from '#src/shared/game.ts'

/** A coach as everybody sees one. Contact data never leaves the server here. */
export const coachSchema = z.object({
  id: z.string(),
  /** The last part of the coach's own page address. */
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  gameExpertise: gameSchema,
  currentRank: z.string(),
  profileImageUrl: z.nullable(z.string()),
  availability: z.nullable(z.string()),
  isActive: z.boolean(),
  totalStudents: z.number(),
  /** Decimal text such as `"4.80"`; null until a rating was approved. */
  averageRating: z.nullable(z.string()),
  totalHours: z.number(),
  achievements: z.array(z.string()),
  specialties: z.array(z.string()),
})
export type Coach = z.output<typeof coachSchema>

export const listCoaches = defineCall({
  method: 'GET',
  path: '/api/coaches',
  who: 'everybody',
  summary: 'The active coaches',
  reply: z.array(coachSchema),
})

export const checkCoach = defineCall({
  method: 'GET',
  path: '/api/coaches/check',
  who: 'player',
  summary: 'Whether the caller is an approved coach; staff may ask about anybody',
  query: z.object({ email: z.string() }),
  reply: z.boolean(),
})
