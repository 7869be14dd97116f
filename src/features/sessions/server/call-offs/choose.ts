import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { refundLeft } from '#src/features/bookings/rules.ts'
import {
  type BookingRow,
  findBooking,
  lockBooking,
  readStart,
  takeHour,
} from '#src/features/bookings/server/bookings.ts'
import { freeSeat } from '#src/features/schedule/server/schedule.ts'
import type { Wish } from '#src/features/sessions/call-off-contract.ts'
import { takeOverWay } from '#src/features/sessions/call-offs.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { showDollars } from '#src/shared/money.ts'
import { whyNoRemedy } from '../outcomes/why-no-remedy.ts'
import { ownSide } from '../parties.ts'
import { choices } from '../table.ts'
import { type ChoiceRow, findByLink, findLatest, isOpen, settle } from './choices.ts'
import { refuseIllDay } from './ill-day.ts'
import { otherCoaches } from './other-coaches.ts'
import { giveMoneyBack, handOver, letTeamFindCoach, moveToHour } from './remedies.ts'
import { askCoaches } from './take-overs.ts'

export type Choosable = { booking: BookingRow; choice: ChoiceRow }

/** The choice about the player's own booking. Throws `NotFound` when there is none, or the booking is not theirs. */
export async function choiceOf({ db }: Deps, account: Account, bookingId: string): Promise<Choosable> {
  const { booking, side } = await ownSide(db, account, bookingId)
  if (side !== 'player') throw new NotFound('This booking does not exist.')
  const choice = await findLatest(db, bookingId)
  if (!choice) throw new NotFound('There is nothing to choose for this session.')
  return { booking, choice }
}

/** The same by the secret of the mail's link. Reading uses nothing up. */
export async function choiceByLink({ db }: Deps, secret: string): Promise<Choosable> {
  const choice = await findByLink(db, secret)
  const booking = choice && (await findBooking(db, choice.bookingId))
  if (!booking) throw new NotFound('This link is unknown. Open the newest mail about this session, or My Sessions.')
  return { booking, choice }
}

/**
 * The player chooses, once: what is chosen is done at once, or waits while the coach can still answer, or until one of the
 * coaches asked says yes; meanwhile it can be changed. Throws `Conflict` when it is settled already, its time is over, or the coach or
 * hour was just taken.
 */
export async function choose(deps: Deps, { booking: seen, choice: { id } }: Choosable, wish: Wish): Promise<void> {
  const newCoachId = wish.chosen === 'another-coach' ? await pickCoach(deps, seen, wish.coachId) : null
  await deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen, newCoachId)
    const [choice] = await tx.select().from(choices).where(eq(choices.id, id))
    if (!choice || !isOpen(choice, booking)) throw new Conflict('This is settled already.', { reason: 'settled' })
    if (choice.deadline && choice.deadline <= deps.now())
      throw new Conflict(`The time to choose is over: all ${showDollars(refundLeft(booking))} goes back by itself.`, {
        reason: 'settled',
      })
    const refusal = wish.chosen === 'money' ? null : await whyNoRemedy(tx, booking, 'called-off')
    if (refusal) throw new Conflict(refusal, { reason: 'refused' })
    if (!choice.deadline) return keepForLater(deps, tx, booking, choice, wish)
    if (await carryOut(deps, tx, booking, choice, wish, newCoachId)) await settle(deps, tx, choice, wish.chosen)
  })
}

/** Whether it is done; false: coaches were asked, and the first yes does it. */
async function carryOut(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  choice: ChoiceRow,
  wish: Wish,
  newCoachId: string | null,
): Promise<boolean> {
  const by = { actor: { id: booking.playerId, role: 'player' }, choice } as const
  if (wish.chosen === 'money') await giveMoneyBack(deps, tx, booking, by)
  if (wish.chosen === 'another-hour') {
    const start = readStart(deps, wish)
    await refuseIllDay(deps, tx, booking, start.startsAt)
    await moveToHour(deps, tx, booking, start, by)
  }
  if (wish.chosen !== 'another-coach') return true
  const way = takeOverWay(choice.startsAt, deps.now())
  if (way === 'asked') await askCoaches(deps, tx, booking, choice)
  if (way === 'team') await letTeamFindCoach(deps, tx, booking, by.actor)
  if (way === 'at-once') {
    const coach = (await otherCoaches(deps, tx, booking)).find((each) => each.id === newCoachId)
    if (!coach)
      throw new Conflict('This coach is not free at this hour any more. Please choose again.', { reason: 'taken' })
    await handOver(deps, tx, booking, coach, by.actor)
  }
  return way !== 'asked'
}

/** While the coach can still answer nothing is done; the hour is held. */
async function keepForLater(deps: Deps, tx: Tx, booking: BookingRow, choice: ChoiceRow, wish: Wish): Promise<void> {
  if (choice.seatId) await freeSeat(tx, choice.seatId)
  const hour =
    wish.chosen === 'another-hour' && booking.coachId
      ? await takeHour(deps, tx, booking, booking.coachId, readStart(deps, wish))
      : null
  const held = { date: hour?.sessionDate ?? null, time: hour?.sessionTime ?? null, seatId: hour?.seatId ?? null }
  await tx
    .update(choices)
    .set({ chosen: wish.chosen, chosenAt: deps.now(), ...held })
    .where(eq(choices.id, choice.id))
}

/** The coach to hand over to at once: the one the player names, or the best who is free; null where another way leads there. */
async function pickCoach(deps: Deps, booking: BookingRow, coachId?: string): Promise<string | null> {
  if (!booking.startsAt || takeOverWay(booking.startsAt, deps.now()) !== 'at-once') return null
  if (coachId) return coachId
  const [best] = await otherCoaches(deps, deps.db, booking)
  return best?.id ?? null
}
