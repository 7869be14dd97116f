import { HandCoins } from 'lucide-react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useOwn } from '#src/features/coaches/web/own-query.ts'
import { type OwnEarnings as Earnings, ownEarnings } from '#src/features/payments/payout-contract.ts'
import { showSigned, toSignedCents } from '#src/shared/money.ts'
import { showInstant, showShortDate } from '#src/shared/times.ts'
import { Panel } from '#src/ui/controls/panel.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { PayoutRow } from './payout-history.tsx'

/** A coach's own sessions held, their share of them, what was paid out and what is owed. */
export default function OwnEarnings({ userId }: { userId: string }) {
  const { data, ...query } = useOwn<typeof ownEarnings>(ownEarnings, userId)
  if (query.error && !data) return <LoadFailed {...query} title="Your earnings could not be loaded" />
  if (!data) return <Skeleton className="h-72" />
  return <Shown earnings={data} />
}

function Shown({ earnings }: { earnings: Earnings }) {
  const { percent, next, sessions, earningSessions, lines, payouts } = earnings
  const zone = useReaderZone()
  const money = (amount: string) => showSigned(toSignedCents(amount))
  const figures = [
    { name: 'Sessions held', value: showCount(sessions) },
    { name: 'Your share', value: money(earnings.share) },
    { name: 'Paid out', value: money(earnings.paidOut) },
    { name: 'Owed to you', value: money(earnings.owed) },
  ]
  return (
    <div className="grid gap-8">
      <dl className="figures grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map(({ name, value }) => (
          <div key={name} className="rounded-lg border border-line bg-panel p-4">
            <dt className="text-sm">{name}</dt>
            <dd className="display text-lg text-strong">{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {percent === null
          ? 'Our team has set no share yet.'
          : `You get ${percent} % of what players pay for your sessions, less what goes back to them.`}
        {next && ` From ${showShortDate(next.validFrom)} on ${next.percent} %.`} What goes back after a payout is taken
        off the next one.
      </p>
      <section aria-labelledby="earned" className="grid gap-3">
        <h2 id="earned" className="display text-lg">
          Sessions
        </h2>
        {sessions > 0 && (
          <p>
            {showCount(earningSessions)} of {showCount(sessions)} sessions held earned you a share: free ones and those
            given back in full earn none. A group session has a line for each player.
          </p>
        )}
        {lines.length === 0 ? (
          <EmptyState icon={HandCoins} title="Nothing earned yet">
            Sessions stand here as soon as they are held.
          </EmptyState>
        ) : (
          <ul>
            {lines.map(({ bookingId, number, serviceName, startsAt, share, owed }) => (
              <li
                key={bookingId}
                className="figures flex justify-between gap-x-6 border-line border-t py-3 first:border-t-0"
              >
                <span className="min-w-0">
                  <span className="block font-medium text-strong">{serviceName}</span>
                  <span className="block text-sm">
                    {startsAt && `${showInstant(startsAt, zone)}, `}
                    <span className="whitespace-nowrap">{number}</span>
                  </span>
                </span>
                <span className="shrink-0 text-right">
                  <span className="block font-medium text-strong">{money(share)}</span>
                  <span className="block text-sm">{owedText(toSignedCents(owed))}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="paid-out" className="grid gap-3">
        <h2 id="paid-out" className="display text-lg">
          Payouts
        </h2>
        <Panel>
          {payouts.length === 0 && <p>None yet.</p>}
          <ul>
            {payouts.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </ul>
        </Panel>
      </section>
    </div>
  )
}

/** Whether a session's share was paid out, by the cents that are owed for it. */
function owedText(owed: number): string {
  if (owed === 0) return 'paid out'
  return owed > 0 ? `${showSigned(owed)} owed` : `${showSigned(-owed)} to be taken off`
}
