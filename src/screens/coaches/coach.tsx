import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { coachOffer } from '#src/features/checkout/web/coach-offer.ts'
import { keepPendingBooking, usePendingBooking } from '#src/features/checkout/web/pending-booking.ts'
import { coachQuery, loadedCoach } from '#src/features/coaches/web/queries.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { lazyPage } from '#src/ui/loading/lazy-page.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { CoachProfile } from './coach-profile.tsx'
import { CoachRatings } from './coach-ratings.tsx'
import { FreeHours } from './free-hours.tsx'
import { OtherCoaches } from './other-coaches.tsx'

const NotFound = lazyPage(() => import('#src/shell/not-found.tsx'))
const BookingDialog = lazyDialog(
  () => import('#src/features/checkout/web/booking-dialog.tsx'),
  ({ offer }) => keepPendingBooking(offer),
)

/** The server does not wait while it renders; a browser loads the rare page when it needs it. */
export const preload = async () => {
  if (typeof document === 'undefined') await NotFound.preload()
}

/** A coach's own page, or the not-found page when nobody active has this address. */
export default function CoachPage({ slug }: { slug: string }) {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(coachQuery(slug))
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  usePendingBooking(setOffer)
  const coach = loadedCoach(client, slug)
  if (coach === null) return <NotFound />
  return (
    <SiteFrame>
      {coach ? (
        <>
          <CoachProfile coach={coach} onBook={() => setOffer(coachOffer(coach))} />
          <FreeHours coach={coach} onChoose={(when) => setOffer(coachOffer(coach, when))} />
          <CoachRatings coach={coach} />
          <OtherCoaches coach={coach} others={data?.others ?? []} />
        </>
      ) : isError ? (
        <div className="wrap py-16">
          <Alert tone="warn" title="This coach could not be loaded">
            <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          </Alert>
        </div>
      ) : (
        <div className="wrap grid gap-6 py-16" aria-busy>
          <Skeleton className="h-16 w-2/3" />
          <Skeleton className="h-72" />
        </div>
      )}
      {offer && <BookingDialog offer={offer} onClose={() => setOffer(null)} />}
    </SiteFrame>
  )
}
