import { and, count, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { isCalledOff, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { bankDecides, isWithBank, refundLeft } from '#src/features/bookings/rules.ts'
import {
  type BookingRow,
  findVisible,
  isWholeTeams,
  ownSession,
  ownSessionsIn,
  presentBooking,
} from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { Exception } from '#src/features/sessions/exceptions-contract.ts'
import { outcomeWords } from '#src/features/sessions/outcome-words.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { whyNotCallOff } from '../call-offs/call-off.ts'
import { choicesOf } from '../call-offs/states.ts'
import { whyNotHandOver } from './hand-over.ts'
import { type Standing, standingsOf } from './standing.ts'

/** What a member of staff can do about a booking now. Money is cents. */
export type Found = {
  booking: BookingRow
  refundLeft: number
  /** How many players share the session. */
  seats: number
  refusals: Exception['refusals']
  standing: Standing | null
  /** Until when its player chooses (ISO); null: there is nothing to choose. */
  choosesUntil: string | null
}

/** The bookings with these numbers, in this order, and what this member of staff can do about them now; unknown ones are missing. */
export async function findExceptions({ db, now }: Deps, staff: Account, numbers: string[]): Promise<Found[]> {
  const list = await db.select().from(bookings).where(inArray(bookings.number, numbers))
  const ids = list.map(({ id }) => id)
  const own = await ownSessionsIn(db, staff.id, ids)
  const standings = await standingsOf(db, list, now())
  const sessions = await sessionsOf(db, list, staff)
  const calledOff = list.flatMap((booking) => (isCalledOff(booking) ? booking.id : []))
  const chosen = await choicesOf(db, calledOff)
  const found = await Promise.all(
    list.map(async (booking) => {
      const standing = standings.get(booking.id) ?? null
      const isOwn = own.has(booking.id)
      const parties = isOwn ? (await findVisible(db, staff, booking.id)).parties : []
      const [isPlayer, isCoach] = [parties.includes('player'), parties.includes('coach')]
      const isAlone = isOwn && !isPlayer && (await isWholeTeams(db, booking))
      const { seats, isPlayed } = sessions(booking)
      const refusals = refusalsOf({ booking, isOwn, isPlayer, isCoach, isAlone, isPlayed, standing }, now())
      const choosesUntil = chosen.get(booking.id)?.choice?.deadline ?? null
      return { booking, refundLeft: refundLeft(booking), seats, refusals, standing, choosesUntil }
    }),
  )
  return [...new Set(numbers)].flatMap((number) => found.find(({ booking }) => booking.number === number) ?? [])
}

/** As JSON. */
export function presentException({ booking, refundLeft, standing, ...rest }: Found): Exception {
  return {
    ...{ refusals: rest.refusals, seats: rest.seats, choosesUntil: rest.choosesUntil },
    booking: presentBooking(booking),
    refundLeft: toDecimal(refundLeft),
    outcome: standing && {
      words: standingWords(standing, booking),
      at: standing.at.toISOString(),
      isDecision: standing.question !== null,
    },
  }
}

/**
 * `isAlone`: it is their own session, as its player's not, and nobody else of the team can decide; `isCoach`: they call it
 * off as its coach; `isPlayed`: they have a seat of the session, this or another.
 */
type Seen = Record<'isOwn' | 'isPlayer' | 'isCoach' | 'isAlone' | 'isPlayed', boolean> &
  Pick<Found, 'booking' | 'standing'>

function refusalsOf(
  { booking, isOwn, isPlayer, isCoach, isAlone, isPlayed, standing }: Seen,
  now: Date,
): Found['refusals'] {
  const own = isOwn ? ownSession : null
  const ownToDecide = isAlone ? null : own
  const waits = isAlone && booking.dispute === 'open' ? bankDecides : null
  return {
    cancel: ownToDecide ?? waits ?? refusalOf('cancel', booking, 'staff', now),
    refund: ownToDecide ?? whyNotRefund(booking),
    'call-off': isPlayer || isPlayed ? ownSession : ((isCoach ? null : ownToDecide) ?? whyNotCallOff(booking, now)),
    'hand-over': own ?? whyNotHandOver(booking, now),
    'take-back': own ?? (standing ? standing.refusal : 'Nobody has said what became of this session.'),
  }
}

function whyNotRefund(booking: BookingRow): string | null {
  if (booking.price === 0) return 'This session was free.'
  if (isWithBank(booking)) return bankDecides
  return refundLeft(booking) === 0 ? 'Nothing is left to refund.' : null
}

function standingWords({ is, question }: Standing, { customerName, coachName }: BookingRow): string {
  if (is === 'completed') return 'It is marked as completed.'
  if (is === 'no-show' || !question) return 'It is marked as a no-show.'
  return outcomeWords(is, question, { player: customerName, coach: coachName }, null)
}

/** How many players share the session of each of these, and whether this member of staff is one. */
async function sessionsOf(
  db: Deps['db'],
  list: BookingRow[],
  { id }: Account,
): Promise<(booking: BookingRow) => { seats: number; isPlayed: boolean }> {
  const shared = list.filter(({ capacity, coachId, startsAt }) => capacity > 1 && coachId && startsAt)
  const rows = await db
    .select({
      coachId: bookings.coachId,
      startsAt: bookings.startsAt,
      seats: count(),
      isPlayed: sql<boolean>`coalesce(bool_or(${bookings.playerId} = ${id}), false)`,
    })
    .from(bookings)
    .where(
      and(
        inArray(
          bookings.coachId,
          shared.flatMap(({ coachId }) => coachId ?? []),
        ),
        inArray(
          bookings.startsAt,
          shared.flatMap(({ startsAt }) => startsAt ?? []),
        ),
        isNotNull(bookings.seatId),
        inArray(bookings.status, ['confirmed', 'completed']),
      ),
    )
    .groupBy(bookings.coachId, bookings.startsAt)
  return ({ coachId, startsAt }) =>
    rows.find((row) => row.coachId === coachId && +(row.startsAt ?? 0) === +(startsAt ?? 0)) ?? {
      seats: 1,
      isPlayed: false,
    }
}
