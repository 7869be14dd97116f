import type { Deps } from '#src/deps.ts'
import type { BookingFilters } from '#src/features/bookings/staff-contract.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import { cursorOf } from '#src/platform/http/paging.ts'
import { toDecimal } from '#src/shared/money.ts'
import { toE164 } from '#src/shared/phone.ts'
import { showZone } from '#src/shared/times.ts'
import type { BookingRow } from '../bookings.ts'
import { pageOf } from './booking-list.ts'

/** Without it Excel takes UTF-8 for an older encoding. */
const byteOrderMark = '\uFEFF'

/**
 * The bookings that fit as a CSV file (RFC 4180) with today's date in its name, read page by page: the whole list is
 * never in memory. Throws `Unavailable` when too many expensive questions wait already.
 */
export async function csvOfBookings(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  filters: BookingFilters,
): Promise<{ filename: string; lines: AsyncGenerator<string> }> {
  const atOnce = 1000
  const readPage = (cursor?: string) => askExpensive(() => pageOf(db, filters, cursor, atOnce))
  // Before anything is answered, so that a refusal is no broken file.
  const first = await readPage()
  const zone = env.businessTimeZone
  // Swedish times are written as spreadsheets read them: `2026-01-05 09:00:00`.
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  const columns = {
    // Named as in 'New York time'.
    [`Created (${showZone(zone).replace(/ time$/, '')})`]: (row: BookingRow) => clock.format(row.createdAt),
    ...csvColumns(await loadPhoneFormat()),
  }
  async function* lines() {
    yield byteOrderMark + csvLine(Object.keys(columns))
    for (let rows = first; rows.length > 0; ) {
      yield rows.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join('')
      const last = rows.at(-1)
      rows = last && rows.length === atOnce ? await readPage(cursorOf(last)) : []
    }
  }
  return { filename: `level-up-bookings-${clock.format(now()).slice(0, 10)}.csv`, lines: lines() }
}

function csvColumns(showPhone: (phone: string) => string) {
  return {
    Customer: (row) => row.customerName,
    'E-mail': (row) => row.customerEmail,
    Phone: (row) => row.customerPhone && showPhone(row.customerPhone),
    Coach: (row) => row.coachName,
    Service: (row) => row.serviceName,
    'Duration (minutes)': (row) => String(row.minutes),
    'Session date': (row) => row.sessionDate,
    'Session time': (row) => row.sessionTime,
    Zone: (row) => row.zone,
    Status: (row) => row.status,
    Price: (row) => toDecimal(row.price),
    Refunded: (row) => toDecimal(row.refunded),
    Net: (row) => toDecimal(row.price - row.refunded),
    'Payment id': (row) => row.paymentId,
    Booking: (row) => row.id,
  } satisfies Record<string, (row: BookingRow) => string | null>
}

/** Gives how a phone number is written: `+1 212 555 0177`. What we cannot read stays as it was typed. */
async function loadPhoneFormat(): Promise<(phone: string) => string> {
  // Loaded only when needed: the numbers of all countries take 2 MB.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  return (phone) => {
    const number = toE164(phone)
    const international = number && parsePhoneNumberFromString(number)?.formatInternational()
    return international ? international.replace(/[^\d+]+/g, ' ') : phone
  }
}

/** A phone number as above: the blanks keep spreadsheets from taking it for a number or a sum. */
const phoneNumber = /^\+\d+(?: \d+)+$/

function csvLine(cells: (string | null)[]): string {
  const safe = cells.map((cell) => (cell && !phoneNumber.test(cell) ? withoutFormulas(cell) : (cell ?? '')))
  return `${safe.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
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
