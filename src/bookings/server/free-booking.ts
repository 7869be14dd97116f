import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { users } from '#src/accounts/server/table.ts'
import { soldNow } from '#src/bookings/catalogue.ts'
import { freeServices } from '#src/bookings/free-services.ts'
import type { createFreeBooking as createFreeBookingCall } from '#src/bookings/staff-contract.ts'
import { findActiveCoachByName } from '#src/coaches/server/coaches.ts'
import { claimSeat, findStart, isOpen, lockCoach, startRefused } from '#src/schedule/server/schedule.ts'
import { newId } from '#src/server/columns.ts'
import type { Deps } from '#src/server/deps.ts'
import { Invalid } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { coachesGame, gameLabels } from '#src/shared/game.ts'
import { type BookingRow, book } from './bookings.ts'
import { recountHeld } from './held.ts'
import { queuePlayerSms, sessionText } from './life-cycle-mails.ts'
import { bookings } from './table.ts'

/**
 * Books a session for nothing, by the same rule of free hours as any other. The customer is told by mail, and by SMS when
 * they left a number; the booking is the verified account's with that e-mail, now or later. Throws `Invalid` for an
 * unknown service, coach or hour and for a coach of the other game, and `Conflict` with the nearest free hours when the hour cannot be had.
 */
export async function createFreeBooking(
  deps: Deps,
  admin: Account,
  wish: z.output<NonNullable<(typeof createFreeBookingCall)['body']>>,
): Promise<BookingRow> {
  const { businessTimeZone: zone } = deps.env
  const service = freeServices.find(({ name }) => name === wish.serviceName)
  if (!service) throw new Invalid({ serviceName: 'Please choose one of the free services' })
  const start = findStart(wish.selectedDate, wish.selectedTime, deps.now(), zone)
  if (!start) throw new Invalid({ selectedTime: 'Choose one of the hours of the next 14 days.' })
  const coach = await findActiveCoachByName(deps.db, wish.coachName)
  if (!coach) throw new Invalid({ coachName: 'Please choose an active coach' })
  if (!coachesGame(coach.gameExpertise, service.game))
    throw new Invalid({ coachName: `${coach.name} does not coach ${gameLabels[service.game]}` })

  return deps.db.transaction(async (tx) => {
    // Locked, so that an e-mail is verified before this, or after it and adopts the booking.
    const [account] = await tx
      .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.email, wish.customerEmail))
      .for('no key update')
    await lockCoach(tx, coach.id)
    const playerId = account?.verifiedAt ? account.id : null
    const { minutes, capacity } = service
    const open = await isOpen(tx, coach.id, start, minutes, zone)
    const claim = { coachId: coach.id, startsAt: start.startsAt, minutes, capacity, playerId, heldUntil: null }
    const seatId = open && (await claimSeat(tx, claim))
    if (!seatId)
      throw await startRefused(tx, { coachIds: [coach.id], minutes, capacity }, start, {
        now: deps.now(),
        zone,
      })
    const booking = await book(deps, tx, {
      id: newId(),
      playerId,
      customer: { name: wish.customerName, email: wish.customerEmail, phone: wish.customerPhone },
      coach,
      sold: soldNow(service),
      start,
      price: 0,
      paymentId: null,
      seatId,
      bookedBy: admin,
    })
    const text = `Level Up: booked for you, free: ${sessionText(booking, deps.env)}`
    await queuePlayerSms(deps, tx, booking, `booking-confirmed:${booking.id}:sms`, text)
    return booking
  })
}

/** An account has proved its e-mail: bookings that staff made for that e-mail before are its own now, and count as one student's. */
export async function adoptFreeBookings({ db, now }: Pick<Deps, 'db' | 'now'>, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, accountId), isNotNull(users.emailVerifiedAt)))
    if (!account) return
    const areTheirs = and(
      isNull(bookings.playerId),
      isNull(bookings.paymentId),
      eq(bookings.price, 0),
      eq(bookings.customerEmail, account.email),
    )
    const { coachId } = bookings
    const found = await tx.selectDistinct({ coachId }).from(bookings).where(areTheirs).orderBy(coachId)
    for (const { coachId } of found) if (coachId) await lockCoach(tx, coachId)
    await tx.update(bookings).set({ playerId: accountId }).where(areTheirs)
    for (const { coachId } of found) if (coachId) await recountHeld(tx, coachId, now())
  })
}
