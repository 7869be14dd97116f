import { MoneyDesk } from '#src/features/payments/web/money-desk.tsx'
import { ProblemsDealtWith } from '#src/features/payments/web/money-problems.tsx'
import { Claims } from './claims.tsx'
import type { useOpenClaims } from './open-claims.ts'

type MoneyTabProps = {
  userId: string
  claims: ReturnType<typeof useOpenClaims>
  /** A decided claim may have booked a free session. */
  onBooked(): void
}

/** The owner's money: what waits for an answer, the day's books, and the problems dealt with. */
export function MoneyTab({ userId, claims, onBooked }: MoneyTabProps) {
  function refresh() {
    claims.refetch()
    onBooked()
  }
  return (
    <>
      <Claims claims={claims.data ?? []} onDecided={refresh} />
      <MoneyDesk userId={userId} />
      <div className="mt-8">
        <ProblemsDealtWith userId={userId} />
      </div>
    </>
  )
}
