import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { type Act, isHeld, lifeCycle, type Party, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { refundLeft, refundNow, refundShare } from '#src/features/bookings/rules.ts'
import { findActiveCoach, findCoach } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import {
  claimSeat,
  findStart,
  freeSeat,
  isOpen,
  lockCoach,
  type Start,
  startRefused,
} from '#src/features/schedule/server/schedule.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { givenAwayNotice, setNotice } from '../notices/booked.ts'
import { cancelledNotice } from '../notices/cancelled.ts'
import { movedNotice } from '../notices/moved.ts'
import { tell } from '../notices/tell.ts'
import { nextReminder } from '../reminders/reminders.ts'
import { alertCancelled, alertMoved } from '../staff-alerts.ts'
import { bookingHistory, bookings } from '../table.ts'
import { refusedCoachIds } from './another-coach.ts'
import { closeClaimOf } from './claim-of-cancelled.ts'
import { recountHeld } from './held.ts'
import { withMeeters } from './meeting.ts'

type BookingRow = typeof bookings.$inferSelect
type Change = { set: Partial<BookingRow>; reason?: string | null; detail?: Record<string, string | number | null> }

/** Everybody a person is to a booking, the narrowest first. Empty: it is none of their business. */
export function partiesIn(
  account: Account,
  { playerId }: Pick<BookingRow, 'playerId'>,
  coachUserId: string | null,
): Party[] {
  return [
    ...(playerId === account.id ? (['player'] as const) : []),
    ...(coachUserId === account.id && account.emailVerified ? (['coach'] as const) : []),
    ...(account.isOwner || account.isAdmin ? (['staff'] as const) : []),
  ]
}

/** The same, of a booking whose coach may have just changed. */
async function partiesOf(tx: Tx, account: Account, booking: BookingRow): Promise<Party[]> {
  const coach = booking.coachId ? await findCoach(tx, booking.coachId) : null
  return partiesIn(account, booking, coach?.userId ?? null)
}

/** A booking this person may see, and what they are to it. Throws `NotFound`, also for other people's. */
export async function findVisible(
  db: Db,
  account: Account,
  id: string,
): Promise<{ booking: BookingRow; parties: Party[] }> {
  const [found] = await db
    .select({ booking: bookings, coachUserId: coaches.userId })
    .from(bookings)
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(eq(bookings.id, id))
  const parties = found ? partiesIn(account, found.booking, found.coachUserId) : []
  if (!found || parties.length === 0) throw new NotFound('This booking does not exist.')
  return { booking: found.booking, parties }
}

/**
 * Cancels a booking, frees its seat and orders the refund. `refund` is what the person was told that goes back now, in
 * cents, beyond what was due before: when the terms say otherwise by now, `Conflict` with the new amount and nothing
 * happens. Staff may also give all that is left.
 */
export async function cancelBooking(
  deps: Deps,
  account: Account,
  id: string,
  asked: { refund: number; reason: string | null },
): Promise<BookingRow> {
  return act(deps, account, id, 'cancel', async (tx, booking, party) => {
    const refund = refundNow(booking, deps.now())
    const isAgreed = asked.refund === refund || (party === 'staff' && asked.refund === refundLeft(booking))
    if (!isAgreed)
      throw new Conflict('The refund has changed since you looked. Please check it again.', {
        reason: 'refund-changed',
        refund: toDecimal(refund),
      })
    if (booking.seatId) await freeSeat(tx, booking.seatId)
    const set = {
      status: 'cancelled' as const,
      seatId: null,
      nextReminderAt: null,
      refundDue: booking.refundDue + asked.refund,
      sequence: booking.sequence + 1,
    }
    if (asked.refund > 0)
      await deps.jobs.emit(tx, refundDue, { bookingId: id, cause: 'cancelled', causeId: id, amount: asked.refund })
    await closeClaimOf(tx, { ...booking, ...set }, deps.now())
    const cancelled = { ...booking, ...set }
    const others = await countOthers(tx, booking)
    const met = await withMeeters(tx, cancelled)
    await tell(deps, tx, met, { key: `booking-cancelled:${id}` }, (about) =>
      cancelledNotice(about, { ...asked, by: party, was: booking, others, now: deps.now() }),
    )
    await alertCancelled(deps, tx, cancelled, { refund: asked.refund, by: account.id, others })
    return { set, reason: asked.reason, detail: { refund: toDecimal(asked.refund) } }
  })
}

/** How many other players have a seat in the same session. */
async function countOthers(tx: Tx, { id, coachId, startsAt, capacity }: BookingRow): Promise<number> {
  if (capacity === 1 || !coachId || !startsAt) return 0
  const sameSession = and(eq(bookings.coachId, coachId), eq(bookings.startsAt, startsAt), isNotNull(bookings.seatId))
  return tx.$count(bookings, and(sameSession, ne(bookings.id, id)))
}

/**
 * Moves a booking to another free hour of its coach: same booking, no charge. The player's own move never raises the share
 * that cancelling gives back; what the team moves is refundable in full until its new start.
 */
export async function moveBooking(
  deps: Deps,
  account: Account,
  id: string,
  to: { selectedDate: string; selectedTime: string },
): Promise<BookingRow> {
  return act(deps, account, id, 'move', async (tx, booking, party) => {
    const start = readStart(deps, to)
    const { startsAt, seatId, coachId } = booking
    if (!startsAt || !seatId || !coachId) throw new Conflict('This session has no hour yet.', { reason: 'refused' })
    if (+start.startsAt === +startsAt) throw new Invalid({ selectedTime: 'This is the hour you have already.' })
    await freeSeat(tx, seatId)
    const set = {
      ...(await takeHour(deps, tx, booking, coachId, start)),
      ...(party === 'player' ? { refundShareLimit: refundShare(booking, deps.now()) } : { fullRefundUntilStart: true }),
      sequence: booking.sequence + 1,
    }
    const moved = { ...booking, ...set }
    const met = await withMeeters(tx, moved)
    await tell(deps, tx, met, { key: `booking-moved:${id}:${moved.sequence}` }, (about) =>
      movedNotice(about, { was: booking, by: party, now: deps.now() }),
    )
    await alertMoved(deps, tx, moved)
    return { set, detail: { from: `${booking.sessionDate} ${booking.sessionTime}`, to: `${start.date} ${start.time}` } }
  })
}

/** Gives a booking without a time its hour, and a coach when it has none: after a guarantee claim a different one. For staff. */
export async function scheduleBooking(
  deps: Deps,
  account: Account,
  id: string,
  to: { selectedDate: string; selectedTime: string; coachId?: string },
): Promise<BookingRow> {
  return act(
    deps,
    account,
    id,
    'schedule',
    async (tx, booking) => {
      const coachId = to.coachId ?? booking.coachId
      const coach = coachId && (await findActiveCoach(tx, coachId))
      if (!coach) throw new Invalid({ coachId: 'Choose an active coach.' })
      if ((await refusedCoachIds(tx, booking)).includes(coach.id))
        throw new Invalid({ coachId: `The player was promised another coach than ${coach.name}.` })
      const start = readStart(deps, to)
      const set = {
        ...(await takeHour(deps, tx, booking, coach.id, start)),
        coachId: coach.id,
        coachName: coach.name,
        // Not the coach the player chose.
        ...(booking.coachId !== null && booking.coachId !== coach.id && { fullRefundUntilStart: true }),
        sequence: booking.sequence + 1,
      }
      const scheduled = { ...booking, ...set }
      await tellScheduled(deps, tx, scheduled, booking)
      await alertMoved(deps, tx, scheduled)
      return { set, detail: { coach: coach.name, to: `${start.date} ${start.time}` } }
    },
    to.coachId,
  )
}

async function tellScheduled(deps: Deps, tx: Tx, scheduled: BookingRow, was: BookingRow): Promise<void> {
  const { id, coachId, coachName } = scheduled
  const instead = was.coachId !== null && was.coachId !== coachId ? was.coachName : null
  await tell(deps, tx, await withMeeters(tx, scheduled), { key: `booking-set:${id}` }, (about) =>
    setNotice(about, { instead, now: deps.now() }),
  )
  if (instead)
    await tell(deps, tx, await withMeeters(tx, was), { key: `booking-given-away:${id}` }, (about) =>
      about.as === 'coach' ? givenAwayNotice(about, coachName) : null,
    )
}

/** The session took place. For its coach and staff, who may also correct a no-show. */
export async function completeBooking(deps: Deps, account: Account, id: string): Promise<BookingRow> {
  return act(deps, account, id, 'complete', async () => ({ set: { status: 'completed' } }))
}

/** The player did not come. For its coach and staff, who may also correct what is marked as completed. */
export async function markNoShow(deps: Deps, account: Account, id: string): Promise<BookingRow> {
  return act(deps, account, id, 'no-show', async () => ({ set: { status: 'no_show' } }))
}

/**
 * The provider has sent money back: the booking says so. A negative amount takes that back, when the provider reports
 * later that it could not. Called by payments, in its own transaction.
 */
export async function recordRefund(tx: Tx, bookingId: string, amount: number): Promise<void> {
  await tx
    .update(bookings)
    .set({ refunded: sql`${bookings.refunded} + ${amount}::numeric / 100` })
    .where(eq(bookings.id, bookingId))
  const what = amount > 0 ? 'refunded' : 'refund-failed'
  await writeHistory(tx, { bookingId, act: what, actorRole: 'system', detail: { amount: toDecimal(Math.abs(amount)) } })
}

/** The player went to the bank, or the bank has decided. */
export async function recordDispute(tx: Tx, bookingId: string, dispute: 'open' | 'won' | 'lost'): Promise<void> {
  const [changed] = await tx
    .update(bookings)
    .set({ dispute })
    .where(and(eq(bookings.id, bookingId), sql`${bookings.dispute} is distinct from ${dispute}`))
    .returning({ id: bookings.id })
  if (changed) await writeHistory(tx, { bookingId, act: `dispute-${dispute}`, actorRole: 'system' })
}

/** Notes who did what, in the transaction that does it. */
export async function writeHistory(tx: Tx, entry: typeof bookingHistory.$inferInsert): Promise<void> {
  await tx.insert(bookingHistory).values(entry)
}

/**
 * One act on one booking: the coach's lock first (and the new coach's, in the order of their ids), then the booking's row, then the
 * life cycle's yes or no, then the change with its line of history.
 */
export async function act(
  deps: Deps,
  account: Account,
  id: string,
  name: Act,
  change: (tx: Tx, booking: BookingRow, party: Party) => Promise<Change>,
  newCoachId?: string,
): Promise<BookingRow> {
  const { booking: seen } = await findVisible(deps.db, account, id)
  return deps.db.transaction(async (tx) => {
    for (const coachId of [...new Set([seen.coachId, newCoachId])].filter((coach) => coach != null).sort())
      await lockCoach(tx, coachId)
    const booking = only(await tx.select().from(bookings).where(eq(bookings.id, id)).for('update'))
    if (booking.coachId !== seen.coachId)
      throw new Conflict('This booking has just changed. Please look again.', { reason: 'changed' })
    const parties = await partiesOf(tx, account, booking)
    const able = parties.filter((each) => (lifeCycle[name].by as readonly Party[]).includes(each))
    const first = able[0] ?? parties[0]
    if (!first) throw new NotFound('This booking does not exist.')
    // A coach who is staff, too, may correct what was marked.
    const party = first === 'coach' && booking.status !== 'confirmed' ? (able.at(-1) ?? first) : first
    const refusal = refusalOf(name, booking, party, deps.now())
    if (refusal) throw new Conflict(refusal, { reason: 'refused' })

    const { set, reason, detail } = await change(tx, booking, party)
    const changed =
      Object.keys(set).length > 0
        ? only(await tx.update(bookings).set(set).where(eq(bookings.id, id)).returning())
        : booking
    if (isHeld(booking, deps.now()) || isHeld(changed, deps.now()))
      for (const coachId of new Set([booking.coachId, changed.coachId]))
        if (coachId) await recountHeld(tx, coachId, deps.now())
    await writeHistory(tx, { bookingId: id, act: name, actorId: account.id, actorRole: party, reason, detail })
    return changed
  })
}

/** Takes a coach's hour for a booking, and gives the columns that say so. The caller holds the coach's lock. */
async function takeHour(deps: Deps, tx: Tx, booking: BookingRow, coachId: string, start: Start) {
  const { minutes, capacity } = booking
  const open = await isOpen(tx, coachId, start, minutes, deps.env.businessTimeZone)
  const seatId =
    open &&
    (await claimSeat(tx, {
      coachId,
      startsAt: start.startsAt,
      minutes,
      capacity,
      playerId: booking.playerId,
      heldUntil: null,
    }))
  if (!seatId)
    throw await startRefused(tx, { coachIds: [coachId], minutes, capacity }, start, {
      now: deps.now(),
      zone: deps.env.businessTimeZone,
    })
  return {
    seatId,
    sessionDate: start.date,
    sessionTime: start.time,
    startsAt: start.startsAt,
    endsAt: new Date(start.startsAt.getTime() + minutes * 60_000),
    zone: deps.env.businessTimeZone,
    nextReminderAt: nextReminder(start, deps.now()),
  }
}

function readStart({ now, env }: Deps, to: { selectedDate: string; selectedTime: string }): Start {
  const start = findStart(to.selectedDate, to.selectedTime, now(), env.businessTimeZone)
  if (!start) throw new Invalid({ selectedTime: 'Choose one of the hours of the next 14 days.' })
  return start
}
