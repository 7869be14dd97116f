import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'

type SessionShareProps = { session: MySession; now: number; className?: string }

/**
 * Until when cancelling gives back how much, for who waits for an answer: the terms run on meanwhile (TERM-1). Nothing where they
 * take nothing away any more. `now` in epoch milliseconds.
 */
export function SessionShare({ session, now, className }: SessionShareProps) {
  const readerZone = useReaderZone()
  const { terms, startsAt, fullRefundUntilStart } = session
  if (!terms || !startsAt || fullRefundUntilStart || session.status !== 'confirmed') return null
  const [all, part] = [toCents(terms.full.amount), toCents(terms.half.amount)]
  const left = toCents(session.price) - toCents(session.refundDue)
  const steps = [
    { until: terms.full.until, amount: all, later: part },
    { until: terms.half.until, amount: part, later: 0 },
  ]
  const step = steps.find(({ until, amount, later }) => Date.parse(until) > now && amount > later)
  if (!step) return null
  return (
    <p className={className}>
      Until {showMoment(step.until, readerZone)} you get {step.amount === left ? 'all ' : ''}
      {showDollars(step.amount)} back if you cancel. After that:{' '}
      {step.later > 0 ? `${showDollars(step.later)}.` : 'nothing.'}
    </p>
  )
}
