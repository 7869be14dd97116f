import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema } from '#src/shared/fields.ts'
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

const aYear = 366 * 24 * 3_600_000

/** Days that differ from the week, from `date` to `until` (both included; absent: one day): their own hours, or, with both null, off. */
export const exceptionSchema = z
  .object({
    date: dateSchema,
    until: z.optional(dateSchema),
    opens: z.nullable(opensSchema),
    closes: z.nullable(closesSchema),
  })
  .check(
    z.refine(inOrder, orderRule),
    z.refine(({ date, until = date }) => date <= until, {
      path: ['until'],
      error: 'The last day must not come before the first.',
    }),
    z.refine(({ date, until = date }) => Date.parse(until) - Date.parse(date) <= aYear, {
      path: ['until'],
      error: 'A year at most, please.',
    }),
  )

/** What can be chosen between two sessions, in minutes. */
export const buffers = [0, 15, 30, 45, 60]
/** The longest notice, in hours, and the most sessions a day that one can ask for. */
export const longestNotice = 72
export const greatestMost = 12

/** When a coach works. All dates and times are in the coach's own `zone`. An empty week: never. */
export const availabilitySchema = z.object({
  /** IANA name, such as `Europe/London`. */
  zone: z.string().check(atMost(64), z.refine(isTimeZone, 'Choose a time zone from the list.')),
  week: z
    .array(weekdayHoursSchema)
    .check(z.maxLength(42, 'At most 42 ranges, please'), z.refine(areApart, 'The hours of a day must not overlap.')),
  exceptions: z
    .array(exceptionSchema)
    .check(z.maxLength(100, 'At most 100 exceptions, please'), z.refine(onePerDay, 'One exception a day, please.')),
  /** How long the coach rests between two sessions. This and the next two: absent, it stays as it is. */
  bufferMinutes: z.optional(
    z.int().check(z.refine((minutes) => buffers.includes(minutes), 'Choose 0, 15, 30, 45 or 60 minutes.')),
  ),
  /** How many hours before its start a session must be booked. No hour of today is offered anyway. */
  noticeHours: z.optional(
    z.int().check(z.minimum(0), z.maximum(longestNotice, `At most ${longestNotice} hours, please.`)),
  ),
  /** How many sessions on one day of the coach's zone; null: as many as fit. */
  mostADay: z.optional(
    z.nullable(z.int().check(z.minimum(1), z.maximum(greatestMost, `At most ${greatestMost}, or no limit.`))),
  ),
})
export type Availability = z.output<typeof availabilitySchema>

/** The same as its coach reads it. */
const ownAvailabilitySchema = z.object({
  ...availabilitySchema.shape,
  /** When these were saved; null: never. */
  savedAt: z.nullable(instantSchema),
  /** What the coach called off and nobody can book, as far as it is not over; the soonest first. Only staff reopen it. */
  calledOff: z.array(z.object({ from: instantSchema, to: instantSchema })),
  /** The zone that players are offered hours in. */
  businessZone: z.string(),
  /** Whether the coach ever said that these are right. */
  isConfirmed: z.boolean(),
  /** Whether the coach accepted the coaches' rules as they are now. */
  areRulesAccepted: z.boolean(),
})

export const readAvailability = defineCall({
  method: 'GET',
  path: '/api/coach/availability',
  who: 'coach',
  summary: 'The caller’s own working hours, the exceptions from today on, and what they called off',
  reply: ownAvailabilitySchema,
})

export const confirmAvailability = defineCall({
  method: 'POST',
  path: '/api/coach/availability/confirm',
  who: 'coach',
  summary:
    'Say that the caller’s working hours are right as they are, as saving others does, too; and accept the coaches’ rules',
  sentence: 'confirmed their own working hours',
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  /** The version of the rules that the coach read. */
  body: z.object({ rulesVersion: z.int('Please accept the coaches’ rules.') }),
  reply: z.object({ isConfirmed: z.literal(true), areRulesAccepted: z.literal(true) }),
})

export const saveAvailability = defineCall({
  method: 'PUT',
  path: '/api/coach/availability',
  who: 'coach',
  summary:
    'Replace the caller’s working hours and exceptions; booked sessions stay booked. 409 `{ reason: "changed" }` when others were saved since `basedOn`',
  sentence: 'changed their own working hours',
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  /** The `savedAt` of what the caller changed; absent: whatever is saved now. */
  body: z.extend(availabilitySchema, { basedOn: z.optional(z.nullable(instantSchema)) }),
  reply: z.object({
    ...ownAvailabilitySchema.shape,
    /** Booked sessions that lie outside these hours: instants, soonest first. */
    outside: z.array(z.object({ startsAt: z.string() })),
  }),
})

/** Hours of a coach that nobody can book, since the coach called them off. */
export const shutHoursSchema = z.object({
  coachId: z.string(),
  coachName: z.string(),
  from: instantSchema,
  to: instantSchema,
  /** The business's. */
  zone: z.string(),
})
export type ShutHours = z.output<typeof shutHoursSchema>

export const listShutHours = defineCall({
  method: 'GET',
  path: '/api/shut-hours',
  who: 'owner-or-admin',
  summary:
    'The hours and days that coaches called off and nobody can book, the soonest first; without those that are over',
  reply: z.array(shutHoursSchema),
})

/** An instant that the database can compare, such as another answer gave. */
const givenInstant = z.iso
  .datetime({ error: 'Must be an instant such as 2026-01-05T14:00:00Z', abort: true })
  .check(z.refine((text) => text.startsWith('20'), 'Must be an instant of this century'))

export const reopenHours = defineCall({
  method: 'POST',
  path: '/api/coaches/:coachId/reopen-hours',
  who: 'owner-or-admin',
  summary: 'Open hours that their coach called off: they can be booked again',
  audited: ['from', 'to'],
  sentence: ({ coach }) => `opened called-off hours of ${coach} again`,
  refusals: [403],
  params: z.object({ coachId: idSchema }),
  /** As `listShutHours` gives them. */
  body: z.object({ from: givenInstant, to: givenInstant }),
  reply: z.object({ ok: z.literal(true) }),
})

function areApart(week: WeekdayHours[]): boolean {
  const sorted = week.toSorted((a, b) => a.weekday - b.weekday || (a.opens < b.opens ? -1 : 1))
  return sorted.every((range, i) => {
    const before = sorted[i - 1]
    return before?.weekday !== range.weekday || before.closes <= range.opens
  })
}

function onePerDay(exceptions: { date: string; until?: string }[]): boolean {
  const sorted = exceptions.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  return sorted.every(({ date }, i) => {
    const before = sorted[i - 1]
    return !before || (before.until ?? before.date) < date
  })
}
