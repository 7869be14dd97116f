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

type TermsInWordsProps = PolicyTermsProps & {
  /** It is the first session its player pays for: it has the guarantee. */
  isFirst: boolean
}

/** The same in a few sentences, with the guarantee: beside the button that pays. */
export function TermsInWords({ price, startsAt, isFirst }: TermsInWordsProps) {
  const readerZone = useReaderZone()
  const { full, half, freeMoveUntil } = cancellationTerms({ price, startsAt, terms: currentPolicy, ...unchanged })
  const now = new Date(useNow())
  const cancelling = [
    full.until > now && `all ${showDollars(full.amount)} back until ${showMoment(full.until, readerZone)}`,
    half.until > now && `${showDollars(half.amount)} back until ${showMoment(half.until, readerZone)}`,
    half.until > now ? 'then nothing' : 'nothing goes back',
  ].filter((part) => part !== false)
  const sentences = [
    `If you cancel: ${cancelling.join(', ')}.`,
    freeMoveUntil > now && `Move it free until ${showMoment(freeMoveUntil, readerZone)}.`,
    isFirst && `First session not right? Your money back or another coach, within ${currentPolicy.guaranteeDays} days.`,
    'Under 18? A parent or guardian has to agree first.',
    'We ask you once afterwards how it was; you can switch that off.',
  ]
  return <p className="figures text-sm">{sentences.filter((sentence) => sentence !== false).join(' ')}</p>
}
