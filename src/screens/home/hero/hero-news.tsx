import { type ComponentType, useEffect, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { priceFrom } from '#src/features/bookings/services.ts'
import { useNextFreeHours } from '#src/features/bookings/web/picker/use-next-free-hours.ts'
import { soonestOf } from '#src/features/checkout/web/soonest.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { loadCode } from '#src/ui/loading/missing-code.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import type { OwnNewsProps } from './own-news.tsx'

/** Below the headline: the offer, or, signed in, what comes next. The place is as high for everybody: nothing moves. */
export function HeroNews() {
  const { user } = useAccount()
  const isSignedIn = user !== null
  const [OwnNews, setOwnNews] = useState<ComponentType<OwnNewsProps> | null>(null)
  useEffect(() => {
    // When it does not come, what visitors read stays.
    if (isSignedIn)
      loadCode(() => import('./own-news.tsx')).then(
        (module) => setOwnNews(() => module.default),
        () => {},
      )
  }, [isSignedIn])
  return (
    <div className="mt-3 min-h-34 max-w-[34rem] sm:mt-6 sm:min-h-32 sm:text-lg lg:mt-8">
      {user && OwnNews ? <OwnNews key={user.id} user={user} meanwhile={visitorsNews} /> : visitorsNews}
    </div>
  )
}

const visitorsNews = <VisitorsNews />

/** What everybody reads who is not signed in, and others until theirs is there. */
function VisitorsNews() {
  const { data, isError } = useNextFreeHours('')
  const readerZone = useReaderZone()
  const [next] = data ? soonestOf(data, null) : []
  return (
    <>
      <p>Book an hour with a coach who has already climbed past your rank. Leave with the one thing to fix next.</p>
      <p className="figures mt-2 text-base text-strong sm:mt-4" aria-busy={!data && !isError}>
        <strong className="font-semibold">Sessions {priceFrom()}.</strong>{' '}
        {next ? (
          <span className="sm:inline-block">
            Next free hour: {showMoment(next.hour.startsAt, readerZone)} with {next.coach.name}
          </span>
        ) : (
          !data && !isError && <Skeleton className="mt-2 h-5 w-72 max-w-full" />
        )}
      </p>
    </>
  )
}
