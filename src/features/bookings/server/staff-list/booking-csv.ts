import type { Deps } from '#src/deps.ts'
import type { BookingFilters } from '#src/features/bookings/staff-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import { csvOfLongList } from '#src/platform/http/csv.ts'
import type { Separator } from '#src/shared/csv-separator.ts'
import { toDecimal } from '#src/shared/money.ts'
import { isE164 } from '#src/shared/phone.ts'
import { showZone } from '#src/shared/times.ts'
import type { BookingRow } from '../bookings.ts'
import { cursorAfter, pageOf } from './booking-list.ts'

/** Of bookings that were paid the receipt's number, by the booking's id. */
export type FindReceiptNumbers = (db: Db, bookingIds: string[]) => Promise<Map<string, string>>

type Row = BookingRow & { receiptNumber: string | null }

/** The bookings that fit as a CSV file. Throws `Unavailable` when too many expensive questions wait already. */
export async function csvOfBookings(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  filters: BookingFilters,
  { separator, findReceiptNumbers }: { separator?: Separator; findReceiptNumbers: FindReceiptNumbers },
) {
  const zone = env.businessTimeZone
  const showPhone = await loadPhoneFormat()
  return csvOfLongList<Row>({
    ...{ name: 'bookings', today: now(), separator, zone },
    async pageOf(cursor, atOnce) {
      const rows = await pageOf(db, filters, cursor, atOnce)
      const ids = rows.map(({ id }) => id)
      const numbers = await findReceiptNumbers(db, ids)
      return rows.map((row) => ({ ...row, receiptNumber: numbers.get(row.id) ?? null }))
    },
    cursorAfter: (row) => cursorAfter(filters, row),
    columns: (write) => ({
      // Named as in 'New York time'.
      [`Created (${showZone(zone).replace(/ time$/, '')})`]: (row) => write(row.createdAt),
      ...csvColumns(showPhone),
    }),
  })
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
    Booking: (row) => row.number,
    Receipt: (row) => row.receiptNumber,
  } satisfies Record<string, (row: Row) => string | null>
}

/** Returns a phone number as it is written: `+1 212 555 0177`. What we cannot read stays as it was typed. */
async function loadPhoneFormat(): Promise<(phone: string) => string> {
  // Loaded only when needed: the numbers of all countries take 2 MB.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  return (phone) => {
    const international = isE164(phone) && parsePhoneNumberFromString(phone)?.formatInternational()
    return international ? international.replace(/[^\d+]+/g, ' ') : phone
  }
}
