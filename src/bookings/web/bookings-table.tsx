import { Phone } from 'lucide-react'
import type { ComponentProps } from 'react'
import { toBeDecided } from '#src/bookings/catalogue.ts'
import type { Booking } from '#src/bookings/contract.ts'
import { showDay, showDuration, showTime, showZone } from '#src/shared/times.ts'
import { Badge } from '#src/ui/badge.tsx'
import { cx } from '#src/ui/class-names.ts'
import { PaymentId } from './bookings-payment-id.tsx'

const columns = ['Customer', 'Session', 'Coach and service', 'Status', 'Price', 'Payment id', 'Created']

/** Bookings as staff sees them: a table on wide screens, the same table with its rows as cards on narrow ones. */
export function BookingsTable({ bookings }: { bookings: Booking[] }) {
  return (
    <table className="w-full text-left text-sm max-xl:block">
      <caption className="sr-only">All bookings, newest first</caption>
      <thead className="max-xl:sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={cx(
                'tag px-3 pb-3 first:pl-0',
                column === 'Price' && 'text-right',
                column === 'Created' && 'pr-0',
              )}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:grid max-xl:gap-4 sm:max-xl:grid-cols-2">
        {bookings.map((booking) => (
          <BookingRow key={booking.id} booking={booking} />
        ))}
      </tbody>
    </table>
  )
}

function BookingRow({ booking }: { booking: Booking }) {
  const refunded = Number(booking.refunded) > 0
  return (
    <tr className="border-line align-top transition-colors max-xl:grid max-xl:grid-cols-2 max-xl:content-start max-xl:gap-x-4 max-xl:gap-y-3 max-xl:rounded-lg max-xl:border max-xl:bg-panel max-xl:p-4 xl:border-t xl:hover:bg-panel">
      <th
        scope="row"
        className="font-normal max-xl:col-span-2 max-xl:col-start-1 max-xl:row-start-1 xl:max-w-60 xl:py-3 xl:pr-3"
      >
        <span className="block font-semibold text-base text-strong max-xl:pr-28 xl:text-sm">
          {booking.customerName}
        </span>
        <span className="block [overflow-wrap:anywhere]">{booking.customerEmail}</span>
        <CallLink booking={booking} />
      </th>
      <Cell label="Session">
        <SessionStart booking={booking} />
      </Cell>
      <Cell label="Coach and service">
        <span className="block text-strong">{booking.coachName}</span>
        {booking.serviceName}, {showDuration(booking.minutes)}
      </Cell>
      <td className="max-xl:col-start-2 max-xl:row-start-1 max-xl:justify-self-end xl:px-3 xl:py-3">
        <Badge tone={booking.status === 'confirmed' ? 'good' : 'warn'} className="whitespace-nowrap capitalize">
          {booking.status.replace('_', ' ')}
        </Badge>
      </td>
      <Cell label="Price" className="figures xl:text-right">
        <span className="block font-semibold text-strong">${booking.price}</span>
        {refunded && `$${booking.refunded} refunded`}
      </Cell>
      <Cell label="Payment id" className="max-xl:order-1 max-xl:col-span-2">
        {booking.paymentId ? <PaymentId id={booking.paymentId} /> : 'No payment'}
      </Cell>
      <Cell label="Created" className="figures xl:whitespace-nowrap xl:pr-0">
        {showDay(booking.createdAt)}
      </Cell>
    </tr>
  )
}

/** A cell that carries its column's name along where the row is a card. */
function Cell({ label, className, ...rest }: ComponentProps<'td'> & { label: string }) {
  return (
    <td
      {...rest}
      data-label={label}
      className={cx(
        'min-w-0 max-xl:before:block max-xl:before:text-faint max-xl:before:content-[attr(data-label)] xl:px-3 xl:py-3',
        className,
      )}
    />
  )
}

function CallLink({ booking: { customerPhone } }: { booking: Booking }) {
  if (!customerPhone) return <span className="block text-faint">No phone provided</span>
  return (
    <a
      href={`tel:${customerPhone}`}
      className="touch inline-flex items-center gap-1.5 font-medium text-signal underline-offset-4 hover:underline"
    >
      <Phone aria-hidden className="size-3.5" /> Call <span className="figures text-soft">{customerPhone}</span>
    </a>
  )
}

function SessionStart({ booking: { sessionDate, sessionTime, zone } }: { booking: Booking }) {
  if (sessionDate === toBeDecided)
    return (
      <>
        <span className="block text-strong">{toBeDecided}</span>
        No date agreed yet
      </>
    )
  return (
    <span className="figures xl:whitespace-nowrap">
      <span className="block text-strong">{showDay(`${sessionDate}T00:00:00Z`, 'UTC')}</span>
      {sessionTime === toBeDecided
        ? `${toBeDecided}, no time agreed yet`
        : `${showTime(sessionTime)} (${showZone(zone)})`}
    </span>
  )
}
