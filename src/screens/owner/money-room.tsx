import { CoachEarnings } from '#src/features/payments/web/coach-earnings.tsx'
import { MoneyDesk } from '#src/features/payments/web/money-desk.tsx'
import { ProblemsDealtWith } from '#src/features/payments/web/money-problems.tsx'
import { MoneyReport } from '#src/features/payments/web/money-report.tsx'
import { Claims } from './bookings/claims.tsx'
import { useOpenClaims } from './bookings/open-claims.ts'

type MoneyRoomProps = {
  userId: string
  /** A decided claim may have booked a free session. */
  onBooked(): void
}

/** Where a press leads: on phones each is some screens high. */
const parts = [
  { id: 'day', label: 'Day' },
  { id: 'money-report', label: 'Report' },
  { id: 'coach-earnings', label: 'Earnings and payouts' },
]

/** The owner's money: what waits for an answer, the day's books, those of several days, coaches' earnings, and the problems dealt with. */
export function MoneyRoom({ userId, onBooked }: MoneyRoomProps) {
  const claims = useOpenClaims(userId)
  function refresh() {
    claims.refetch()
    onBooked()
  }
  return (
    <>
      <nav aria-label="On this page" className="mb-6 flex flex-wrap gap-x-5 text-sm">
        {parts.map(({ id, label }) => (
          <a
            key={id}
            href={`#${id}`}
            className="touch inline-flex min-h-6 items-center font-medium text-signal underline underline-offset-4"
          >
            {label}
          </a>
        ))}
      </nav>
      <Claims claims={claims.data ?? []} onDecided={refresh} />
      <div id="day" className="scroll-mt-6">
        <MoneyDesk userId={userId} />
      </div>
      <div className="mt-12">
        <MoneyReport userId={userId} />
      </div>
      <div className="mt-12">
        <CoachEarnings userId={userId} />
      </div>
      <div className="mt-8">
        <ProblemsDealtWith userId={userId} />
      </div>
    </>
  )
}
