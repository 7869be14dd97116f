import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { cancellationTerms, currentPolicy, unchanged } from '#src/features/bookings/rules.ts'
import { showDollars } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { useNow } from '#src/ui/use-now.ts'

type PolicyTermsProps = {
  /** Cents. */
  price: number
  /** When the session starts: an instant. */
  startsAt: string
}

/** What a booking made now gives back until when, in exact dollars and deadlines. */
export function PolicyTerms({ price, startsAt }: PolicyTermsProps) {
  const { full, half, freeMoveUntil } = cancellationTerms({ price, startsAt, terms: currentPolicy, ...unchanged })
  const readerZone = useReaderZone()
  const now = new Date(useNow())
  const until = (instant: Date) => <span className="text-strong">until {showMoment(instant, readerZone)}</span>
  return (
    // Made again for other terms: what a browser has translated would keep the old ones.
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

/** The same in a few sentences, with the guarantee: beside the button that pays. */
export function TermsInWords({ price, startsAt }: PolicyTermsProps) {
  const readerZone = useReaderZone()
  const { full, half, freeMoveUntil } = cancellationTerms({ price, startsAt, terms: currentPolicy, ...unchanged })
  const now = new Date(useNow())
  const sentences = [
    full.until > now && `Cancel until ${showMoment(full.until, readerZone)}: all ${showDollars(full.amount)} back.`,
    half.until > now && `Cancel until ${showMoment(half.until, readerZone)}: ${showDollars(half.amount)} back.`,
    freeMoveUntil > now && `Move it for free until ${showMoment(freeMoveUntil, readerZone)}.`,
    'First session not right? 100% satisfaction guarantee: a refund or a different coach.',
  ]
  return <p className="figures text-sm">{sentences.filter((sentence) => sentence !== false).join(' ')}</p>
}
