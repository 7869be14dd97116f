import type { Deps } from '#src/deps.ts'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import { recountHeld } from '#src/features/bookings/server/life-cycle/held.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { type Service, services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { bookableStarts, claimSeat, lockCoach, type Start } from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { aCoach } from './a-coach.ts'
import { aUser } from './a-user.ts'

export type BookingOverrides = {
  player?: Account
  coach?: CoachRow
  service?: Service
  /** Any instant; the first bookable hour when absent. Null: the time is to be decided. */
  start?: Start | null
} & Partial<
  Pick<
    BookingRow,
    | 'status'
    | 'price'
    | 'createdAt'
    | 'customerName'
    | 'customerEmail'
    | 'customerPhone'
    | 'paymentId'
    | 'refundDue'
    | 'dispute'
    | 'isQuestioned'
    | 'refunded'
    | 'terms'
  >
>

/**
 * Creates a booking with its seat (a cancelled one has none), and the coach and player it lacks, for tests and demo data. It sends no mail.
 * Throws when the coach's hour is taken.
 */
export async function aBooking(deps: Deps, overrides: BookingOverrides = {}): Promise<BookingRow> {
  const { businessTimeZone: zone } = deps.env
  const { player, coach, service = services[0]!, start, ...columns } = overrides
  const customer = player ?? (await aUser(deps))
  const { id: coachId, name: coachName } = coach ?? (await aCoach(deps))
  const now = deps.now()
  const at = start === undefined ? bookableStarts(now, zone)[0]! : start
  return deps.db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    const needsSeat = at !== null && columns.status !== 'cancelled'
    const seatId = needsSeat
      ? await claimSeat(tx, { ...service, coachId, startsAt: at.startsAt, playerId: customer.id, heldUntil: null }, now)
      : null
    if (needsSeat && !seatId) throw new Error(`${coachName} is taken at ${at.date} ${at.time}`)
    const [booking] = await tx
      .insert(bookings)
      .values({
        playerId: customer.id,
        customerName: customer.name,
        customerEmail: customer.email,
        coachId,
        coachName,
        ...soldNow(service),
        sessionDate: at?.date ?? 'TBD',
        sessionTime: at?.time ?? 'TBD',
        zone,
        startsAt: at?.startsAt ?? null,
        endsAt: at && new Date(at.startsAt.getTime() + service.minutes * 60_000),
        price: service.price,
        paymentId: `pi_demo_${newId().replaceAll('-', '')}`,
        seatId,
        ...columns,
      })
      .returning()
    if (isHeld(booking!, now)) await recountHeld(tx, coachId, now)
    return booking!
  })
}
