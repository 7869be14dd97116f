import { CalendarPlus, Lock, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { showTimeIn } from '#src/shared/times.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { errorText, HttpError } from '#src/ui/call-api.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { useBookings } from './bookings-query.ts'
import { BookingsSummary } from './bookings-summary.tsx'
import { BookingsTable } from './bookings-table.tsx'

/** All bookings for staff, in every state their loading can be in; `query` comes from `useBookings`. */
export function BookingsPanel({ query }: { query: ReturnType<typeof useBookings> }) {
  const { bookings, total, error, dataUpdatedAt, isFetching, isFetchingNextPage, refetch } = query
  if (error instanceof HttpError && error.status === 403)
    return (
      <EmptyState icon={Lock} title="Admin Access Required">
        Only owners and admins see all bookings.
      </EmptyState>
    )
  if (bookings?.length === 0)
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
        A booking appears here as soon as a player has paid for it.
      </EmptyState>
    )
  return (
    <div className="grid gap-6">
      {error && (
        <Alert tone="bad" title="The bookings could not be loaded">
          <p>{errorText(error, 'Please check your connection.')}</p>
          <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {(bookings || !error) && <BookingsSummary bookings={bookings} total={total} loadedAt={dataUpdatedAt} />}
      {bookings && (
        <>
          <Bar>
            <p role="status" className="figures text-sm">
              Showing {bookings.length} of {total}, as of {showTimeIn(new Date(dataUpdatedAt), ownZone())}
            </p>
            <Button variant="secondary" size="sm" busy={isFetching && !isFetchingNextPage} onClick={() => refetch()}>
              <RefreshCw aria-hidden className="size-4" /> Refresh
            </Button>
          </Bar>
          <BookingsTable bookings={bookings} />
        </>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {!bookings && !error && <RowsToCome />}
    </div>
  )
}

function Bar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-between gap-3">{children}</div>
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function RowsToCome() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading bookings
      </p>
      <Bar>
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-9 w-28 rounded-md" />
      </Bar>
      <div className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-1 lg:gap-0 lg:pt-8">
        {Array.from({ length: 8 }, (_, row) => (
          <div
            key={row}
            className="grid h-72 content-start gap-4 rounded-lg border border-line bg-panel p-4 lg:h-21.5 lg:grid-cols-5 lg:gap-x-10 lg:gap-y-2 lg:rounded-none lg:border-0 lg:border-t lg:bg-ink lg:px-0"
          >
            {Array.from({ length: 5 }, (_, part) => (
              <Skeleton key={part} className="h-8 even:w-2/3 lg:h-5" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
