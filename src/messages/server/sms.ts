import { and, eq, sql } from 'drizzle-orm'
import { coachApplications } from '#src/applications/server/table.ts'
import { bookings } from '#src/bookings/server/table.ts'
import { countSms, queueSms } from '#src/notifications/server/notifications.ts'
import { newId } from '#src/server/columns.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { AppError, Invalid, Unavailable } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { phoneSchema } from '#src/shared/fields.ts'

type Sms = { phone: string; message: string; bookingId?: string; coachApplicationId?: string }

const day = 24 * 3_600_000

/**
 * Queues an SMS to a number that stands in a booking or an application, in the named one when one is named (reading R20
 * of the design). Throws `Unavailable` where SMS is not set up, `Invalid` for any other number, and 429 when the last 24
 * hours have seen as many SMS as `SMS_DAILY_CAP` allows.
 */
export async function sendSms(deps: Deps, admin: Account, sms: Sms): Promise<{ deliveryId: string; state: 'queued' }> {
  if (!deps.sms) throw new Unavailable('SMS is not set up here: no messages can be sent.')
  const { success, data: to } = phoneSchema.safeParse(sms.phone)
  if (!success || !to)
    throw new Invalid({ phone: 'Please write the phone number with its country code, such as +1 212 555 0100' })
  const deliveryId = await deps.db.transaction(async (tx) => {
    if (!(await isOnRecord(tx, to, sms)))
      throw new Invalid({ phone: 'This number is not on record: SMS go to customers and applicants only.' })
    // One at a time, or two would both be the last that the cap allows.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sms-daily-cap', 2))`)
    if ((await countSms(tx, new Date(deps.now().getTime() - day))) >= deps.env.smsDailyCap)
      throw new AppError(429, 'That was the last SMS for today. Please try again tomorrow, or write a message instead.')
    // The key also says who sent it.
    return queueSms(deps.jobs, tx, { dedupeKey: `staff-sms:${admin.id}:${newId()}`, to, text: sms.message })
  })
  return { deliveryId: deliveryId!, state: 'queued' }
}

/** Whether somebody left this number: in the booking or application named, else in any. */
async function isOnRecord(tx: Tx, phone: string, { bookingId, coachApplicationId }: Sms): Promise<boolean> {
  const inBooking = and(eq(bookings.customerPhone, phone), bookingId ? eq(bookings.id, bookingId) : undefined)
  const inApplication = and(
    eq(coachApplications.applicantPhone, phone),
    coachApplicationId ? eq(coachApplications.id, coachApplicationId) : undefined,
  )
  const findBooking = () => tx.select({ id: bookings.id }).from(bookings).where(inBooking).limit(1)
  const findApplication = () =>
    tx.select({ id: coachApplications.id }).from(coachApplications).where(inApplication).limit(1)
  if (bookingId) return (await findBooking()).length > 0
  if (coachApplicationId) return (await findApplication()).length > 0
  return (await findBooking()).length > 0 || (await findApplication()).length > 0
}
