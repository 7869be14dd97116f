import { and, asc, desc, eq, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { acts, refusalOf } from '#src/features/bookings/life-cycle.ts'
import { refundLeft, refundNow, toBeDecided, withdrawableUntil } from '#src/features/bookings/rules.ts'
import type { BookingDetails, BookingFilters, bookingSorts } from '#src/features/bookings/staff-contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { contains } from '#src/platform/database/contains.ts'
import type { Db } from '#src/platform/database/db.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { cursorOf, newestFirst, pageSize } from '#src/platform/http/paging.ts'
import { isId } from '#src/shared/fields.ts'
import { toDecimal } from '#src/shared/money.ts'
import { type BookingRow, presentBooking } from '../bookings.ts'
import { refusedCoachIds } from '../life-cycle/another-coach.ts'
import { findVisible } from '../life-cycle/life-cycle.ts'
import { findMeeters } from '../life-cycle/meeting.ts'
import { hasColleague } from '../life-cycle/own-session.ts'
import { bookings } from '../table.ts'
import { countAllBookings } from './how-many.ts'

/**
 * The bookings that fit, one page from `cursor` on, the next page's cursor if there may be one, and how many fit. Unpaid orders
 * are not bookings. Throws `Invalid` for a cursor of another order.
 */
export async function listBookings(
  db: Db,
  filters: BookingFilters = {},
  cursor?: string,
): Promise<{ rows: BookingRow[]; next: string | undefined; total: number }> {
  const readPage = () => pageOf(db, filters, cursor, pageSize)
  const nextOf = (rows: BookingRow[]) => {
    const last = rows.length === pageSize ? rows.at(-1) : undefined
    return last && cursorAfter(filters, last)
  }
  if (!filters.q) {
    const [rows, total] = await Promise.all([readPage(), countBookings(db, filters)])
    return { rows, next: nextOf(rows), total }
  }
  return askExpensive(async () => {
    const rows = await readPage()
    const next = nextOf(rows)
    // What was found on one page is not looked for again to be counted.
    const isAll = !cursor && !next
    return { rows, next, total: isAll ? rows.length : await countBookings(db, filters) }
  })
}

/** One booking for staff: what cancelling gives back at this moment, in decimal dollars, and what is possible. */
export async function bookingDetails({ db, now }: Deps, staff: Account, bookingId: string): Promise<BookingDetails> {
  const { booking } = await findVisible(db, staff, bookingId)
  const at = now()
  const { player, coachDiscord } = await findMeeters(db, booking)
  const [own] = await db.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, staff.id))
  return {
    booking: presentBooking(booking),
    playerId: booking.playerId,
    player,
    coachId: booking.coachId,
    coachDiscord,
    refundNow: toDecimal(booking.status === 'confirmed' ? refundNow(booking, at) : 0),
    refundLeft: toDecimal(refundLeft(booking)),
    fullRefundUntilStart: booking.fullRefundUntilStart,
    withdrawUntil: withdrawableUntil(booking, at),
    terms: booking.terms,
    refusedCoachIds: await refusedCoachIds(db, booking),
    ownCoachId: own && (await hasColleague(db, staff.id, bookingId)) ? own.id : null,
    refusals: Object.fromEntries(
      acts.map((act) => [act, refusalOf(act, booking, 'staff', at)]),
    ) as BookingDetails['refusals'],
  }
}

/** One page of the bookings that fit. */
export async function pageOf(
  db: Db,
  filters: BookingFilters,
  cursor: string | undefined,
  atMost: number,
): Promise<BookingRow[]> {
  const { after, order } = filters.sort ? bySession(filters.sort, cursor) : newestFirst(bookings, cursor)
  return db
    .select()
    .from(bookings)
    .where(and(fits(filters), after))
    .orderBy(...order)
    .limit(atMost)
}

/** The cursor that continues the list after this row. */
export function cursorAfter({ sort }: BookingFilters, row: BookingRow): string {
  if (!sort) return cursorOf(row)
  return Buffer.from([row.sessionDate, row.sessionTime, row.id].join(' ')).toString('base64url')
}

/** The order by day and hour of the session, texts that sort as they are (`TBD` after all days), and what continues it. */
function bySession(sort: (typeof bookingSorts)[number], cursor: string | undefined) {
  const { sessionDate, sessionTime, id } = bookings
  const [direction, beyond] = sort === 'latest-session' ? [desc, sql`<`] : [asc, sql`>`]
  const place = cursor && readSessionCursor(cursor)
  return {
    order: [direction(sessionDate), direction(sessionTime), direction(id)],
    after: place ? sql`(${sessionDate}, ${sessionTime}, ${id}) ${beyond} ${place}` : undefined,
  }
}

function readSessionCursor(cursor: string): SQL {
  const [date, time, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isPlace = /^(\d{4}-\d\d-\d\d|TBD)$/.test(date ?? '') && /^(\d\d:\d\d|TBD)$/.test(time ?? '')
  if (!isPlace || !isId(id)) throw new Invalid({ cursor: 'cursor is not one of ours' })
  return sql`(${date}, ${time}, ${id}::uuid)`
}

async function countBookings(db: Db, filters: BookingFilters): Promise<number> {
  const which = fits(filters)
  if (!which) return countAllBookings(db)
  return db.$count(bookings, which)
}

function fits({ q, status, coachId, from, to, unscheduled }: BookingFilters): SQL | undefined {
  return and(
    q ? contains(bookings, q) : undefined,
    status && eq(bookings.status, status),
    coachId ? eq(bookings.coachId, coachId) : undefined,
    // Dates are ISO texts, which sort as dates do; `TBD` is none.
    from || to ? ne(bookings.sessionDate, toBeDecided) : undefined,
    from ? gte(bookings.sessionDate, from) : undefined,
    to ? lte(bookings.sessionDate, to) : undefined,
    unscheduled ? and(eq(bookings.status, 'confirmed'), isNull(bookings.startsAt)) : undefined,
  )
}
