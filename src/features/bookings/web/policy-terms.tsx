import { cancellationTerms, currentPolicy, unchanged } from '#src/features/bookings/rules.ts'
import { showDollars } from '#src/shared/money.ts'
import { showDeadline } from './session-time.ts'

type PolicyTermsProps = {
  /** Cents. */
  price: number
  /** When the session starts: an instant. */
  startsAt: string
  /** IANA name of the zone that deadlines are shown in. */
  zone: string
}

/** What a booking made now gives back until when, in exact dollars and deadlines. */
export function PolicyTerms({ price, startsAt, zone }: PolicyTermsProps) {
  const { full, half, freeMoveUntil } = cancellationTerms({ price, startsAt, terms: currentPolicy, ...unchanged })
  const now = new Date()
  const until = (instant: Date) => <span className="text-strong">until {showDeadline(instant, zone)}</span>
  return (
    // Made anew for other terms: what a browser has translated would keep the old ones.
    <ul key={`${price} ${startsAt}`} className="figures grid gap-1 text-sm">
      {full.until > now && (
        <li>
          Full refund of {showDollars(full.amount)} {until(full.until)}
        </li>
      )}
      {half.until > now && (
        <li>
          Half back, {showDollars(half.amount)}, {until(half.until)}
          {full.until <= now && ` (the session is less than ${currentPolicy.fullRefundHours} hours away)`}
        </li>
      )}
      <li>No refund after that</li>
      {freeMoveUntil > now && <li>Move it to another hour for free {until(freeMoveUntil)}</li>}
    </ul>
  )
}
