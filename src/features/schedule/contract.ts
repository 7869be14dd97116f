import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { dateSchema, isTimeZone } from '#src/shared/time-fields.ts'

const opensSchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00'))
const closesSchema = z
  .string()
  .check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Must be a time such as 22:00, or 24:00'))
const inOrder = ({ opens, closes }: { opens: string | null; closes: string | null }) =>
  opens === null || closes === null ? opens === closes : opens < closes
const orderRule = { path: ['closes'], error: 'Closing must come after opening.' }

/** Hours on a weekday (1 is Monday, 7 is Sunday); a weekday may have several that do not overlap, or none. */
export const weekdayHoursSchema = z
  .object({ weekday: z.int().check(z.minimum(1), z.maximum(7)), opens: opensSchema, closes: closesSchema })
  .check(z.refine(inOrder, orderRule))
export type WeekdayHours = z.output<typeof weekdayHoursSchema>

/** One day that differs from the week: its own hours, or, with both null, a day off. */
export const exceptionSchema = z
  .object({ date: dateSchema, opens: z.nullable(opensSchema), closes: z.nullable(closesSchema) })
  .check(z.refine(inOrder, orderRule))

/** When a coach works. All dates and times are in the coach's own `zone`. An empty week: never. */
export const availabilitySchema = z.object({
  /** IANA name, such as `Europe/London`. */
  zone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Choose a time zone from the list.')),
  week: z
    .array(weekdayHoursSchema)
    .check(z.maxLength(42, 'At most 42 ranges, please'), z.refine(areApart, 'The hours of a day must not overlap.')),
  exceptions: z.array(exceptionSchema).check(
    z.maxLength(100, 'At most 100 exceptions, please'),
    z.refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'One exception a day, please.'),
  ),
})
export type Availability = z.output<typeof availabilitySchema>

export const readAvailability = defineCall({
  method: 'GET',
  path: '/api/coach/availability',
  who: 'coach',
  summary: 'The caller’s own working hours, and the exceptions from today on',
  reply: z.object({
    ...availabilitySchema.shape,
    /** The zone that players are offered hours in. */
    businessZone: z.string(),
    /** Whether the coach ever said that these are right. */
    isConfirmed: z.boolean(),
  }),
})

export const confirmAvailability = defineCall({
  method: 'POST',
  path: '/api/coach/availability/confirm',
  who: 'coach',
  summary: 'Say that the caller’s working hours are right as they are; saving others says so, too',
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  reply: z.object({ isConfirmed: z.literal(true) }),
})

export const saveAvailability = defineCall({
  method: 'PUT',
  path: '/api/coach/availability',
  who: 'coach',
  summary: 'Replace the caller’s working hours and exceptions; booked sessions stay booked',
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  body: availabilitySchema,
  reply: z.object({
    ...availabilitySchema.shape,
    businessZone: z.string(),
    isConfirmed: z.literal(true),
    /** Booked sessions that lie outside these hours: instants, soonest first. */
    outside: z.array(z.object({ startsAt: z.string() })),
  }),
})

function areApart(week: WeekdayHours[]): boolean {
  const sorted = week.toSorted((a, b) => a.weekday - b.weekday || (a.opens < b.opens ? -1 : 1))
  return sorted.every((range, i) => {
    const before = sorted[i - 1]
    return before?.weekday !== range.weekday || before.closes <= range.opens
  })
}
