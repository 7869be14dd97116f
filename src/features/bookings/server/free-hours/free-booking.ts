import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import type { createFreeBooking as createFreeBookingCall } from '#src/features/bookings/staff-contract.ts'
import { findActiveCoachByName, isBlocked, refuseBlocked } from '#src/features/coaches/server/coaches.ts'
import { claimHour, findStart, lockCoach, startRefused } from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { gameNames, shareGame } from '#src/shared/games.ts'
import { phoneToKeep } from '#src/shared/phone-number.ts'
import { type BookingRow, book } from '../bookings.ts'
import { cancelLocked } from '../life-cycle/cancel.ts'
import { changeBooking } from '../life-cycle/change-booking.ts'
import { recountHeld } from '../life-cycle/held.ts'
import { bookings } from '../table.ts'

/**
 * Books a free session, by the same rule of free hours as any other. The customer is notified by e-mail, and by SMS if
 * there is a number; the booking belongs to the verified account with that e-mail, now or later. Throws `Invalid` for
 * an unknown service, coach or hour, for a coach of another game and for the coach's own account, and `Conflict` with the nearest free hours when
 * the hour is not free.
 */
export async function createFreeBooking(
  deps: Deps,
  admin: Account,
  body: z.output<NonNullable<(typeof createFreeBookingCall)['body']>>,
): Promise<BookingRow> {
  const { businessTimeZone: zone } = deps.env
  const service = freeServices.find(({ name }) => name === body.serviceName)
  if (!service) throw new Invalid({ serviceName: 'Please choose one of the free services' })
  if (body.customerEmail === admin.email)
    throw new Invalid({ customerEmail: 'Nobody gives a free session to themselves: another admin does.' })
  const start = findStart(body.selectedDate, body.selectedTime, deps.now(), zone)
  if (!start) throw new Invalid({ selectedTime: 'Choose one of the hours of the next 14 days.' })
  const coach = await findActiveCoachByName(deps.db, body.coachName)
  if (!coach) throw new Invalid({ coachName: 'Please choose an active coach' })
  if (!shareGame(coach.gameExpertise, service.games))
    throw new Invalid({ coachName: `${coach.name} does not coach ${gameNames(service.games)}` })

  return deps.db.transaction(async (tx) => {
    // The lock orders this against the verification of the e-mail, which adopts bookings.
    const [account] = await tx
      .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.email, body.customerEmail))
      .for('no key update')
    if (account && account.id === coach.userId)
      throw new Invalid({ customerEmail: `This is ${coach.name}’s own account: nobody books their own hours.` })
    await lockCoach(tx, coach.id)
    const playerId = account?.verifiedAt ? account.id : null
    const { minutes, capacity } = service
    // Also of an account that has not verified the e-mail yet: then it adopts the booking.
    await refuseBlocked(tx, { playerId: account?.id ?? null, coachId: coach.id })
    const at = { now: deps.now(), zone }
    const claim = { coachId: coach.id, minutes, capacity, playerId, heldUntil: null }
    const seatId = await claimHour(tx, start, claim, at)
    if (!seatId) throw await startRefused(tx, { coachIds: [coach.id], minutes, capacity }, start, at)
    return book(deps, tx, {
      id: newId(),
      playerId,
      customer: {
        name: body.customerName,
        email: body.customerEmail,
        phone: phoneToKeep(body.customerPhone, body.phoneCountry),
      },
      coach,
      // Nobody agreed to anything.
      sold: { ...soldNow(service), termsVersion: null },
      start,
      price: 0,
      paymentId: null,
      seatId,
      bookedBy: admin,
    })
  })
}

/**
 * An account has verified its e-mail: it adopts the bookings staff made for that e-mail, and they count as one
 * student's. One with a coach of whom a block keeps them is cancelled (SAFE-2).
 */
export async function adoptFreeBookings(deps: Deps, accountId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
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
    const adopted = await tx.update(bookings).set({ playerId: accountId }).where(areTheirs).returning()
    for (const { coachId } of found) if (coachId) await recountHeld(tx, coachId, deps.now())
    for (const booking of adopted) await cancelBlocked(deps, tx, booking, accountId)
  })
}

async function cancelBlocked(deps: Deps, tx: Tx, booking: BookingRow, playerId: string): Promise<void> {
  const { coachId, status, startsAt } = booking
  if (!coachId || status !== 'confirmed' || (startsAt && startsAt <= deps.now())) return
  if (!(await isBlocked(tx, { playerId, coachId }))) return
  const how = { by: 'staff', isPlayersWish: false, reason: null, refund: 0, accountId: playerId } as const
  const set = await cancelLocked(deps, tx, booking, how)
  await changeBooking(deps, tx, booking, { set, act: 'cancel', actor: { id: null, role: 'system' } })
}
