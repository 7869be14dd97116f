import { and, eq, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { refundLeft, refundNow, toBeDecided } from '#src/bookings/catalogue.ts'
import { acts, refusalOf } from '#src/bookings/life-cycle.ts'
import type { BookingDetails, BookingFilters } from '#src/bookings/staff-contract.ts'
import type { Db } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { askExpensive } from '#src/server/expensive.ts'
import type { Account } from '#src/server/guards.ts'
import { cursorOf, newestFirst, pageSize } from '#src/server/pages.ts'
import { toDecimal } from '#src/shared/money.ts'
import { refusedCoachIds } from './another-coach.ts'
import { type BookingRow, presentBooking } from './bookings.ts'
import { countAllBookings } from './how-many.ts'
import { findVisible } from './life-cycle.ts'
import { findMeeters } from './meeting.ts'
import { bookings, searchText } from './table.ts'

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

const csvColumns = {
  Created: (row) => row.createdAt.toISOString(),
  Customer: (row) => row.customerName,
  'E-mail': (row) => row.customerEmail,
  Phone: (row) => row.customerPhone,
  Coach: (row) => row.coachName,
  Service: (row) => row.serviceName,
  'Session date': (row) => row.sessionDate,
  'Session time': (row) => row.sessionTime,
  Zone: (row) => row.zone,
  Status: (row) => row.status,
  Price: (row) => toDecimal(row.price),
  Refunded: (row) => toDecimal(row.refunded),
  'Payment id': (row) => row.paymentId,
  Booking: (row) => row.id,
} satisfies Record<string, (row: BookingRow) => string | null>

/**
 * The bookings that fit as the lines of a CSV file (RFC 4180), read page by page: the whole list is never in memory. Throws
 * `Unavailable` when too many expensive questions wait already.
 */
export async function csvOfBookings(db: Db, filters: BookingFilters): Promise<AsyncGenerator<string>> {
  const atOnce = 1000
  const readPage = (cursor?: string) => askExpensive(() => pageOf(db, filters, cursor, atOnce))
  // Before anything is answered, so that a refusal is no broken file.
  const first = await readPage()
  return (async function* lines() {
    yield csvLine(Object.keys(csvColumns))
    for (let rows = first; rows.length > 0; ) {
      yield rows.map((row) => csvLine(Object.values(csvColumns).map((cell) => cell(row)))).join('')
      rows = rows.length === atOnce ? await readPage(cursorOf(rows.at(-1)!)) : []
    }
  })()
}

/** A sign that a formula begins with, and the blanks, quotes and separators before it. */
const beforeSign = /(?<![\s";,])[\s";,]*(?=[=+\-@])/g

/**
 * A cell in which no spreadsheet sees a formula begin: an apostrophe makes it text (OWASP, "CSV Injection"). Not every one
 * separates by commas: where `;` or tabs do, the middle of our field begins a cell, and a quote there does not hold a line
 * together.
 */
function withoutFormulas(cell: string): string {
  return cell
    .replace(/^(?=[\t\r])/, "'")
    .replace(beforeSign, (gap, at: number) => (at === 0 || /[;,\t\r\n]/.test(gap) ? `${gap}'` : gap))
}

function csvLine(cells: (string | null)[]): string {
  const safe = cells.map((cell) => withoutFormulas(cell ?? ''))
  return `${safe.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}

async function pageOf(
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
function contains(q: string): SQL {
  const text = searchText(bookings)
  const words = rarestWords(q).map((word) => sql`${text} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`)
  return and(...words, sql`strpos(${text}, lower(${q})) > 0`)!
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
