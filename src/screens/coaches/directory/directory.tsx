import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { BookingDialog, useEarlyBookingDialog } from '#src/features/checkout/web/lazy-booking-dialog.ts'
import { usePendingBooking } from '#src/features/checkout/web/pending-booking.ts'
import { CoachCardSkeleton } from '#src/features/coaches/web/coach-card.tsx'
import { directoryQuery } from '#src/features/coaches/web/directory/directory-query.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Breadcrumb } from '../breadcrumb.tsx'
import { cardGrid, FoundCoaches } from './found-coaches.tsx'

/** All coaches, to search and to filter. */
export default function Directory() {
  const { data, isError, isFetching, refetch } = useQuery(directoryQuery())
  const [offer, setOffer] = useState<OpenedOffer | null>(null)
  usePendingBooking(setOffer)
  useEarlyBookingDialog()
  return (
    <SiteFrame>
      <div className="wrap pt-6 pb-16 lg:pt-8 lg:pb-24">
        <Breadcrumb here="Coaches" />
        <h1 className="display mt-5 text-2xl">Find your coach</h1>
        <p className="mt-3 mb-7 max-w-prose text-lg">
          Say where you are stuck, where you want to go, and when you have time.
        </p>
        {data && data.total > 0 ? (
          <FoundCoaches drawn={data} onBook={setOffer} />
        ) : data ? (
          <EmptyState title="The line-up is being drawn up">
            New coaches appear here as soon as they are ready to play.
          </EmptyState>
        ) : isError ? (
          <Alert tone="warn" title="The coaches could not be loaded">
            <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          </Alert>
        ) : (
          <div className={cardGrid} aria-busy>
            {[1, 2, 3].map((place) => (
              <CoachCardSkeleton key={place} />
            ))}
          </div>
        )}
      </div>
      {offer && <BookingDialog offer={offer} onClose={() => setOffer(null)} />}
    </SiteFrame>
  )
}
