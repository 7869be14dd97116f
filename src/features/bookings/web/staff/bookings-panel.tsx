import { CalendarPlus, Lock, RefreshCw, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import type { BookingFilters } from '#src/features/bookings/staff-contract.ts'
import { showTimeIn } from '#src/shared/times.ts'
import { HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Spinner } from '#src/ui/loading/spinner.tsx'
import { useSettled } from '../picker/use-settled.ts'
import { BookingsChosen, toggled } from './bookings-chosen.tsx'
import { BookingsExport } from './bookings-export.tsx'
import { BookingsFilterBar, sortLabels } from './bookings-filters.tsx'
import { useBookings } from './bookings-query.ts'
import { BookingsSummary } from './bookings-summary.tsx'
import { BookingsTable } from './bookings-table.tsx'

type BookingsPanelProps = {
  userId: string | undefined
  /** What is looked for, and what changes it. */
  filters: BookingFilters
  onFilter(filters: BookingFilters): void
  /** Shows all there is about a booking. */
  onOpen(booking: Booking): void
  /** What can be done with those of the list that are chosen, and with a whole list of these filters. */
  acts(list: { chosen: Booking[]; all: Booking[]; filters: BookingFilters; onDone(): void }): ReactNode
}

/** All bookings for the staff member with this id, in every state their loading can be in. */
export function BookingsPanel({ userId, filters, onFilter, onOpen, acts }: BookingsPanelProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { sort, ...narrowing } = filters
  const isFiltered = Object.values(narrowing).some(Boolean)
  const order = sort ? `${sortLabels[sort].toLowerCase()} first` : 'booked last first'
  const q = useSettled(filters.q, filters.q ? 250 : 0)
  const query = useBookings(userId, { ...filters, q })
  const { bookings, total, error, dataUpdatedAt, isFetching, isFetchingNextPage, refetch } = query
  const zone = useRoomZone()
  if (error instanceof HttpError && error.status === 403)
    return (
      <EmptyState icon={Lock} title="Admin Access Required">
        Only owners and admins see all bookings.
      </EmptyState>
    )
  if (bookings?.length === 0 && !isFiltered && !query.isPlaceholderData)
    return (
      <EmptyState
        icon={CalendarPlus}
        title="No Bookings Yet"
        action={
          <Button variant="secondary" size="sm" busy={isFetching} onClick={() => refetch()}>
            Refresh
          </Button>
        }
      >
        Players book coaches who are published. A booking appears here as soon as a player has paid for it.
      </EmptyState>
    )
  const isRefreshing = isFetching && !isFetchingNextPage
  const refresh = (
    <Button variant="secondary" size="sm" busy={isRefreshing} onClick={() => refetch()}>
      {!isRefreshing && <RefreshCw aria-hidden className="size-4" />} Refresh
    </Button>
  )
  return (
    <div className="grid gap-6">
      <BookingsFilterBar filters={filters} onChange={onFilter} isAllowed={bookings !== undefined}>
        <p role="status" className="figures mr-auto text-sm max-sm:w-full">
          {bookings && total !== undefined
            ? `Showing ${showCount(bookings.length)} of ${showCount(total)}, ${order}, as of ${showTimeIn(new Date(dataUpdatedAt), zone)}`
            : !error && 'Loading bookings'}
        </p>
        {refresh}
        <BookingsExport filters={filters} />
      </BookingsFilterBar>
      {error && (
        <LoadFailed title="The bookings could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
      )}
      {(bookings || !error) && (
        <BookingsSummary bookings={bookings} total={total} loadedAt={dataUpdatedAt} isFiltered={isFiltered} />
      )}
      {bookings?.length === 0 && (
        <EmptyState icon={SearchX} title="No booking fits">
          Try fewer letters, or clear the filters.
        </EmptyState>
      )}
      {bookings && bookings.length > 0 && (
        <BookingsChosen bookings={bookings} chosen={chosen} onChange={setChosen}>
          {acts({
            chosen: bookings.filter(({ id }) => chosen.has(id)),
            all: bookings,
            filters,
            onDone: () => setChosen(new Set()),
          })}
        </BookingsChosen>
      )}
      {bookings && bookings.length > 0 && total !== undefined && (
        <BookingsTable
          order={order}
          bookings={bookings}
          total={total}
          onOpen={onOpen}
          chosen={chosen}
          onChoose={(id) => setChosen(toggled(chosen, id))}
          onEnd={() => query.hasNextPage && !query.isFetching && query.fetchNextPage()}
        />
      )}
      {query.hasNextPage && isFetchingNextPage && (
        <p role="status" className="flex items-center justify-center gap-2">
          <Spinner /> Loading more
        </p>
      )}
      {!bookings && !error && <RowsToCome />}
    </div>
  )
}

function RowsToCome() {
  return (
    <div className="xl:pt-8">
      {Array.from({ length: 8 }, (_, row) => (
        <div
          key={row}
          className="grid h-64 grid-cols-2 content-start gap-4 border-line border-t py-4 xl:h-22 xl:grid-cols-5 xl:gap-x-10"
        >
          {Array.from({ length: 5 }, (_, part) => (
            <Skeleton key={part} className="h-8 even:w-2/3 xl:h-5" />
          ))}
        </div>
      ))}
    </div>
  )
}
