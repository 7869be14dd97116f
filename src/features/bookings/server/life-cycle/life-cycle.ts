import { and, eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { coachChanged } from '#src/features/bookings/events.ts'
import { type Act, lifeCycle, type Party, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { type DisputeState, refundShare } from '#src/features/bookings/rules.ts'
import { findActiveCoach, findCoach } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { freeSeat, type Start } from '#src/features/schedule/server/schedule.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import { toDecimal } from '#src/shared/money.ts'
import { givenAwayNotice, setNotice } from '../notices/booked.ts'
import { tellLeftHour } from '../notices/left-hour.ts'
import { movedNotice } from '../notices/moved.ts'
import { noShowNotice } from '../notices/no-show.ts'
import { tell } from '../notices/tell.ts'
import { alertMoved } from '../staff-alerts.ts'
import { bookings } from '../table.ts'
import { refusedCoachIds } from './another-coach.ts'
import { type Change, changeBooking, lockBooking, writeHistory } from './change-booking.ts'
import { checkMoves } from './daily-limit.ts'
import { type MetBooking, withMeeters } from './meeting.ts'
import { hasColleague, isOwnSession, isWholeTeams, ownSession } from './own-session.ts'
import { readStart, takeHour } from './take-hour.ts'

type BookingRow = typeof bookings.$inferSelect
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
export async function partiesOf(tx: Tx, account: Account, booking: BookingRow): Promise<Party[]> {
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
 * Moves a booking to another free hour of its coach: same booking, no charge. The player's own move never raises the share
 * that cancelling gives back; what the team moves is refundable in full until its new start. `checkOwn`: the caller's check of
 * the player's own move, of the locked booking; throws `Conflict`.
 */
export async function moveBooking(
  deps: Deps,
  account: Account,
  id: string,
  to: { selectedDate: string; selectedTime: string; reason?: string | null },
  checkOwn: (tx: Tx, booking: BookingRow, start: Start) => Promise<void>,
): Promise<BookingRow> {
  const isHeldBack = await hasPlayerEnough(deps, account, id)
  return act(deps, account, id, 'move', async (tx, booking, party) => {
    const start = readStart(deps, to)
    if (party === 'player') {
      await checkMoves(deps, tx, id)
      await checkOwn(tx, booking, start)
    }
    const { startsAt, seatId, coachId } = booking
    if (!startsAt || !coachId) throw new Conflict('This session has no hour yet.', { reason: 'refused' })
    if (+start.startsAt === +startsAt) throw new Invalid({ selectedTime: 'This is the hour you have already.' })
    // One that its coach called off has no seat.
    if (seatId) await freeSeat(tx, seatId)
    const set = {
      ...(await takeHour(deps, tx, booking, coachId, start)),
      ...(party === 'player' ? { refundShareLimit: refundShare(booking, deps.now()) } : { fullRefundUntilStart: true }),
      sequence: booking.sequence + 1,
    }
    const moved = { ...booking, ...set }
    const met = await withMeeters(tx, moved)
    const reason = to.reason ?? null
    await tell(deps, tx, met, { key: `booking-moved:${id}:${moved.sequence}`, isHeldBack }, (about) =>
      movedNotice(about, { was: booking, by: party, reason, now: deps.now() }),
    )
    await tellLeftHour(deps, tx, booking, met)
    await alertMoved(deps, tx, met)
    const detail = { from: `${booking.sessionDate} ${booking.sessionTime}`, to: `${start.date} ${start.time}` }
    return { set, reason, detail }
  })
}

/** Whether the player's address, which may be a stranger's, has had enough mails of what this person does: `mayMailUnasked`. */
export async function hasPlayerEnough(deps: Deps, account: Account, id: string): Promise<boolean> {
  const { booking, parties } = await findVisible(deps.db, account, id)
  if (!parties.includes('player') || (account.emailVerified && account.email === booking.customerEmail)) return false
  return !(await mayMailUnasked(deps, booking.customerEmail))
}

/** Gives a booking without a time its hour, and a coach when it has none: after a guarantee claim a different one. For staff, never with themselves. */
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
      if (coach.userId === account.id && (await hasColleague(tx, account.id, id)))
        throw new Conflict('Nobody of the team takes sessions for themselves: another member of staff schedules it.', {
          reason: 'refused',
        })
      if ((await refusedCoachIds(tx, booking)).includes(coach.id))
        throw new Invalid({ coachId: `The player was promised another coach than ${coach.name}.` })
      if (coach.id !== booking.coachId && coach.userId && coach.userId === booking.playerId)
        throw new Invalid({ coachId: `${coach.name} is the player: nobody books their own hours.` })
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
      const met = await withMeeters(tx, scheduled)
      await tellScheduled(deps, tx, met, booking)
      await alertMoved(deps, tx, met)
      const isOther = booking.coachId !== null && booking.coachId !== coach.id
      if (isOther) await deps.jobs.emit(tx, coachChanged, { bookingId: id })
      const before = isOther ? { from: booking.coachName, fromId: booking.coachId } : null
      return { set, detail: { ...before, coach: coach.name, to: `${start.date} ${start.time}` } }
    },
    to.coachId,
  )
}

