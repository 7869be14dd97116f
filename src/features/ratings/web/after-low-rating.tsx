import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { statementHours } from '#src/features/sessions/outcomes.ts'
import { canSay } from '#src/features/sessions/web/say-what-happened.tsx'
import { showMoment } from '#src/shared/session-times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'

/** Whether so many stars (1 to 5) say that it was not good: there is nothing to cheer then. */
export const isLow = (stars: number) => stars <= 2

export const lowTitle = 'Sorry that it was not better'

/** What a player can do who was not happy with a session; `state` undefined: too long ago to be told. */
export function AfterLowRating({ session, state }: { session: MySession; state: SessionState | undefined }) {
  const readerZone = useReaderZone()
  const { guaranteeUntil, endsAt, refusals } = session
  const canClaim = refusals['claim-guarantee'] === null && guaranteeUntil
  const saidUntil = endsAt && new Date(Date.parse(endsAt) + statementHours * 3_600_000)
  return (
    <div className="figures grid max-w-prose gap-2">
      <p>Thank you for saying so. We read your rating before it is published.</p>
      {canClaim && (
        <p>
          It was your first paid session: until {showMoment(guaranteeUntil, readerZone)} you get your money back or
          another coach. Press “Claim guarantee” beside it.
        </p>
      )}
      {state && canSay(state) && saidUntil && (
        <p>
          It started late, ended early or did not take place? Press “Something went wrong?” beside it, until{' '}
          {showMoment(saidUntil, readerZone)}.
        </p>
      )}
      <p>
        {canClaim ? 'Anything else? ' : 'What would make it right? '}
        <AppLink to="/#contact-form" className="touch inline-flex min-h-6 items-center underline underline-offset-4">
          Write to us
        </AppLink>
        : we answer within 24 hours.
      </p>
    </div>
  )
}
