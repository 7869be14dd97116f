import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { Withdrawal } from '#src/features/bookings/rules.ts'
import { useMySessions } from '#src/features/bookings/web/my-sessions/my-session-query.ts'
import { SessionTime } from '#src/features/bookings/web/my-sessions/my-session-time.tsx'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { gap } from '#src/shared/papers.ts'
import { TextPage, TextPart } from '#src/shell/text-page.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

const WithdrawDialog = lazyDialog(
  async () => ({ default: (await import('#src/features/bookings/web/my-sessions/my-session-cancel.tsx')).Cancelling }),
  { shell: () => ({ title: 'Withdraw from a contract' }) },
)

/** Where buyers withdraw from what they paid for, as the law of the EU and the UK calls it (TERM-9). */
export default function WithdrawPage() {
  const { user } = useAccount()
  const { data: seller } = useQuery(sellerQuery)
  return (
    <TextPage title="Withdraw" lead="Take back what you bought with the right to withdraw, without a reason.">
      <TextPart title="What you can withdraw from">
        {user ? (
          <Sessions key={user.id} userId={user.id} />
        ) : (
          <div className="in-data-signed-in:invisible print:hidden">
            <p className="mb-4">Log in with the account that paid, and choose the session.</p>
            <ButtonLink to="/login?next=/withdraw">Log in</ButtonLink>
          </div>
        )}
      </TextPart>
      <TextPart title="Your right">
        <Right withdrawal={seller?.withdrawal ?? null} />
        <p>Rather in writing, or anything else? Tell us at {seller?.email}: a sentence is enough.</p>
      </TextPart>
    </TextPage>
  )
}

/** What holds for sessions that are sold now. */
function Right({ withdrawal }: { withdrawal: Withdrawal }) {
  if (withdrawal === 'applies')
    return (
      <p>
        You have 14 days from the day you paid, until your session starts, and get all of the price back to your card.
        Once it has started you cannot withdraw any more.
      </p>
    )
  return (
    <p>
      {withdrawal === 'exempt'
        ? 'Sessions that are sold now have no such right: the law makes an exception for what has a fixed hour.'
        : gap('whether this right covers sessions at a fixed hour', 'a lawyer')}{' '}
      You can cancel them in{' '}
      <AppLink to="/sessions" className="text-strong underline underline-offset-4">
        My Sessions
      </AppLink>
      , as our Terms say.
    </p>
  )
}

/** What this player can still withdraw from, and what they have on this page. */
function Sessions({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useMySessions(userId)
  const [chosen, setChosen] = useState<MySession | null>(null)
  const [withdrawn, setWithdrawn] = useState<MySession | null>(null)
  const open = data?.filter(({ withdrawUntil }) => withdrawUntil !== null)
  useEffect(() => {
    // Its row took the focus along.
    if (withdrawn && document.activeElement === document.body) document.querySelector('main')?.focus()
  })
  if (!open)
    return error ? (
      <LoadFailed title="Your sessions could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
    ) : (
      <Skeleton className="h-32" />
    )
  async function done(isDone: boolean) {
    if (isDone) setWithdrawn(chosen)
    setChosen(null)
    await refetch()
  }
  return (
    <>
      {withdrawn && (
        <Alert tone="good" title={`You have withdrawn from ${withdrawn.number}`}>
          {toCents(withdrawn.refundNow) > 0 &&
            `${showDollars(toCents(withdrawn.refundNow))} is on its way back to your card. `}
          We confirm it by e-mail to {withdrawn.customerEmail}.{' '}
          <AppLink to={`/receipt?booking=${withdrawn.id}`} className="underline underline-offset-4">
            See the receipt
          </AppLink>
        </Alert>
      )}
      {open.length === 0 && (
        <p className="text-strong">
          {withdrawn ? 'Nothing else' : 'Nothing'} right now. Here stand sessions that you paid for within 14 days, with
          this right, and that have not started. You can cancel others in{' '}
          <AppLink to="/sessions" className="underline underline-offset-4">
            My Sessions
          </AppLink>
          .
        </p>
      )}
      {open.map((session) => (
        <div key={session.id} className="flex flex-wrap items-end justify-between gap-4 rounded-md bg-raised p-4">
          <div className="min-w-0">
            <p className="font-semibold text-strong">
              {session.serviceName} with {session.coachName}
            </p>
            <p className="figures text-sm">
              {session.number}, {showDollars(toCents(session.price))}
            </p>
            <SessionTime session={session} />
          </div>
          <Button variant="secondary" aria-label={`Withdraw from ${session.number}`} onClick={() => setChosen(session)}>
            Withdraw
          </Button>
        </div>
      ))}
      {chosen && (
        <WithdrawDialog
          session={chosen}
          hasCoachAsked={false}
          isWithdrawal
          onClose={() => setChosen(null)}
          onDone={done}
        />
      )}
    </>
  )
}
