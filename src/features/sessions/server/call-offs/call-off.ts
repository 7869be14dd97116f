import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import {
  type BookingRow,
  type Change,
  changeBooking,
  findVisible,
  isForOthers,
  lockBooking,
  ownSession,
  tell,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { areApart, type CoachRow, isBlocked } from '#src/features/coaches/server/coaches.ts'
import { freeSeat, lockCoach, shutHour, shutTime } from '#src/features/schedule/server/schedule.ts'
import { type CallOffReason, chooseBy } from '#src/features/sessions/call-offs.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { withdrawQuestions } from '../outcomes/questions.ts'
import { choices } from '../table.ts'
import { alertCalledOff } from './alerts.ts'
import { confirmChoice, findWaiting, heldHour, openChoice } from './choices.ts'
import { illDayOf } from './ill-day.ts'
import { calledOffNotice } from './notices/called-off.ts'

type CallingOff = {
  /** For our team only. */
  reason: CallOffReason
  /** To the players. */
  word: string | null
}

/**
 * Calls a session off, with all its seats: the hour is shut, and each player chooses. For its coach and staff. `startsAt`
 * (ISO) and `seats`: as the caller saw it. Gives how many players choose now. Throws `NotFound`, and `Conflict` when it is
 * over, cancelled or called off already, or has changed.
 */
export async function callOff(
  deps: Deps,
  account: Account,
  bookingId: string,
  { startsAt, seats, ...callingOff }: CallingOff & { startsAt?: string; seats?: number },
): Promise<number> {
  const { booking: seen, parties } = await findVisible(deps.db, account, bookingId)
  const role = parties.find((party) => party !== 'player')
  if (!role) throw new Conflict('This is not yours to do.', { reason: 'refused' })
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen)
    const refusal = whyNotCallOff(booking, deps.now())
    // A press that comes again must not call off the hour that the player chose meanwhile.
    if (startsAt && Date.parse(startsAt) !== +(booking.startsAt ?? 0))
      throw new Conflict('This session has moved. Please look again.', { reason: 'changed' })
    if (refusal) throw new Conflict(refusal, { reason: 'refused' })
    if (seats && (await seatsOf(deps, tx, booking)).length !== seats)
      throw new Conflict('Other players share this session by now. Please look again.', { reason: 'changed' })
    return callOffSession(deps, tx, booking, { ...callingOff, actor: { id: account.id, role } })
  })
}

type Shown = { bookingId: string; startsAt: string }

/**
 * Calls all of a coach's sessions off that start on a day (`YYYY-MM-DD` in `zone`) and are not over, and shuts what is left
 * of the day. For the coach and staff, but for a day on which they play themselves. `sessions`: those that `account`
 * sees. Gives how many players choose now. Throws `Conflict` when these are others by now: nothing is called off that
 * nobody has seen, and nothing twice.
 */
export async function callOffDay(
  deps: Deps,
  account: Account,
  coach: CoachRow,
  { date, zone, sessions, ...callingOff }: CallingOff & { date: string; zone: string; sessions: Shown[] },
): Promise<number> {
  const actor = { id: account.id, role: coach.userId === account.id ? ('coach' as const) : ('staff' as const) }
  const [from, to] = [instantOf(date, '00:00', zone), instantOf(addDays(date, 1), '00:00', zone)]
  return deps.db.transaction(async (tx) => {
    await lockCoach(tx, coach.id)
    const ofDay = await tx
      .select()
      .from(bookings)
      .where(
        and(
          ...[eq(bookings.coachId, coach.id), gte(bookings.startsAt, from), lt(bookings.startsAt, to)],
          ...[gt(bookings.endsAt, deps.now()), eq(bookings.status, 'confirmed'), isNotNull(bookings.seatId)],
        ),
      )
      .orderBy(asc(bookings.startsAt), asc(bookings.id))
    refuseOthers(ofDay, sessions, zone)
    await dropHeldHours(deps, tx, coach.id, from, to)
    let players = 0
    for (const [, [first]] of Map.groupBy(ofDay, ({ startsAt }) => +(startsAt ?? 0))) {
      if (!first) continue
      const booking = await lockBooking(tx, first)
      players += await callOffSession(deps, tx, booking, { ...callingOff, actor })
    }
    const start = new Date(Math.max(+from, +deps.now()))
    if (start < to) await shutTime(tx, coach.id, start, to)
    return players
  })
}

/** Throws `Conflict` with what has changed since the coach looked. */
function refuseOthers(ofDay: BookingRow[], shown: Shown[], zone: string): void {
  const isShown = ({ id, startsAt }: BookingRow) =>
    shown.some((each) => each.bookingId === id && Date.parse(each.startsAt) === +(startsAt ?? 0))
  const added = ofDay.filter((booking) => !isShown(booking))
  const gone = shown.length - (ofDay.length - added.length)
  if (added.length === 0 && gone === 0) return
  const words = [
    ...added.map(
      ({ customerName, startsAt }) => `New: ${customerName}${startsAt ? `, ${showMoment(startsAt, zone)}` : ''}.`,
    ),
    ...(gone > 0 ? [`Called off, cancelled or moved already: ${gone === 1 ? '1 session' : `${gone} sessions`}.`] : []),
  ]
  throw new Conflict(`This day has changed. ${words.join(' ')} Please look again.`, { reason: 'changed' })
}

