import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import {
  cancellationTerms,
  currentPolicy,
  isFullUntilStart,
  policyUnder,
  unchanged,
  type Withdrawal,
} from '#src/features/bookings/rules.ts'
import { showDollars } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { useNow } from '#src/ui/use-now.ts'

type PolicyTermsProps = {
  /** Cents. */
  price: number
  /** When the session starts: an instant. */
  startsAt: string
  /** Whether the player will be able to withdraw (TERM-9). */
  withdrawal: Withdrawal
}

/** What a booking made now would give back. */
function useTerms({ price, startsAt, withdrawal }: PolicyTermsProps) {
  const now = new Date(useNow())
  const booking = { price, startsAt, createdAt: now, terms: policyUnder(withdrawal), ...unchanged }
  return { ...cancellationTerms(booking), isFull: isFullUntilStart(booking), now }
}

/** What a booking made now gives back until when, in exact dollars and deadlines. */
export function PolicyTerms(sold: PolicyTermsProps) {
  const { full, half, freeMoveUntil, isFull, now } = useTerms(sold)
  const readerZone = useReaderZone()
  const until = (instant: Date) => <span className="text-strong">until {showMoment(instant, readerZone)}</span>
  return (
    // Made again for other terms: what a browser has translated would keep the old ones.
    <ul key={`${sold.price} ${sold.startsAt}`} className="figures grid gap-1 text-sm">
      {isFull && (
        <li>
          All {showDollars(full.amount)} back <span className="text-strong">until it starts</span>
        </li>
      )}
      {!isFull && full.until > now && (
        <li>
          Full refund of {showDollars(full.amount)} {until(full.until)}
        </li>
      )}
      {!isFull && half.until > now && (
        <li>
          Half back, {showDollars(half.amount)}, {until(half.until)}
          {full.until <= now && ` (the session is less than ${currentPolicy.fullRefundHours} hours away)`}
        </li>
      )}
      {!isFull && <li>No refund after that</li>}
      {freeMoveUntil > now && <li>Move it to another hour for free {until(freeMoveUntil)}</li>}
    </ul>
  )
}

type TermsInWordsProps = PolicyTermsProps & {
  /** It is the first session its player pays for: it has the guarantee. */
  isFirst: boolean
}

/** The same in a few sentences, with the guarantee: beside the button that pays. */
export function TermsInWords({ isFirst, ...sold }: TermsInWordsProps) {
  const readerZone = useReaderZone()
  const { full, half, freeMoveUntil, isFull, now } = useTerms(sold)
  const cancelling = [
    full.until > now && `all ${showDollars(full.amount)} back until ${showMoment(full.until, readerZone)}`,
    half.until > now && `${showDollars(half.amount)} back until ${showMoment(half.until, readerZone)}`,
    half.until > now ? 'then nothing' : 'nothing goes back',
  ].filter((part) => part !== false)
  const sentences = [
    isFull
      ? `If you cancel or withdraw before it starts: all ${showDollars(full.amount)} back.`
      : `If you cancel: ${cancelling.join(', ')}.`,
    sold.withdrawal === 'exempt' && 'It has a fixed hour, so the 14 days to withdraw do not cover it.',
    freeMoveUntil > now && `Move it free until ${showMoment(freeMoveUntil, readerZone)}.`,
    isFirst && `First session not right? Your money back or another coach, within ${currentPolicy.guaranteeDays} days.`,
    'Under 18? A parent or guardian has to agree first.',
    'We ask you once afterwards how it was; you can switch that off.',
  ]
  return <p className="figures text-sm">{sentences.filter((sentence) => sentence !== false).join(' ')}</p>
}
