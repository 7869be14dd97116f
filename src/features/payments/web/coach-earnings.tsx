import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import {
  coachEarnings,
  type CoachEarnings as Earnings,
  exportCoachEarnings,
} from '#src/features/payments/payout-contract.ts'
import { showDollars, showSigned, toCents, toSignedCents } from '#src/shared/money.ts'
import { showShortDate, showZone } from '#src/shared/times.ts'
import { callApi, errorText, fetchCall } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { MoneyRangeFields, useMoneyRange } from './money-range.tsx'
import { Cell } from './money-report.tsx'
import { PayoutHistory } from './payout-history.tsx'

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'))
const PayoutDialog = lazyDialog(() => import('./payout-dialog.tsx'))

type CoachRow = Earnings['coaches'][number]

/** What coaches earned over some days and are owed, with the way to mark it as paid, for the owner with this id. */
export function CoachEarnings({ userId }: { userId: string }) {
  const days = useMoneyRange()
  const { range, today, isBackwards } = days
  const [isSharing, setIsSharing] = useState(false)
  const [payingId, setPayingId] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: [coachEarnings.path, userId, range],
    queryFn: () => callApi(coachEarnings, { query: range }),
    enabled: !isBackwards,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })
  const until = range.to < today ? range.to : today
  // As it is now: what is owed may have changed since it was pressed.
  const paying = data?.coaches.find(({ coachId }) => coachId === payingId)
  return (
    <section aria-labelledby="coach-earnings" className="grid gap-6">
      <h2 id="coach-earnings" className="display text-lg">
        Coaches’ earnings
      </h2>
      {data && <Share shares={data.shares} today={today} onSet={() => setIsSharing(true)} />}
      <MoneyRangeFields {...days} exportFile={(query) => fetchCall(exportCoachEarnings, { query })} />
      {error && (
        <Alert tone="bad" title="The earnings could not be loaded">
          {errorText(error)}
        </Alert>
      )}
      {data ? <Coaches data={data} until={until} onPay={setPayingId} /> : !error && <Skeleton className="h-48" />}
      <PayoutHistory userId={userId} />
      {isSharing && data && (
        <ShareDialog isFirst={data.shares.length === 0} today={today} onClose={() => setIsSharing(false)} />
      )}
      {paying && <PayoutDialog coach={paying} until={until} onClose={() => setPayingId(null)} />}
    </section>
  )
}

type ShareProps = { shares: Earnings['shares']; today: string; onSet(): void }

function Share({ shares, today, onSet }: ShareProps) {
  const current = shares.findLast(({ validFrom }) => validFrom <= today)
  const next = shares.filter(({ validFrom }) => validFrom > today)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        {current
          ? `Coaches get ${current.percent} % of what their sessions keep, since ${showShortDate(current.validFrom)}.`
          : 'No share counts yet: coaches earn nothing until one is set.'}
        {next.map(({ percent, validFrom }) => ` From ${showShortDate(validFrom)} on ${percent} %.`)}
      </p>
      <Button variant="secondary" size="sm" onClick={onSet}>
        {shares.length === 0 ? 'Set the share' : 'Set the next share'}
      </Button>
    </div>
  )
}

type CoachesProps = { data: Earnings; until: string; onPay(coachId: string): void }

/** On phones a coach's figures stand below the name. */
function Coaches({ data: { zone, coaches }, until, onPay }: CoachesProps) {
  if (coaches.length === 0)
    return (
      <EmptyState icon={HandCoins} title="No sessions held on these days">
        And nothing is owed for earlier ones. Choose other days.
      </EmptyState>
    )
  return (
    <>
      <p className="text-sm">
        Sessions held on these days of {showZone(zone)}; kept is what players paid, less what went back and what banks
        hold. Owed is for all sessions until {showShortDate(until)}.
      </p>
      <table className="figures w-full text-right text-sm max-sm:block">
        <caption className="sr-only">What each coach earned</caption>
        <thead className="max-sm:sr-only">
          <tr>
            {['Coach', 'Sessions', 'Paid', 'Kept', 'Share', 'Owed', ''].map((head) => (
              <th key={head} scope="col" className="tag py-2 pl-3 first:pl-0 first:text-left">
                {head || <span className="sr-only">Payout</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {coaches.map((coach) => (
            <Row key={coach.coachId} coach={coach} onPay={onPay} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({ coach, onPay }: { coach: CoachRow; onPay(coachId: string): void }) {
  const { coachId, name, sessions, gross, kept, share, owed, refusal } = coach
  return (
    <tr className="border-line border-t max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-6 max-sm:py-3">
      <th
        scope="row"
        className="py-2 text-left font-medium text-strong [overflow-wrap:anywhere] max-sm:col-span-2 max-sm:py-0"
      >
        {name}
      </th>
      <Cell label="Sessions">{showCount(sessions)}</Cell>
      <Cell label="Paid">{showDollars(toCents(gross))}</Cell>
      <Cell label="Kept">{showDollars(toCents(kept))}</Cell>
      <Cell label="Share">{showDollars(toCents(share))}</Cell>
      <Cell label="Owed">
        <span className="font-semibold text-strong">{showSigned(toSignedCents(owed))}</span>
      </Cell>
      <td className="py-2 pl-3 max-sm:col-span-2 max-sm:pt-2 max-sm:pb-0 max-sm:pl-0">
        {toSignedCents(owed) > 0 &&
          (refusal ? (
            <p className="text-left text-faint">{refusal}</p>
          ) : (
            <Button
              variant="secondary"
              size="sm"
              className="max-sm:w-full"
              aria-label={`Mark ${name} paid`}
              onClick={() => onPay(coachId)}
            >
              Mark paid
            </Button>
          ))}
      </td>
    </tr>
  )
}