/** No hour of a called-off day is kept for a player who still chooses. */
async function dropHeldHours({ env }: Deps, tx: Tx, coachId: string, from: Date, to: Date): Promise<void> {
  const holding = await tx
    .select()
    .from(choices)
    .where(and(eq(choices.coachId, coachId), isNull(choices.settledAt), isNotNull(choices.seatId)))
  for (const { id, seatId, date, time } of holding) {
    if (!seatId || !date || !time) continue
    const startsAt = instantOf(date, time, env.businessTimeZone)
    if (startsAt < from || startsAt >= to) continue
    await freeSeat(tx, seatId)
    await tx.update(choices).set({ chosen: null, chosenAt: null, date: null, time: null }).where(eq(choices.id, id))
  }
}

/**
 * Calls one locked booking off: its player chooses, the others of a group keep their seats (`isWhole`: they are called off with it). The hour of a session nobody
 * else sits in is shut. One that was called off before stays as it is. After a block, also one of who calls it off as staff, the word reaches nobody (SAFE-2).
 */
export async function callOffBooking(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  { reason, word, actor, isWhole = false }: CallingOff & { actor: Change['actor']; isWhole?: boolean },
): Promise<void> {
  const { seatId, startsAt, sequence, playerId, coachId, coachName, sessionDate, sessionTime } = booking
  if (!startsAt) throw new Conflict('This session has no hour.', { reason: 'refused' })
  if (!seatId) return
  const isWordless =
    playerId &&
    ((coachId && (await isBlocked(tx, { playerId, coachId }))) ||
      (actor.id && (await areApart(tx, playerId, actor.id))))
  const isAlone = (await seatsOf(deps, tx, booking)).length === 1
  if (isAlone) await shutHour(tx, seatId)
  else await freeSeat(tx, seatId)
  const calledOff = await changeBooking(deps, tx, booking, {
    // Its player is not reminded of it, and everything goes back until the start.
    set: {
      status: 'confirmed',
      seatId: null,
      nextReminderAt: null,
      fullRefundUntilStart: true,
      sequence: sequence + 1,
    },
    act: 'call-off',
    actor,
    detail: { coach: coachName, coachId, from: `${sessionDate} ${sessionTime}` },
  })
  // What was asked about this hour has its answer.
  await withdrawQuestions(deps, tx, booking.id)
  const waiting = await findWaiting(tx, calledOff)
  const deadline = chooseBy('called-off', startsAt, deps.now())
  // An hour that the player keeps for later is gone on the day that the coach is ill.
  const held = waiting && heldHour(deps, waiting)
  const isIll = await illDayOf(deps, tx, { booking, choice: { cause: 'called-off', reason, startsAt } })
  const isGone = held !== null && isIll(held.startsAt)
  if (waiting?.chosen && !isGone) await confirmChoice(deps, tx, calledOff)
  else {
    if (held) await freeSeat(tx, held.seatId)
    const said = { reason, word: isWordless ? null : word, by: actor.role }
    if (actor.role === 'coach' && actor.id)
      await alertCalledOff(deps, tx, await withMeeters(tx, calledOff), { reason, by: actor.id })
    await openChoice(deps, tx, calledOff, { cause: 'called-off', deadline, ...said })
  }
  const key = { key: `called-off:${booking.id}:${calledOff.sequence}` }
  await tell(deps, tx, await withMeeters(tx, calledOff), key, (about) =>
    about.as === 'coach' ? calledOffNotice(about, actor.role, isWhole) : null,
  )
}

/** Why a session cannot be called off now, in words; null when it can. */
export function whyNotCallOff({ status, startsAt, endsAt, seatId }: BookingRow, now: Date): string | null {
  if (status !== 'confirmed') return `This session is ${statusLabels[status].toLowerCase()}.`
  if (!startsAt || !endsAt) return 'This session has no time yet.'
  if (endsAt <= now) return 'This session is over.'
  return seatId ? null : 'This session is called off already: its player is choosing.'
}

/**
 * All seats of a locked booking's session, one by one: the last one shuts the hour. Gives how many. Throws `Conflict` for who
 * plays in one of them: they would give themselves their money back; and for staff whose own session it is while others are there.
 */
async function callOffSession(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  callingOff: CallingOff & { actor: Change['actor'] },
): Promise<number> {
  const { actor } = callingOff
  const all = await seatsOf(deps, tx, booking)
  const ids = all.map(({ id }) => id)
  const isForColleague =
    actor.role === 'staff' &&
    actor.id &&
    (await tx.$count(bookings, and(inArray(bookings.id, ids), isForOthers(actor.id))))
  if (isForColleague || all.some(({ playerId }) => playerId === actor.id))
    throw new Conflict(ownSession, { reason: 'refused' })
  for (const each of all) await callOffBooking(deps, tx, each, { ...callingOff, isWhole: true })
  return all.length
}

/**
 * The bookings that share the session of this one, itself included. A seat that was marked as completed before the end is
 * one of them: the session is not over. The caller holds the coach's lock.
 */
export async function seatsOf({ now }: Deps, tx: Tx, { coachId, startsAt }: BookingRow): Promise<BookingRow[]> {
  if (!coachId || !startsAt) return []
  const isUnderWay = and(eq(bookings.status, 'completed'), gt(bookings.endsAt, now()))
  return tx
    .select()
    .from(bookings)
    .where(
      and(
        ...[eq(bookings.coachId, coachId), eq(bookings.startsAt, startsAt), isNotNull(bookings.seatId)],
        or(eq(bookings.status, 'confirmed'), isUnderWay),
      ),
    )
    .orderBy(asc(bookings.id))
    .for('update')
}