async function tellScheduled(deps: Deps, tx: Tx, scheduled: MetBooking, was: BookingRow): Promise<void> {
  const { id, coachId, coachName, sequence } = scheduled
  const instead = was.coachId !== null && was.coachId !== coachId ? was.coachName : null
  await tell(deps, tx, scheduled, { key: `booking-set:${id}:${sequence}` }, (about) =>
    setNotice(about, { instead, now: deps.now() }),
  )
  if (instead)
    await tell(deps, tx, await withMeeters(tx, was), { key: `booking-given-away:${id}:${sequence}` }, (about) =>
      about.as === 'coach' ? givenAwayNotice(about, coachName) : null,
    )
}

/** The session took place. For its coach and staff, who may also correct a no-show. */
export async function completeBooking(deps: Deps, account: Account, id: string): Promise<BookingRow> {
  return act(deps, account, id, 'complete', async (_tx, booking) => {
    refuseCalledOff(booking)
    return { set: { status: 'completed', missing: null } }
  })
}

/** A session that was called off has an hour without a seat until its player has chosen: no mark may end that. */
function refuseCalledOff({ status, startsAt, seatId }: BookingRow): void {
  if (status === 'confirmed' && startsAt && !seatId)
    throw new Conflict('This session was called off: its player is choosing.', { reason: 'refused' })
}

/**
 * The player did not come, and is told that this was said. For staff, who may also correct what is marked as completed.
 * `check`: the caller's own, of the locked booking; throws `Conflict`.
 */
export async function markNoShow(
  deps: Deps,
  account: Account,
  id: string,
  check: (tx: Tx, booking: BookingRow) => Promise<void>,
): Promise<BookingRow> {
  return act(deps, account, id, 'no-show', async (tx, booking, party) => {
    refuseCalledOff(booking)
    await check(tx, booking)
    const met = await withMeeters(tx, booking)
    await tell(deps, tx, met, { key: `booking-no-show:${id}:${+deps.now()}` }, (about) =>
      about.as === 'player' ? noShowNotice(about, party) : null,
    )
    return { set: { status: 'no_show', missing: 'player' } }
  })
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

/** The player went to the bank, or the bank has decided: what all disputes over its payment are together. */
export async function recordDispute(tx: Tx, bookingId: string, dispute: DisputeState): Promise<void> {
  const [changed] = await tx
    .update(bookings)
    .set({ dispute })
    .where(and(eq(bookings.id, bookingId), sql`${bookings.dispute} is distinct from ${dispute}`))
    .returning({ id: bookings.id })
  if (changed) await writeHistory(tx, { bookingId, act: `dispute-${dispute}`, actorRole: 'system' })
}

/** Whether somebody asks what became of a session. */
export async function recordQuestioned(tx: Tx, bookingId: string, isQuestioned: boolean): Promise<void> {
  await tx.update(bookings).set({ isQuestioned }).where(eq(bookings.id, bookingId))
}

/**
 * One act on one booking: the coach's lock first (and the new coach's, in the order of their ids), then the booking's row, then the
 * life cycle's yes or no, then the change with its line of history. Staff act on their own sessions (`isOwnSessionOf`) as player or coach alone (BOOK-4).
 * A `change` that gives null was made before.
 */
export async function act(
  deps: Deps,
  account: Account,
  id: string,
  name: Act,
  change: (tx: Tx, booking: BookingRow, party: Party) => Promise<Omit<Change, 'act' | 'actor'> | null>,
  newCoachId?: string,
): Promise<BookingRow> {
  const { booking: seen } = await findVisible(deps.db, account, id)
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen, newCoachId)
    const parties = await partiesOf(tx, account, booking)
    const able = parties.filter((each) => (lifeCycle[name].by as readonly Party[]).includes(each))
    const first = able[0] ?? parties[0]
    if (!first) throw new NotFound('This booking does not exist.')
    // A coach who is the whole team may do as staff what a coach cannot.
    const isCoachRefused = first === 'coach' && refusalOf(name, booking, first, deps.now()) !== null
    const party = isCoachRefused ? (able.at(-1) ?? first) : first
    const refusal = refusalOf(name, booking, party, deps.now())
    if (refusal) throw new Conflict(refusal, { reason: 'refused' })
    if (
      party === 'staff' &&
      (await isOwnSession(tx, account.id, id)) &&
      !(await mayDecideAlone(tx, booking, name, parties))
    )
      throw new Conflict(ownSession, { reason: 'refused' })

    const made = await change(tx, booking, party)
    if (!made) return booking
    return changeBooking(deps, tx, booking, { ...made, act: name, actor: { id: account.id, role: party } })
  })
}

/** Where there is nobody else of the team, one does what nobody else could, but never what is held against the player. */
async function mayDecideAlone(tx: Tx, booking: BookingRow, name: Act, parties: Party[]): Promise<boolean> {
  return !parties.includes('player') && name !== 'no-show' && (await isWholeTeams(tx, booking))
}
