import type { MySession } from '#src/features/bookings/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { refundOnItsWay } from '../refund-on-its-way.ts'

type Money = Pick<MySession, 'price' | 'refunded' | 'refundDue' | 'status'>

/** What was paid, and what of it came back or is coming. */
export function SessionMoney({ session }: { session: Money }) {
  const price = toCents(session.price)
  const refunded = toCents(session.refunded)
  const onItsWay = refundOnItsWay(session)
  const keptAll = session.status === 'cancelled' && price > 0 && refunded === 0 && onItsWay === 0
  return (
    <p className="figures">
      <span className="font-semibold text-strong">{price === 0 ? 'Free' : showDollars(price)}</span>
      {refunded > 0 && <span className="block text-good text-sm">{showDollars(refunded)} refunded</span>}
      {onItsWay > 0 && <span className="block text-sm text-warn">{showDollars(onItsWay)} on its way back</span>}
      {keptAll && <span className="block text-sm">No refund</span>}
    </p>
  )
}
