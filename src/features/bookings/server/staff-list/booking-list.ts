import { and, eq, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { acts, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { refundLeft, refundNow, toBeDecided } from '#src/features/bookings/rules.ts'
import type { BookingDetails, BookingFilters } from '#src/features/bookings/staff-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { newestFirst, pageSize } from '#src/platform/http/paging.ts'
import { toDecimal } from '#src/shared/money.ts'
import { type BookingRow, presentBooking } from '../bookings.ts'
import { refusedCoachIds } from '../life-cycle/another-coach.ts'
import { findVisible } from '../life-cycle/life-cycle.ts'
import { findMeeters } from '../life-cycle/meeting.ts'
import { bookings, searchText } from '../table.ts'
import { countAllBookings } from './how-many.ts'

/** The bookings that fit, newest first, one page from `cursor` on, and how many fit. Unpaid orders are not bookings. */
export async function listBookings(
  db: Db,
  filters: BookingFilters = {},
  cursor?: string,
): Promise<{ rows: BookingRow[]; total: number }> {
  const readPage = () => pageOf(db, filters, cursor, pageSize)
  if (!filters.q) {
    const [rows, total] = await Promise.all([readPage(), countBookings(db, filters)])
    return { rows, total }
  }
  return askExpensive(async () => {
    const rows = await readPage()
    // What was found on one page is not looked for again to be counted.
    const isAll = !cursor && rows.length < pageSize
    return { rows, total: isAll ? rows.length : await countBookings(db, filters) }
  })
}

/** One booking for staff: what cancelling gives back at this moment, in decimal dollars, and what is possible. */
export async function bookingDetails({ db, now }: Deps, staff: Account, bookingId: string): Promise<BookingDetails> {
  const { booking } = await findVisible(db, staff, bookingId)
  const at = now()
  const { player, coachDiscord } = await findMeeters(db, booking)
  return {
    booking: presentBooking(booking),
    playerId: booking.playerId,
    player,
    coachId: booking.coachId,
    coachDiscord,
    refundNow: toDecimal(booking.status === 'confirmed' ? refundNow(booking, at) : 0),
    refundLeft: toDecimal(refundLeft(booking)),
    fullRefundUntilStart: booking.fullRefundUntilStart,
    terms: booking.terms,
    refundDue: toDecimal(booking.refundDue),
    refusedCoachIds: await refusedCoachIds(db, booking),
    refusals: Object.fromEntries(
      acts.map((act) => [act, refusalOf(act, booking, 'staff', at)]),
    ) as BookingDetails['refusals'],
  }
}

/** One page of the bookings that fit, newest first. */
export async function pageOf(
  db: Db,
  filters: BookingFilters,
  cursor: string | undefined,
  atMost: number,
): Promise<BookingRow[]> {
  const { after, order } = newestFirst(bookings, cursor)
  return db
    .select()
    .from(bookings)
    .where(and(fits(filters), after))
    .orderBy(...order)
    .limit(atMost)
}

async function countBookings(db: Db, filters: BookingFilters): Promise<number> {
  const which = fits(filters)
  if (!which) return countAllBookings(db)
  return db.$count(bookings, which)
}

function fits({ q, status, coachId, from, to, unscheduled }: BookingFilters): SQL | undefined {
  return and(
    q ? contains(q) : undefined,
    status && eq(bookings.status, status),
    coachId ? eq(bookings.coachId, coachId) : undefined,
    // Dates are ISO texts, which sort as dates do; `TBD` is none.
    from || to ? ne(bookings.sessionDate, toBeDecided) : undefined,
    from ? gte(bookings.sessionDate, from) : undefined,
    to ? lte(bookings.sessionDate, to) : undefined,
    unscheduled ? and(eq(bookings.status, 'confirmed'), isNull(bookings.startsAt)) : undefined,
  )
}

/**
 * Whether `q` is a part of what staff's search looks through. The index is asked for its rarest words alone: of
 * `anna-7920@mail.test` a million bookings may have the second half, which would take it longest to put together.
 */
function contains(q: string): SQL | undefined {
  const text = searchText(bookings)
  const words = rarestWords(q).map((word) => sql`${text} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`)
  return and(...words, sql`strpos(${text}, lower(${q})) > 0`)
}

/**
 * The two words that probably fewest have: those with digits, then those before an `@`, then the longest. Short ones with
 * what stands around them. A word with digits is enough: to look for `anna` too takes longer than to read what has `7920`.
 */
function rarestWords(q: string): string[] {
  const words = [...q.matchAll(/(?<=([^\p{L}\p{N}]?))([\p{L}\p{N}]+)([^\p{L}\p{N}]?)/gu)].map((match) => {
    const [, before = '', word = '', after = ''] = match
    const rank = (/\d/.test(word) ? 1_000 : 0) + (q.indexOf('@', match.index) > 0 ? 500 : 0) + word.length
    return { text: word.length < 5 ? before + word + after : word, rank }
  })
  // The index knows texts by every three characters that follow each other.
  const known = words.filter(({ text }) => text.length >= 3).sort((a, b) => b.rank - a.rank)
  const enough = /\d/.test(known[0]?.text ?? '') ? 1 : 2
  return known.slice(0, enough).map(({ text }) => text)
}
