import { sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { toBeDecided } from '#src/features/bookings/rules.ts'
import type { Sold } from '#src/features/bookings/sold.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { given, prepared } from '#src/platform/database/prepared.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { tellBookedJob } from './notices/tell-booked.ts'
import { nextReminder } from './reminders/reminders.ts'
import { bookingHistory, bookings } from './table.ts'

type BookingRow = typeof bookings.$inferSelect

/**
 * The input of a new booking. `sold`: the facts of the order, or of today's service. `start` null: the time is to be
 * decided. Money in cents.
 */
export type NewBooking = {
  id: string
  playerId: string | null
  customer: { name: string; email: string; phone: string | null }
  coach: { id: string | null; name: string }
  sold: Sold
  start: Start | null
  price: number
  paymentId: string | null
  seatId: string | null
  /** The member of staff who books for a customer. */
  bookedBy?: Account
  /** The caller tells player and coach of it. */
  isToldElsewhere?: boolean
}

/**
 * Stores a booking with its history, and the job that tells of it, in the caller's transaction: all or nothing. The database refuses a
 * second booking of the same payment or seat.
 */
export async function book(
  deps: Deps,
  tx: Tx,
  {
    id,
    playerId,
    customer,
    coach,
    sold,
    start,
    price,
    paymentId,
    seatId,
    bookedBy,
    isToldElsewhere = false,
  }: NewBooking,
): Promise<BookingRow> {
  // Sent together, the booking first: `execute` sends at once.
  const [written] = await Promise.all([
    newBooking(tx).execute({
      id,
      playerId,
      customerName: customer.name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      coachId: coach.id,
      coachName: coach.name,
      serviceId: sold.serviceId,
      serviceName: sold.serviceName,
      minutes: sold.minutes,
      capacity: sold.capacity,
      includes: sold.includes,
      owed: sold.owed,
      terms: sold.terms,
      termsVersion: sold.termsVersion,
      sessionDate: start?.date ?? toBeDecided,
      sessionTime: start?.time ?? toBeDecided,
      zone: deps.env.businessTimeZone,
      startsAt: start?.startsAt ?? null,
      endsAt: start && new Date(start.startsAt.getTime() + sold.minutes * 60_000),
      price,
      paymentId,
      seatId,
      nextReminderAt: nextReminder(start, deps.now()),
      historyId: newId(),
      bookingId: id,
      actorId: bookedBy?.id ?? playerId,
      actorRole: playerId && !bookedBy ? 'player' : 'staff',
    }),
    deps.jobs.add(tx, tellBookedJob, { bookingId: id, staffId: bookedBy?.id ?? null, isToldElsewhere }),
  ])
  return only(written)
}

/** A booking with the first line of its history. */
const newBooking = prepared((db) => {
  const history = db.$with('history').as(
    db
      .insert(bookingHistory)
      .values({
        id: sql.placeholder('historyId'),
        act: 'booked',
        ...given(bookingHistory, 'bookingId', 'actorId', 'actorRole'),
      })
      .returning({ id: bookingHistory.id }),
  )
  return db
    .with(history)
    .insert(bookings)
    .values(
      given(
        bookings,
        'id',
        'playerId',
        'customerName',
        'customerEmail',
        'customerPhone',
        'coachId',
        'coachName',
        'serviceId',
        'serviceName',
        'minutes',
        'capacity',
        'includes',
        'owed',
        'terms',
        'termsVersion',
        'sessionDate',
        'sessionTime',
        'zone',
        'startsAt',
        'endsAt',
        'price',
        'paymentId',
        'seatId',
        'nextReminderAt',
      ),
    )
    .returning()
    .prepare('new_booking')
})
