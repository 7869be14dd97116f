import type { ReactNode } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { sessionWords } from '#src/features/bookings/web/staff/booking-entry.tsx'
import type { ManyAct } from '#src/features/sessions/exceptions.ts'
import type { Exception, ManyDone } from '#src/features/sessions/exceptions-contract.ts'
import { showDollars } from '#src/shared/money.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

type ManyLinesProps = {
  act: ManyAct
  found: Exception[]
  /** The cents that go back, by the booking's number; null: no money moves. */
  amounts: Map<string, number | null>
  total: number
}

/** What happens to each of the chosen bookings, and which are left out and why. */
export function ManyLines({ act, found, amounts, total }: ManyLinesProps) {
  const ready = found.filter(({ refusals }) => refusals[act] === null)
  return (
    <div className="figures grid gap-4">
      {ready.length > 0 && (
        <ul className="grid" aria-label="What happens">
          {ready.map(({ booking, seats }) => (
            <BookingLine key={booking.id} booking={booking}>
              <LineEnd amount={amounts.get(booking.number) ?? null} seats={act === 'call-off' ? seats : 1} />
            </BookingLine>
          ))}
          {act !== 'call-off' && ready.length > 1 && (
            <li className="flex justify-between gap-4 border-line border-t py-2 font-semibold text-strong">
              <span>In all</span>
              <span>Refund {showDollars(total)}</span>
            </li>
          )}
        </ul>
      )}
      <LeftOut act={act} found={found} />
    </div>
  )
}

function LineEnd({ amount, seats }: { amount: number | null; seats: number }) {
  if (amount !== null) return amount > 0 ? `Refund ${showDollars(amount)}` : 'No refund'
  return seats > 1 ? `All ${seats} of its players` : null
}

/** A booking in a list of those that something is done to. */
export function BookingLine({ booking, children }: { booking: Booking; children: ReactNode }) {
  const zone = useRoomZone()
  const { customerName, coachName, number, isCalledOff } = booking
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-2 first:border-t-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-semibold text-strong">
          {customerName} with {coachName}
          {isCalledOff && (
            <Badge tone="warn" className="ml-2">
              Called off
            </Badge>
          )}
        </span>
        <span className="block text-sm">
          {sessionWords(booking, zone)}, {number}
        </span>
      </span>
      <span className="text-strong">{children}</span>
    </li>
  )
}

/** Those of the chosen to which it cannot be done. */
export function LeftOut({ act, found }: { act: ManyAct; found: Exception[] }) {
  const out = found.filter(({ refusals }) => refusals[act] !== null)
  if (out.length === 0) return null
  return (
    <Alert tone="warn" title={out.length === found.length ? 'This cannot be done' : `Left out: ${out.length}`}>
      <ul>
        {out.map(({ booking, refusals }) => (
          <li key={booking.id}>
            {booking.customerName}, {booking.number}: {refusals[act]}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Which were done, and which not and why. */
export function NotDone({ lines, onClose }: { lines: ManyDone; onClose(): void }) {
  const done = lines.filter(({ why }) => why === null)
  return (
    <div className="grid gap-6">
      <Alert tone="warn" urgent title={`${done.length} done, ${lines.length - done.length} not`}>
        <ul className="figures">
          {lines.map(({ number, why }) => (
            <li key={number}>
              {number}: {why ?? 'Done.'}
            </li>
          ))}
        </ul>
      </Alert>
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}
