import { z } from 'zod/mini'
import { zoneSchema } from '#src/features/accounts/profile-contract.ts'
import { coachSchema } from '#src/features/coaches/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { gameSchema, idSchema, instantSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { dateSchema } from '#src/shared/time-fields.ts'

/** A start offered by the schedule, in the business's zone. */
export const hourSchema = z.object({
  /** `YYYY-MM-DD` */
  date: z.string(),
  /** `HH:mm` */
  time: z.string(),
  startsAt: instantSchema,
  /** `closed`: outside the coach's hours, or the session would not fit before closing. */
  state: z.enum(['free', 'taken', 'closed']),
  seatsLeft: z.number(),
})
export type Hour = z.output<typeof hourSchema>

/** In a refusal: other starts, nearest to the wanted one first. */
export const nearestSchema = z.array(hourSchema)

export const freeHours = defineCall({
  ...firstCalls.freeHours,
  who: 'everybody',
  summary: 'Which starts of the next 14 days can be booked for a service, with one coach or any coach of a game',
  limits: [{ by: 'address', times: 600, minutes: 10 }],
  refusals: [401, 404, 409],
  query: z.object({
    serviceId: z.string(),
    coachId: z.optional(idSchema),
    game: z.optional(gameSchema),
    /** The booking that is to be moved or scheduled: as it was sold, and its present hours are in nobody's way. */
    moving: z.optional(idSchema),
  }),
  reply: z.object({
    /** IANA name of the zone that dates and times are in. */
    zone: z.string(),
    days: z.array(z.object({ date: z.string(), hours: z.array(hourSchema) })),
  }),
})

/** When a player has time: one of these words, or a date. */
export const freeTimes = ['tomorrow', 'weekend', 'evening'] as const

export const nextFreeHours = defineCall({
  ...firstCalls.nextFreeHours,
  who: 'everybody',
  summary: 'The next hour of each active coach that is free for a one-hour session, at any time or when the player can',
  limits: [{ by: 'address', times: 600, minutes: 10 }],
  query: z.object({
    when: z.optional(z.union([z.enum(freeTimes), dateSchema])),
    /** IANA name of the zone in which evenings begin at 5 PM; without it the business's. */
    zone: z.optional(zoneSchema),
  }),
  reply: z.object({
    /** IANA name of the zone that dates and times are in. */
    zone: z.string(),
    /** The dates that can be booked. */
    dates: z.array(z.string()),
    /** Coaches without a free hour are missing. */
    coaches: z.array(
      z.object({
        coachId: z.string(),
        hour: z.object({ date: z.string(), time: z.string(), startsAt: instantSchema }),
      }),
    ),
    /** For each game, those of its coaches who are free soonest: up to three. */
    soonest: z.record(z.string(), z.array(coachSchema)),
  }),
})
