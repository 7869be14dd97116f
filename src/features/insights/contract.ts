import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { playedGames } from '#src/shared/games.ts'
import { dateSchema } from '#src/shared/time-fields.ts'

/** What happened in a stretch of time. Money is decimal text in dollars. */
const figuresSchema = z.object({
  /** The price of the bookings made, before anything was given back. */
  revenue: z.string(),
  /** What was given back, counted on the day it was: perhaps for a booking of an earlier day. */
  refunds: z.string(),
  /** What players' banks hold back or took back, counted on the day they were first asked: disputes that are open or lost. */
  disputed: z.string(),
  /** Bookings made, paid and free. */
  bookings: z.number(),
  /** Of the sessions that were to take place: how many did as far as anybody knows, were cancelled, or lacked their player. */
  held: z.number(),
  cancelled: z.number(),
  noShows: z.number(),
})
export type Figures = z.output<typeof figuresSchema>

/** How long one step of a picture is. */
export const steps = ['day', 'week', 'month'] as const

export const insightsSchema = z.object({
  /** IANA name of the zone whose days are counted. */
  zone: z.string(),
  step: z.enum(steps),
  totals: figuresSchema,
  /** The stretch of the same length just before. */
  previous: figuresSchema,
  /** Every step of the stretch, also those in which nothing happened; `date` is its first day. */
  series: z.array(z.extend(figuresSchema, { date: z.string() })),
  /** Sessions by weekday (1 is Monday) and hour they start at; pairs without any are missing. */
  busiest: z.array(z.object({ weekday: z.number(), hour: z.number(), sessions: z.number() })),
  /** The coaches with the most booked hours first, 50 at most. */
  coaches: z.array(
    z.object({
      coachId: z.string(),
      name: z.string(),
      sessions: z.number(),
      bookedHours: z.number(),
      /** Hours of work in the stretch, by the working hours that hold now; null: the coach has not confirmed any. */
      openHours: z.nullable(z.number()),
    }),
  ),
  /** Rungs climbed in the approved stories of the stretch, by game. */
  ranks: z.array(z.object({ game: z.enum(playedGames), stories: z.number(), rungs: z.number() })),
})
export type Insights = z.output<typeof insightsSchema>

/** The longest stretch that can be asked for, in days. */
export const longestStretch = 3660

export const showInsights = defineCall({
  method: 'GET',
  path: '/api/owner/insights',
  who: 'owner',
  summary: 'The figures of the days `from` to `to`, both included, in the business’s zone',
  limits: [{ by: 'account', times: 120, minutes: 10 }],
  query: z.object({ from: dateSchema, to: dateSchema }).check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the first day' }),
    z.refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 < longestStretch, {
      path: ['from'],
      error: 'At most ten years at once, please',
    }),
  ),
  reply: insightsSchema,
})
