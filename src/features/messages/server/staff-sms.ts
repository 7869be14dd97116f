import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { blockedText } from '#src/features/coaches/blocks.ts'
import { blocks, coaches } from '#src/features/coaches/server/table.ts'
import { smsParts } from '#src/features/messages/sms-parts.ts'
import { queueSms, smsRefusal } from '#src/features/notifications/server/notifications.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict, Invalid } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { must } from '#src/shared/must.ts'
import { homeCountry, notTextable, writePhone } from '#src/shared/phone.ts'
import { readPhone } from '#src/shared/phone-number.ts'

type Sms = { phone: string; message: string; bookingId?: string; coachApplicationId?: string }

/**
 * Queues an SMS, split if long, to a number on a booking or application; if one is named, on that one (SMS-1). Throws
 * `Invalid` for any other number, `Conflict` for a coach who is staff and whom a block keeps from that player, and what `smsRefusal` returns.
 */
export async function sendSms(deps: Deps, admin: Account, sms: Sms) {
  const to = readPhone(sms.phone, homeCountry)?.number
  if (!to) throw new Invalid({ phone: `This is ${notTextable}. ${writePhone}` })
  const parts = smsParts(sms.message)
  const deliveryIds = await deps.db.transaction(async (tx) => {
    const refusal = await smsRefusal(deps, tx, to, parts.length)
    if (refusal) throw refusal
    if (!(await isOnRecord(tx, to, sms)))
      throw new Invalid({ phone: 'This number is not on record: SMS go to customers and applicants only.' })
    if (await isBlockedFrom(tx, admin, to)) throw new Conflict(blockedText, { reason: 'blocked' })
    const about = sms.bookingId ?? sms.coachApplicationId ?? 'a-number'
    const ids: string[] = []
    // The key also says who sent it.
    for (const [after, text] of parts.entries()) {
      const dedupeKey = `staff-sms:${about}:${admin.id}:${newId()}`
      const id = await queueSms(deps, tx, { dedupeKey, audience: 'staff', to, text, after })
      if (id) ids.push(id)
    }
    return ids
  })
  return { deliveryId: must(deliveryIds[0], 'the SMS'), deliveryIds, state: 'queued' as const }
}

/** Whether the number is on the named booking or application, or on any if none is named. */
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

/** Whether a member of staff coaches, and a block stands between them and a player with this number. */
async function isBlockedFrom(tx: Tx, { id }: Account, phone: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: blocks.playerId })
    .from(blocks)
    .innerJoin(coaches, and(eq(coaches.id, blocks.coachId), eq(coaches.userId, id)))
    .innerJoin(bookings, and(eq(bookings.playerId, blocks.playerId), eq(bookings.customerPhone, phone)))
    .limit(1)
  return found !== undefined
}

/** The numbers among these that are on a booking or application of somebody else, too. */
export async function numbersOfOthers(db: Db, { id }: Account, numbers: string[]): Promise<(string | null)[]> {
  const ofOthers = await db
    .select({ number: bookings.customerPhone })
    .from(bookings)
    .where(and(inArray(bookings.customerPhone, numbers), sql`${bookings.playerId} is distinct from ${id}`))
    .union(
      db
        .select({ number: coachApplications.applicantPhone })
        .from(coachApplications)
        .where(
          and(
            inArray(coachApplications.applicantPhone, numbers),
            sql`${coachApplications.userId} is distinct from ${id}`,
          ),
        ),
    )
  return ofOthers.map(({ number }) => number)
}

/** The numbers among these that are on a booking or application. */
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
