import { inArray } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { isCalledOff } from '#src/features/bookings/life-cycle.ts'
import { cancelBooking, giveRefund } from '#src/features/bookings/server/bookings.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import type { ManyActs, ManyDone } from '#src/features/sessions/exceptions-contract.ts'
import { AppError, Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { showDollars } from '#src/shared/money.ts'
import { callOff } from '../call-offs/call-off.ts'
import { type Found, findExceptions } from './exceptions.ts'

type Line = ManyActs['lines'][number]

/**
 * Does one thing to many bookings, each in a transaction of its own: cancels them for the business, refunds them, or calls
 * them off with all seats. Gives for each whether it was done, else why not. Throws `Conflict` with those that are not as they
 * were shown: then nothing is done.
 */
export async function actOnMany(deps: Deps, staff: Account, asked: ManyActs): Promise<ManyDone> {
  const numbers = asked.lines.map(({ number }) => number)
  const found = new Map((await findExceptions(deps, staff, numbers)).map((each) => [each.booking.number, each]))
  const given = await givenBefore(deps, asked)
  const changed = asked.lines.flatMap((line) => {
    const why = given.has(keyOf(line)) ? null : whyChanged(asked.act, line, found.get(line.number))
    return why ? [{ number: line.number, why }] : []
  })
  if (changed.length > 0)
    throw new Conflict(`Nothing was done. ${changed.map(({ number, why }) => `${number}: ${why}`).join(' ')}`, {
      reason: 'changed',
      changed,
    })

  const done: ManyDone = []
  const calledOff = new Set<string>()
  for (const line of asked.lines) {
    const { booking } = found.get(line.number) as Found
    const session = `${booking.coachId} ${booking.startsAt?.toISOString()}`
    // All seats of a session went with the first one.
    const isDone = asked.act === 'call-off' && calledOff.has(session)
    const why = isDone ? null : await doOne(deps, staff, asked, line, booking.id)
    if (!why) calledOff.add(session)
    done.push({ number: line.number, why })
  }
  return done
}

/** Null: it is done. */
async function doOne(
  deps: Deps,
  staff: Account,
  asked: ManyActs,
  line: Line,
  bookingId: string,
): Promise<string | null> {
  try {
    if (asked.act === 'cancel' && 'refund' in line)
      await cancelBooking(deps, staff, bookingId, { refund: line.refund, reason: asked.reason })
    if (asked.act === 'refund' && 'idempotencyKey' in line)
      await giveRefund(deps, staff, bookingId, { ...line, reason: asked.reason })
    if (asked.act === 'call-off' && 'seats' in line)
      await callOff(deps, staff, bookingId, { ...line, reason: asked.reason, word: asked.word })
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    deps.log.error({ err: error, booking: bookingId }, 'one of many bookings could not be acted on')
    return 'Something went wrong on our side. Please look at it, and try again.'
  }
}

/** Of refunds: the keys with which money was given already, so that the same request again gives nothing more. */
async function givenBefore({ db }: Deps, { lines }: ManyActs): Promise<Set<string | null>> {
  const keys = lines.flatMap((line) => keyOf(line) ?? [])
  const rows = await db.select({ id: bookingHistory.id }).from(bookingHistory).where(inArray(bookingHistory.id, keys))
  return new Set(rows.map(({ id }) => id))
}

const keyOf = (line: Line) => ('idempotencyKey' in line ? line.idempotencyKey : null)

/** What is not as it was shown, in words; null when all is. */
function whyChanged(act: ManyActs['act'], line: Line, found: Found | undefined): string | null {
  if (!found) return 'This booking does not exist.'
  const { refundLeft, refusals, seats, booking } = found
  if (refusals[act]) return refusals[act]
  if ('refund' in line && line.refund !== refundLeft) return `${showDollars(refundLeft)} would be refunded now.`
  if ('amount' in line && line.left !== refundLeft) return `${showDollars(refundLeft)} is left to refund now.`
  if ('amount' in line && line.isCalledOff !== isCalledOff(booking))
    return isCalledOff(booking) ? 'It was called off meanwhile.' : 'It is called off no longer.'
  if ('amount' in line && (line.amount === 0 || line.amount > refundLeft))
    return `Between $0.01 and ${showDollars(refundLeft)} can be refunded.`
  if ('seats' in line && Date.parse(line.startsAt) !== +(booking.startsAt ?? 0)) return 'It has moved.'
  if ('seats' in line && line.seats !== seats) return `${seats} players share it now.`
  return null
}
