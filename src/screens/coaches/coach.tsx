import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { teamOffer } from '#src/features/bookings/services.ts'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { coachOffer } from '#src/features/checkout/web/coach-offer.ts'
import { BookingDialog, useEarlyBookingDialog } from '#src/features/checkout/web/lazy-booking-dialog.ts'
import { usePendingBooking } from '#src/features/checkout/web/pending-booking.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { readSeat } from '#src/features/coaches/seat-link.ts'
import { coachQuery, loadedCoach } from '#src/features/coaches/web/coaches-query.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { laterPart } from '#src/ui/loading/later-part.tsx'
import { lazyPage } from '#src/ui/loading/lazy-page.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { BookingBar } from './booking-bar.tsx'
import { CoachDetails } from './coach-details.tsx'
import { CoachProfile } from './coach-profile.tsx'
import { FreeHours } from './free-hours.tsx'

const NotFound = lazyPage(() => import('#src/shell/not-found.tsx'))
const Rest = laterPart(() => import('./rest.tsx'))
const nobody: Coach[] = []

/** The server does not wait while it renders; a browser loads the rare page when it needs it. */
export const preload = async () => {
  await Rest.preload()
  if (typeof document === 'undefined') await NotFound.preload()
}

/** A coach's own page, or the not-found page when nobody active has this address. */
export default function CoachPage({ slug }: { slug: string }) {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(coachQuery(slug))
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  usePendingBooking(setOffer)
  useEarlyBookingDialog()
  const coach = loadedCoach(client, slug)
  useSharedSeat(coach, setOffer)
  const others = data?.others ?? nobody
  // The same as long as what it shows is: opening a dialog redraws none of it.
  const content = useMemo(
    () =>
      coach && (
        <>
          <CoachProfile coach={coach} onBook={() => setOffer(coachOffer(coach))} />
          <CoachDetails coach={coach} />
          <FreeHours coach={coach} onChoose={(when) => setOffer(coachOffer(coach, when))} />
          <Rest coach={coach} others={others} onOffer={setOffer} />
          <BookingBar coach={coach} onBook={() => setOffer(coachOffer(coach))} />
        </>
      ),
    [coach, others],
  )
  if (coach === null) return <NotFound />
  return (
    <SiteFrame>
      {content ? (
        content
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

/** Opens the seat that the address names, once: a reload goes on with what has been chosen since. */
function useSharedSeat(coach: Coach | null | undefined, open: (offer: OpenedOffer) => void): void {
  const [path, navigate] = useLocation()
  const seat = useSearch().get('seat')
  useEffect(() => {
    const hour = readSeat(seat)
    if (!coach || !hour) return
    open(coachOffer(coach, { ...hour, serviceId: teamOffer.id }))
    navigate(path, { replace: true })
  }, [coach, seat, open, path, navigate])
}
