import { and, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { refundLeft, toBeDecided } from '#src/features/bookings/rules.ts'
import {
  alertMoved,
  type BookingRow,
  type Change,
  changeBooking,
  endBooking,
  hourColumns,
  type MetBooking,
  takeHour,
  tell,
  tellLeftHour,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import { anyCoachLabel } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { freeSeat, type Start } from '#src/features/schedule/server/schedule.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { toDecimal } from '#src/shared/money.ts'
import { withdrawQuestions } from '../outcomes/questions.ts'
import { forgetTicks } from '../preparation/intakes.ts'
import { checkIns, type choices, proposals } from '../table.ts'
import { dropWriteUp } from '../write-ups/write-up.ts'
import { handedAwayNotice, handedOverNotice } from './notices/handed-over.ts'
import { moneyBackNotice, movedNotice, teamFindsNotice } from './notices/settled.ts'

/** An hour with its seat, which is held for the player already. */
export type HeldHour = Start & { seatId: string }

type By = { actor: Change['actor']; choice: Pick<typeof choices.$inferSelect, 'id' | 'cause'> }

/**
 * Cancels a locked booking and gives all that is left of its price back. `system`: nobody chose in time. Throws `Conflict` while
 * the bank decides: nothing could go back, and nothing would afterwards.
 */
export async function giveMoneyBack(deps: Deps, tx: Tx, booking: BookingRow, { actor, choice }: By): Promise<void> {
  if (booking.dispute === 'open')
    throw new Conflict('Your bank is deciding about this payment. Once it decides for us, all goes back by itself.', {
      reason: 'refused',
    })
  const amount = refundLeft(booking)
  const set = await endBooking(deps, tx, booking, { cause: choice.cause, causeId: choice.id, amount })
  const cancelled = await changeBooking(deps, tx, booking, {
    set,
    act: 'money-back',
    actor,
    detail: { refund: toDecimal(amount) },
  })
  const isByClock = actor.role === 'system'
  await tell(deps, tx, await withMeeters(tx, cancelled), { key: `money-back:${choice.id}` }, (about) =>
    about.as === 'player' ? moneyBackNotice(about, { amount, isByClock }) : null,
  )
}

/** Moves a locked booking to another hour of its coach; everything goes back until its new start. */
export async function moveToHour(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  to: Start | HeldHour,
  { actor, choice }: By,
): Promise<void> {
  const { coachId } = booking
  if (!coachId) return
  if (booking.seatId) await freeSeat(tx, booking.seatId)
  await dropWriteUp(tx, booking.id)
  const columns =
    'seatId' in to ? hourColumns(deps, booking, to, to.seatId) : await takeHour(deps, tx, booking, coachId, to)
  const moved = await changeBooking(deps, tx, booking, {
    set: { ...columns, ...confirmedAgain(booking) },
    act: 'move',
    actor,
    detail: { from: `${booking.sessionDate} ${booking.sessionTime}`, to: `${to.date} ${to.time}` },
  })
  const met = await withMeeters(tx, moved)
  await tell(deps, tx, met, { key: `another-hour:${choice.id}` }, (about) => movedNotice(about, booking, deps.now()))
  await tellLeftHour(deps, tx, booking, met)
  await alertMoved(deps, tx, met)
}

/** Takes coach and hour from a locked booking, of which nobody can have the hour with this coach: our team schedules it with another one. */
export async function letTeamFindCoach(deps: Deps, tx: Tx, booking: BookingRow, actor: Change['actor']): Promise<void> {
  const { coachId, coachName, seatId } = booking
  if (seatId) await freeSeat(tx, seatId)
  await dropWriteUp(tx, booking.id)
  await forgetTicks(tx, booking.id)
  await withdrawQuestions(deps, tx, booking.id)
  const withoutHour = await changeBooking(deps, tx, booking, {
    set: {
      ...{ coachId: null, coachName: anyCoachLabel, seatId: null, nextReminderAt: null },
      ...{ sessionDate: toBeDecided, sessionTime: toBeDecided, startsAt: null, endsAt: null },
      ...confirmedAgain(booking),
    },
    act: 'hand-over',
    actor,
    detail: { from: coachName, fromId: coachId, to: null },
  })
  const { id, sequence } = withoutHour
  const met = await withMeeters(tx, withoutHour)
  // The hour that they had, as it leaves their calendars.
  const left = { ...(await withMeeters(tx, booking)), seatId: null, sequence }
  await tell(deps, tx, met, { key: `team-finds:${id}:${sequence}` }, (about) =>
    about.as === 'player' ? teamFindsNotice(about, left) : null,
  )
  await tellHandedAway(deps, tx, left, { seatId, to: 'Another coach' })
  await alertMoved(deps, tx, met)
}

/** Tells a coach who had a seat taken from them; who called it off had their mail then. `left`: the booking as it was theirs. */
async function tellHandedAway(
  deps: Deps,
  tx: Tx,
  left: MetBooking,
  { seatId, to }: { seatId: string | null; to: string },
): Promise<void> {
  if (!seatId) return
  await tell(deps, tx, left, { key: `handed-away:${left.id}:${left.sequence}` }, (about) =>
    about.as === 'coach' ? handedAwayNotice(about, to) : null,
  )
}

/**
 * Gives a locked booking to another coach at the same hour: same booking, price and thread. The caller holds both coaches'
 * locks. Throws `Conflict` when the other one is not free then.
 */
export async function handOver(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  to: Pick<CoachRow, 'id' | 'name'>,
  actor: Change['actor'],
): Promise<BookingRow> {
  const { coachName, coachId, seatId, startsAt } = booking
  if (!startsAt) throw new Error('Only a session with an hour is handed over')
  if (seatId) await freeSeat(tx, seatId)
  await dropWriteUp(tx, booking.id)
  // What the coach before pressed, proposed, watched or was asked is nothing of the next one's.
  await tx.delete(checkIns).where(and(eq(checkIns.bookingId, booking.id), eq(checkIns.side, 'coach')))
  await tx.delete(proposals).where(eq(proposals.bookingId, booking.id))
  await forgetTicks(tx, booking.id)
  await withdrawQuestions(deps, tx, booking.id)
  const start = { date: booking.sessionDate, time: booking.sessionTime, startsAt }
  // Whoever hands over has asked this coach, or the notice they want.
  const hour = await takeHour(deps, tx, booking, to.id, start, { isAgreed: true }).catch((error) => {
    throw error instanceof Conflict
      ? new Conflict(`${to.name} is not free at this hour any more.`, { reason: 'taken' })
      : error
  })
  const handed = await changeBooking(deps, tx, booking, {
    set: {
      ...hour,
      ...{ coachId: to.id, coachName: to.name },
      ...confirmedAgain(booking),
    },
    act: 'hand-over',
    actor,
    detail: { from: coachName, fromId: coachId, to: to.name },
  })
  const met = await withMeeters(tx, handed)
  const key = `handed-over:${booking.id}:${handed.sequence}`
  await tell(deps, tx, met, { key }, (about) => handedOverNotice(about, { was: coachName, actor, now: deps.now() }))
  const left = { ...(await withMeeters(tx, booking)), seatId: null, sequence: handed.sequence }
  await tellHandedAway(deps, tx, left, { seatId, to: to.name })
  await alertMoved(deps, tx, met)
  return handed
}

/** What any remedy but the money changes: the player did not ask for it, so everything goes back until the start, and notes are owed anew. */
function confirmedAgain({ sequence }: BookingRow) {
  const anew = { missing: null, fullRefundUntilStart: true, notesSentAt: null }
  return { status: 'confirmed', ...anew, sequence: sequence + 1 } as const
}
