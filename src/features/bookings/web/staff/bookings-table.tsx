import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Phone } from 'lucide-react'
import { type ComponentProps, type Ref, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { PersonLink } from '#src/features/accounts/web/person-link.tsx'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import { toBeDecided } from '#src/features/bookings/rules.ts'
import { toDecimal } from '#src/shared/money.ts'
import { showDay, showDuration, showShortDate, showTimeIn } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { PhoneNote } from '#src/ui/feedback/phone-note.tsx'
import { refundOnItsWay } from '../refund-on-its-way.ts'
import { PaymentId } from './bookings-payment-id.tsx'

const columns = [
  { name: 'Customer', width: 'w-[22%]' },
  { name: 'Session', width: 'w-[17%]' },
  { name: 'Coach and service', width: 'w-[18%]' },
  { name: 'Status', width: 'w-[11%]' },
  { name: 'Price', width: 'w-[9%]' },
  { name: 'Payment id', width: 'w-[13%]' },
  { name: 'Created', width: 'w-[10%]' },
]

type BookingsTableProps = {
  /** How they are sorted, in words. */
  order: string
  /** Those loaded so far, of `total`. */
  bookings: Booking[]
  total: number
  onOpen(booking: Booking): void
  /** Ids of those that are chosen; absent: none can be. */
  chosen?: ReadonlySet<string>
  onChoose?(id: string): void
  /** The last rows come into sight: time to load more. */
  onEnd(): void
}

/**
 * Bookings as staff sees them: a table on wide screens, its rows as blocks on narrow ones. Only the rows near the window
 * are in the document, so that a hundred thousand of them scroll like ten.
 */
export function BookingsTable({ order, bookings, total, onOpen, chosen, onChoose, onEnd }: BookingsTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const [top, setTop] = useState(0)
  const rows = useWindowVirtualizer({
    count: bookings.length,
    estimateSize: () => (matchMedia('(min-width: 80rem)').matches ? 96 : 330),
    getItemKey: (index) => bookings[index]?.id ?? index,
    overscan: 8,
    scrollMargin: top,
  })
  const shown = rows.getVirtualItems()
  const before = (shown[0]?.start ?? top) - top
  const after = rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)

  // What stands above the table changes height with the window and with what is said there.
  useLayoutEffect(() => {
    if (table.current) setTop(table.current.getBoundingClientRect().top + window.scrollY)
  })
  const isNearEnd = (shown.at(-1)?.index ?? 0) > bookings.length - 20
  const loadMore = useEffectEvent(onEnd)
  useEffect(() => {
    if (isNearEnd) loadMore()
  }, [isNearEnd, bookings.length])

  return (
    <table ref={table} aria-rowcount={total + 1} className="w-full text-left text-sm max-xl:block xl:table-fixed">
      <caption className="sr-only">Bookings, {order}</caption>
      <thead className="max-xl:sr-only">
        <tr aria-rowindex={1}>
          {columns.map(({ name, width }) => (
            <th
              key={name}
              scope="col"
              className={cx('tag px-3 pb-3 first:pl-0 last:pr-0', width, name === 'Price' && 'text-right')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:block">
        <Gap height={before} />
        {shown.map(({ index, key }) => {
          const booking = bookings[index]
          return (
            booking && (
              <BookingRow
                key={key}
                ref={rows.measureElement}
                index={index}
                booking={booking}
                onOpen={() => onOpen(booking)}
                isChosen={chosen?.has(booking.id) ?? false}
                onChoose={onChoose && (() => onChoose(booking.id))}
              />
            )
          )
        })}
        <Gap height={after} />
      </tbody>
    </table>
  )
}

/** As much room as the rows take that are not in the document. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden className="max-xl:block">
      <td colSpan={columns.length} style={{ height }} className="p-0 max-xl:block" />
    </tr>
  )
}

type BookingRowProps = {
  booking: Booking
  index: number
  onOpen(): void
  isChosen: boolean
  /** Absent: it cannot be chosen. */
  onChoose?(): void
  ref: Ref<HTMLTableRowElement>
}

function BookingRow({ booking, index, onOpen, isChosen, onChoose, ref }: BookingRowProps) {
  const zone = useRoomZone()
  const onItsWay = refundOnItsWay(booking)
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className="relative border-line border-t align-top transition-colors hover:bg-panel max-xl:grid max-xl:grid-cols-2 max-xl:content-start max-xl:gap-x-4 max-xl:gap-y-3 max-xl:py-4 sm:max-xl:grid-cols-3"
    >
      <th
        scope="row"
        className="font-normal [overflow-wrap:anywhere] max-xl:col-span-full max-xl:col-start-1 max-xl:row-start-1 max-xl:pr-28 xl:py-3 xl:pr-3"
      >
        {onChoose && (
          <label className="-my-3 -ml-3 relative z-10 float-left grid size-11 cursor-pointer place-items-center">
            <input
              type="checkbox"
              checked={isChosen}
              onChange={onChoose}
              aria-label={`Choose ${booking.number}, ${booking.customerName}`}
              className="size-5 scroll-mt-28 accent-signal"
            />
          </label>
        )}
        {/* Its button covers the row; what else can be pressed there lies above. */}
        <button
          type="button"
          onClick={onOpen}
          className="block min-h-6 scroll-mt-28 text-left font-semibold text-base text-strong underline-offset-4 [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline xl:text-sm"
        >
          {booking.customerName}
        </button>
        <span className="block">
          <PersonLink userId={booking.playerId} name={booking.customerName}>
            {booking.customerEmail}
          </PersonLink>
        </span>
        <CallLink booking={booking} />
      </th>
      <Cell label="Session">
        <SessionStart booking={booking} />
        <span className="block">{booking.number}</span>
      </Cell>
      <Cell label="Coach and service">
        <span className="block text-strong">{booking.coachName}</span>
        {booking.serviceName}, {showDuration(booking.minutes)}
      </Cell>
      <td className="max-xl:col-start-2 max-xl:row-start-1 max-xl:justify-self-end sm:max-xl:col-start-3 xl:px-3 xl:py-3">
        <StatusBadge booking={booking} />
      </td>
      <Cell label="Price" className="figures xl:text-right">
        <span className="block font-semibold text-strong">${booking.price}</span>
        {Number(booking.refunded) > 0 && <span className="block">${booking.refunded} refunded</span>}
        {onItsWay > 0 && <span className="block">${toDecimal(onItsWay)} on its way</span>}
      </Cell>
      <Cell label="Payment id" className="max-xl:order-1 max-sm:col-span-2">
        {booking.paymentId ? <PaymentId id={booking.paymentId} /> : 'No payment'}
      </Cell>
      <Cell label="Created" className="figures xl:whitespace-nowrap xl:pr-0">
        {showDay(booking.createdAt, zone)}
      </Cell>
    </tr>
  )
}

type Status = Pick<Booking, 'status' | 'isCalledOff' | 'dispute'>

/** Confirmed is green, anything else yellow, called off while its player chooses, too (SCREEN-4); beside it, that the money is disputed or lost. */
export function StatusBadge({ booking: { status, isCalledOff, dispute } }: { booking: Status }) {
  return (
    <span className="inline-flex flex-wrap gap-1 max-xl:flex-col max-xl:items-end">
      <Badge tone={status === 'confirmed' && !isCalledOff ? 'good' : 'warn'} className="whitespace-nowrap">
        {isCalledOff ? 'Called off' : statusLabels[status]}
      </Badge>
      {dispute && dispute !== 'won' && (
        <Badge tone="bad" className="whitespace-nowrap">
          {{ inquiry: 'Bank asks', open: 'Disputed', lost: 'Dispute lost' }[dispute]}
        </Badge>
      )}
    </span>
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

/** Dials the customer's number, when there is one. */
export function CallLink({ booking: { customerPhone } }: { booking: Booking }) {
  if (!customerPhone) return <span className="block text-faint">No phone provided</span>
  return (
    <>
      <a
        href={`tel:${customerPhone}`}
        className="touch relative inline-flex min-h-6 items-center gap-1.5 font-medium text-signal underline-offset-4 hover:underline"
      >
        <Phone aria-hidden className="size-3.5" /> Call{' '}
        <span className="figures text-soft [overflow-wrap:anywhere]">{customerPhone}</span>
      </a>
      <PhoneNote phone={customerPhone} />
    </>
  )
}

/** A booking's date and hour, on the clock of the team's rooms. */
export function SessionStart({ booking: { startsAt, sessionDate } }: { booking: Booking }) {
  const zone = useRoomZone()
  if (sessionDate === toBeDecided)
    return (
      <>
        <span className="block text-strong">{toBeDecided}</span>
        No date agreed yet
      </>
    )
  return (
    <span className="figures min-[88rem]:whitespace-nowrap">
      <span className="block text-strong">{startsAt ? showDay(startsAt, zone) : showShortDate(sessionDate)}</span>
      {startsAt ? showTimeIn(startsAt, zone) : `${toBeDecided}, no time agreed yet`}
    </span>
  )
}
