import { and, eq, inArray } from 'drizzle-orm'
import { coachApplications } from '#src/applications/server/table.ts'
import { bookings } from '#src/bookings/server/table.ts'
import { splitSms } from '#src/messages/sms-parts.ts'
import { queueSms, smsRefusal } from '#src/notifications/server/notifications.ts'
import { newId } from '#src/server/columns.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Invalid } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { notTextable, toE164, writePhone } from '#src/shared/phone.ts'

type Sms = { phone: string; message: string; bookingId?: string; coachApplicationId?: string }

/**
 * Queues an SMS, a long one as several, to a number that stands in a booking or an application, in the named one when one is named (reading R20
 * of the design). Throws `Invalid` for any other number, and what `smsRefusal` says.
 */
export async function sendSms(deps: Deps, admin: Account, sms: Sms) {
  const to = toE164(sms.phone)
  if (!to) throw new Invalid({ phone: `This is ${notTextable}. ${writePhone}` })
  const parts = splitSms(sms.message)
  const deliveryIds = await deps.db.transaction(async (tx) => {
    const refusal = await smsRefusal(deps, tx, to, parts.length)
    if (refusal) throw refusal
    if (!(await isOnRecord(tx, to, sms)))
      throw new Invalid({ phone: 'This number is not on record: SMS go to customers and applicants only.' })
    const about = sms.bookingId ?? sms.coachApplicationId ?? 'a-number'
    const ids: string[] = []
    // The key also says who sent it.
    for (const [after, text] of parts.entries())
      ids.push((await queueSms(tx, { dedupeKey: `staff-sms:${about}:${admin.id}:${newId()}`, to, text, after }))!)
    return ids
  })
  return { deliveryId: deliveryIds[0]!, deliveryIds, state: 'queued' as const }
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

/** Those of the numbers that stand in a booking or an application. */
export async function numbersOnRecord(tx: Tx, numbers: string[]): Promise<(string | null)[]> {
  const found = await tx
    .select({ number: bookings.customerPhone })
    .from(bookings)
    .where(inArray(bookings.customerPhone, numbers))
    .union(
      tx
        .select({ number: coachApplications.applicantPhone })
        .from(coachApplications)
        .where(inArray(coachApplications.applicantPhone, numbers)),
    )
  return found.map(({ number }) => number)
}
