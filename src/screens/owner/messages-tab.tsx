import { ArrowLeft, MessagesSquare, SearchX } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Booking } from '#src/features/bookings/contract.ts'
import type { useBookings } from '#src/features/bookings/web/staff/bookings-query.ts'
import { useBooking } from '#src/features/bookings/web/staff/use-found.ts'
import { showDate } from '#src/shared/times.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { GrowingList } from '#src/ui/lists/growing-list.tsx'
import { StaffThread } from './staff-thread.tsx'

/** Recent bookings at the left, the thread of the chosen one at the right; on phones one after the other. */
export function MessagesTab({ ownerId, query }: { ownerId: string; query: ReturnType<typeof useBookings> }) {
  const chosenId = useSearch().get('booking')
  const { item: chosen, isMissing, failed } = useBooking(ownerId, chosenId, query.bookings)
  const noBookings = (
    <EmptyState icon={MessagesSquare} title="No Bookings Yet">
      Each booking brings a thread with its player.
    </EmptyState>
  )
  if (query.bookings?.length === 0) return noBookings
  return (
    <div className="grid gap-6 lg:h-[max(32rem,calc(100vh-22rem))] lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className={cx('min-h-0 lg:overflow-y-auto lg:pr-2', chosenId && 'max-lg:hidden')}>
        <GrowingList label="Recent bookings" list={{ ...query, items: query.bookings }} empty={noBookings}>
          {(booking) => <Entry key={booking.id} booking={booking} isChosen={booking.id === chosenId} />}
        </GrowingList>
      </div>
      <section
        aria-label={chosen ? `Messages with ${chosen.customerName}` : 'Messages'}
        className={cx('min-h-0 rounded-lg bg-panel', !chosenId && 'max-lg:hidden')}
      >
        {chosenId ? (
          <div className="flex h-full flex-col max-lg:h-[max(24rem,calc(100dvh-20rem))]">
            <header className="flex items-center gap-3 border-line border-b p-4">
              <AppLink
                to="/owner?tab=messages"
                aria-label="All messages"
                className="grid size-11 shrink-0 place-items-center rounded-md text-strong hover:bg-raised lg:hidden"
              >
                <ArrowLeft aria-hidden className="size-5" />
              </AppLink>
              {chosen && (
                <div className="min-w-0">
                  <h2 className="display truncate text-lg">{chosen.customerName}</h2>
                  <p className="figures truncate text-sm">{about(chosen)}</p>
                </div>
              )}
            </header>
            {isMissing && (
              <EmptyState icon={SearchX} title="Booking not found" className="m-4 flex-1 justify-center">
                This link no longer works. Choose another one from the list.
              </EmptyState>
            )}
            {failed && <LoadFailed title="The booking could not be loaded" className="m-4" {...failed} />}
            {chosen && <StaffThread bookingId={chosenId} className="flex-1" />}
          </div>
        ) : (
          <EmptyState icon={MessagesSquare} title="Choose a booking" className="h-full justify-center">
            Its messages appear here.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

function Entry({ booking, isChosen }: { booking: Booking; isChosen: boolean }) {
  const [, navigate] = useLocation()
  return (
    <li className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={() => navigate(`/owner?tab=messages&booking=${booking.id}`)}
        className="w-full rounded-md px-4 py-3 text-left outline-offset-[-3px] transition-colors hover:bg-raised aria-[current]:bg-raised"
      >
        <span className="block truncate font-semibold text-strong">{booking.customerName}</span>
        <span className="figures block truncate text-sm">{about(booking)}</span>
      </button>
    </li>
  )
}

function about({ serviceName, coachName, sessionDate, startsAt }: Booking): string {
  return `${startsAt ? showDate(sessionDate) : 'No date yet'}, ${serviceName}, ${coachName}`
}
