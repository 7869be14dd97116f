import type { Deps } from '#src/deps.ts'
import {
  type BookingRow,
  cancelLocked,
  changeBooking,
  holdCancellations,
} from '#src/features/bookings/server/bookings.ts'
import { takeBlockBack as deleteBlock, writeBlock } from '#src/features/coaches/server/coaches.ts'
import { dropHolds, lockCoach, shutHour } from '#src/features/schedule/server/schedule.ts'
import type { Side } from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { alertUnreliable } from '../call-offs/alerts.ts'
import { callOffBooking, seatsOf } from '../call-offs/call-off.ts'
import { letTeamFindCoach } from '../call-offs/remedies.ts'
import { choices } from '../table.ts'
import { type Ahead, lockBookings, sessionsAhead } from './ahead.ts'
import { sumsOf, whyNoPair } from './state.ts'
import { findTwo } from './two.ts'

/**
 * One of a booking's two blocks the other: no messages and no bookings between them any more, and all their sessions ahead
 * are cancelled in this transaction, or go to another coach while the bank decides. A player can name one of its coaches by `coachId`. `asked` is what the caller was told that follows; money is cents. Throws `Conflict` with
 * what it is by now when that has changed, and when there is nobody to block. A second time changes nothing.
 */
export async function block(
  deps: Deps,
  account: Account,
  bookingId: string,
  asked: { coachId?: string; sessions: number; refund: number },
): Promise<void> {
  const { coach, side, pair } = await findTwo(deps.db, account, bookingId, asked.coachId)
  if (!pair) throw new Conflict(whyNoPair(coach), { reason: 'refused' })
  await deps.db.transaction(async (tx) => {
    await lockCoach(tx, pair.coachId)
    if (!(await writeBlock(tx, { ...pair, by: side }, deps.now()))) return
    await lockBookings(tx, pair)
    if (side === 'player') await holdCancellations(tx, pair.playerId)
    const ahead = await sessionsAhead(deps, tx, pair, side)
    const sums = sumsOf(ahead)
    if (sums.sessions !== asked.sessions || sums.refund !== toDecimal(asked.refund))
      throw new Conflict('What follows has changed since you looked. Please check it again.', {
        reason: 'block-changed',
        ...sums,
      })
    for (const each of ahead) await cancel(deps, tx, each, account, side)
    await dropHolds(tx, pair)
  })
}

/** Takes one's own block back. Nothing that it cancelled comes back. */
export async function takeBlockBack(deps: Deps, account: Account, bookingId: string, coachId?: string): Promise<void> {
  const { side, pair } = await findTwo(deps.db, account, bookingId, coachId)
  if (pair) await deleteBlock(deps.db, { ...pair, by: side })
}

/** Cancels a locked booking for a block. The coach's counts as a call-off, and its hour stays shut when nobody else sits in it. */
async function cancel(
  deps: Deps,
  tx: Tx,
  { booking, refund, isWithBank }: Ahead,
  { id }: Account,
  by: Side,
): Promise<void> {
  const { seatId, startsAt } = booking
  const actor = { id, role: by }
  // Nothing could go back now. Called off, its money follows once the bank has decided for us; with another coach it can.
  if (isWithBank && by === 'coach' && startsAt)
    return callOffBooking(deps, tx, booking, { reason: 'other', word: null, actor })
  if (isWithBank) return letTeamFindCoach(deps, tx, booking, actor)
  if (by === 'coach') {
    if (seatId && (await seatsOf(deps, tx, booking)).length === 1) await shutHour(tx, seatId)
    await countAsCallOff(deps, tx, booking)
  }
  const how = { by, isPlayersWish: by === 'player', reason: null, refund, accountId: id }
  const set = await cancelLocked(deps, tx, booking, how)
  const detail = { refund: toDecimal(refund), block: by }
  await changeBooking(deps, tx, booking, { set, act: 'cancel', actor, detail })
}

/** A block is no way around CALL-7: it stands where call-offs stand, settled by all money back. */
async function countAsCallOff(deps: Deps, tx: Tx, { id, startsAt, coachId }: BookingRow): Promise<void> {
  if (!startsAt || !coachId) return
  const now = deps.now()
  const settled = { chosen: 'money', settledAt: now } as const
  const choice = only(
    await tx
      .insert(choices)
      .values({ bookingId: id, startsAt, coachId, cause: 'called-off', reason: 'other', createdAt: now, ...settled })
      .onConflictDoUpdate({ target: [choices.bookingId, choices.startsAt, choices.coachId], set: settled })
      .returning(),
  )
  await alertUnreliable(deps, tx, choice)
}
