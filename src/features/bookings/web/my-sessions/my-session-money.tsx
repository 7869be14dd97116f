import type { MySession } from '#src/features/bookings/contract.ts'
import { isWithBank } from '#src/features/bookings/rules.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { refundOnItsWay } from '../refund-on-its-way.ts'

type Money = Pick<MySession, 'price' | 'refunded' | 'refundDue' | 'status' | 'dispute'>

/** What a player reads while their bank has the payment; an inquiry or a closed case changes nothing for them. */
const toPlayer: Partial<Record<NonNullable<Money['dispute']>, string>> = {
  open: 'Your bank is deciding about this payment; until then we cannot send money.',
  lost: 'Your bank took this payment back.',
}

/** What was paid, and what of it came back or is coming. */
export function SessionMoney({ session }: { session: Money }) {
  const price = toCents(session.price)
  const refunded = toCents(session.refunded)
  const onItsWay = refundOnItsWay(session)
  const keptAll = session.status === 'cancelled' && price > 0 && refunded === 0 && onItsWay === 0
  const bank = session.dispute && toPlayer[session.dispute]
  return (
    <p className="figures">
      <span className="font-semibold text-strong">{price === 0 ? 'Free' : showDollars(price)}</span>
      {refunded > 0 && <span className="block text-good text-sm">{showDollars(refunded)} refunded</span>}
      {onItsWay > 0 && <span className="block text-sm text-warn">{showDollars(onItsWay)} on its way back</span>}
      {keptAll && !isWithBank(session) && <span className="block text-sm">No refund</span>}
      {bank && <span className="block max-w-prose text-sm text-warn">{bank}</span>}
    </p>
  )
}
