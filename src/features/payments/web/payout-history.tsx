import { useState } from 'react'
import { listPayouts, type Payout } from '#src/features/payments/payout-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { businessZone, showDay, showShortDate } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { GrowingList } from '#src/ui/lists/growing-list.tsx'
import { useList } from '#src/ui/lists/use-list.ts'

/** What was paid to coaches, closed until asked for. */
export function PayoutHistory({ userId }: { userId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const list = useList(listPayouts, isOpen ? userId : undefined)
  return (
    <div className="grid justify-items-start gap-4">
      <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide payouts' : 'Show payouts'}
      </Button>
      {isOpen && (
        <div className="w-full">
          <GrowingList label="Payouts" list={list} empty={<p>Nothing was marked as paid yet.</p>}>
            {(payout) => <PayoutRow key={payout.id} payout={payout} coachName={payout.coachName} />}
          </GrowingList>
        </div>
      )}
    </div>
  )
}

/** A payout in a list; with the coach's name where it may be anybody's. */
export function PayoutRow({ payout, coachName }: { payout: Payout; coachName?: string }) {
  return (
    <li className="figures flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-t py-3 first:border-t-0">
      <span className="min-w-0">
        <span className="block font-medium text-strong [overflow-wrap:anywhere]">
          {showDollars(toCents(payout.amount))}
          {coachName && ` to ${coachName}`}
        </span>
        <span className="block text-sm [overflow-wrap:anywhere]">{payout.reference}</span>
      </span>
      <span className="text-sm">
        {showDay(payout.paidAt, businessZone())}, for sessions until {showShortDate(payout.until)}
      </span>
    </li>
  )
}
