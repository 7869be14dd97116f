import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import {
  alertMoved,
  type BookingRow,
  changeBooking,
  findVisible,
  lockBooking,
  readStart,
  takeHour,
  tell,
  tellLeftHour,
  withMeeters,
} from '#src/features/bookings/server/bookings.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { freeCoaches, freeSeat, startRefused } from '#src/features/schedule/server/schedule.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { instantOf } from '#src/shared/zones.ts'
import { ownSide } from '../parties.ts'
import { proposals } from '../table.ts'
import { proposalNotice, proposalTakenNotice } from './notices/proposal.ts'

/** How many hours a coach can propose for a session in a day: each one is mailed to the player. */
const mostADay = 5

/**
 * The coach proposes another hour, which the player may take. From then on everything goes back until the start, whether they
 * take it or cancel: the coach wants the change. A newer one replaces it. Throws `Conflict` when the hour is not free.
 */
export async function proposeHour(
  deps: Deps,
  account: Account,
  bookingId: string,
  to: { selectedDate: string; selectedTime: string },
): Promise<void> {
  const { booking: seen, parties } = await findVisible(deps.db, account, bookingId)
  if (!parties.includes('coach')) throw new NotFound('This booking does not exist.')
  const start = readStart(deps, to)
  const zone = deps.env.businessTimeZone
  await deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen)
    const { startsAt, coachId, minutes, capacity, seatId } = upcoming(booking, deps.now())
    if (+start.startsAt === +startsAt) throw new Invalid({ selectedTime: 'This is the hour you have already.' })
    const query = { coachIds: [coachId], minutes, capacity, movingSeatId: seatId, isAgreed: true }
    const at = { now: deps.now(), zone }
    if ((await freeCoaches(tx, query, start, at)).length === 0) throw await startRefused(tx, query, start, at)
    const isOfToday = and(
      eq(bookingHistory.act, 'propose'),
      sql`${bookingHistory.createdAt} > now() - interval '1 day'`,
    )
    if ((await tx.$count(bookingHistory, and(eq(bookingHistory.bookingId, bookingId), isOfToday))) >= mostADay)
      throw new Conflict(`You can propose ${mostADay} hours a day for a session. Write in the chat.`, {
        reason: 'refused',
      })
    const proposal = { startsAt, date: start.date, time: start.time, proposedAt: deps.now(), acceptedAt: null }
    await tx
      .insert(proposals)
      .values({ bookingId, ...proposal })
      .onConflictDoUpdate({ target: proposals.bookingId, set: proposal })
    const changed = await changeBooking(deps, tx, booking, {
      set: { fullRefundUntilStart: true },
      act: 'propose',
      actor: { id: account.id, role: 'coach' },
      detail: { to: `${start.date} ${start.time}` },
    })
    const key = `proposed:${bookingId}:${+deps.now()}`
    await tell(deps, tx, await withMeeters(tx, changed), { key }, (about) =>
      about.as === 'player' ? proposalNotice(about, start.startsAt) : null,
    )
  })
}

/** The player takes the hour that the coach proposes. Throws `Conflict` when there is none any more, or it was just taken. */
export async function acceptProposal(deps: Deps, account: Account, bookingId: string): Promise<void> {
  const { booking: seen, side } = await ownSide(deps.db, account, bookingId)
  if (side !== 'player') throw new NotFound('This booking does not exist.')
  await deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen)
    const { startsAt, coachId, seatId, sequence } = upcoming(booking, deps.now())
    const proposal = await openProposal(tx, booking)
    if (!proposal) throw new Conflict('Your coach proposes no other hour any more.', { reason: 'refused' })
    const { date, time } = proposal
    const start = { date, time, startsAt: instantOf(date, time, deps.env.businessTimeZone) }
    if (start.startsAt <= deps.now()) throw new Conflict('This hour has begun already.', { reason: 'refused' })
    await freeSeat(tx, seatId)
    const moved = await changeBooking(deps, tx, booking, {
      set: {
        ...(await takeHour(deps, tx, booking, coachId, start, { isAgreed: true })),
        fullRefundUntilStart: true,
        sequence: sequence + 1,
      },
      act: 'move',
      actor: { id: account.id, role: 'player' },
      detail: { from: `${booking.sessionDate} ${booking.sessionTime}`, to: `${date} ${time}` },
    })
    await tx.update(proposals).set({ acceptedAt: deps.now() }).where(eq(proposals.bookingId, bookingId))
    const met = await withMeeters(tx, moved)
    await tell(deps, tx, met, { key: `proposal-taken:${bookingId}:${moved.sequence}` }, (about) =>
      proposalTakenNotice(about, { was: startsAt, now: deps.now() }),
    )
    await tellLeftHour(deps, tx, booking, met)
    await alertMoved(deps, tx, met)
  })
}

/** A session ahead that has its hour. */
function upcoming(booking: BookingRow, now: Date) {
  const { status, startsAt, coachId, seatId } = booking
  if (status !== 'confirmed' || !startsAt || !coachId || !seatId)
    throw new Conflict('This session has no hour that could be another one.', { reason: 'refused' })
  if (startsAt <= now) throw new Conflict('This session has started.', { reason: 'refused' })
  return { ...booking, startsAt, coachId, seatId }
}

async function openProposal(tx: Tx, { id, startsAt }: Pick<BookingRow, 'id' | 'startsAt'>) {
  if (!startsAt) return null
  const isOpen = and(eq(proposals.bookingId, id), eq(proposals.startsAt, startsAt), isNull(proposals.acceptedAt))
  const [proposal] = await tx.select().from(proposals).where(isOpen)
  return proposal ?? null
}
