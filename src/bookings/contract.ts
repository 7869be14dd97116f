import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { idSchema, instantSchema } from '#src/shared/fields.ts'
import { bookingStatuses } from './catalogue.ts'

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
  method: 'GET',
  path: '/api/free-hours',
  who: 'everybody',
  summary: 'Which starts of the next 14 days can be booked for a service, with one coach or any coach of a game',
  query: z.object({ serviceId: z.string(), coachId: z.optional(idSchema), game: z.optional(z.string()) }),
  reply: z.object({
    /** IANA name of the zone that dates and times are in. */
    zone: z.string(),
    days: z.array(z.object({ date: z.string(), hours: z.array(hourSchema) })),
  }),
})

/** A booking as staff sees it. Money is decimal text in dollars. */
export const bookingSchema = z.object({
  id: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.nullable(z.string()),
  coachName: z.string(),
  serviceName: z.string(),
  minutes: z.number(),
  /** `YYYY-MM-DD`, or `TBD` */
  sessionDate: z.string(),
  /** `HH:mm`, or `TBD` */
  sessionTime: z.string(),
  zone: z.string(),
  startsAt: z.nullable(instantSchema),
  endsAt: z.nullable(instantSchema),
  price: z.string(),
  refunded: z.string(),
  paymentId: z.nullable(z.string()),
  status: z.enum(bookingStatuses),
  createdAt: instantSchema,
})
export type Booking = z.output<typeof bookingSchema>

export const listBookings = defineCall({
  method: 'GET',
  path: '/api/bookings',
  who: 'owner-or-admin',
  summary: "All bookings, newest first; 100 at a time, `cursor` is the `Link` header's",
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.array(bookingSchema),
})
