import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { useLocation } from 'wouter'
import { priceFrom } from '#src/features/bookings/services.ts'
import { NextFreeHour } from '#src/features/bookings/web/picker/next-free-hour.tsx'
import { useNextFreeHours } from '#src/features/bookings/web/picker/use-next-free-hours.ts'
import { coachOffer } from '#src/features/checkout/web/coach-offer.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { CoachCard, CoachCardSkeleton } from '#src/features/coaches/web/coach-card.tsx'
import { coachesQuery, lineUpQuery, shownAtOnce } from '#src/features/coaches/web/coaches-query.ts'
import { type CoachFilter, readFilter, suits, writeFilter } from '#src/features/coaches/web/directory/coach-filter.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { CoachFilterBar } from './coach-filter-bar.tsx'
import { HomeActions } from './home-actions.ts'
import { Section } from './section.tsx'

/** The line-up of coaches. */
export default function Coaches() {
  const { data: lineUp, isError, refetch, isFetching } = useQuery(lineUpQuery)
  return (
    <Section
      id="coaches"
      title="Meet our elite coaches"
      lead={
        <>
          They play at the rank you want, and they know how to explain the way there.{' '}
          <AppLink
            to="/coaches"
            className="touch -my-2.5 inline-flex items-center whitespace-nowrap text-strong underline"
          >
            All {lineUp && lineUp.total > 1 ? `${lineUp.total} ` : ''}coaches
          </AppLink>
        </>
      }
    >
      {isError ? (
        <Alert tone="warn" title="The coaches could not be loaded">
          <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Alert>
      ) : lineUp?.total === 0 ? (
        <EmptyState title="The line-up is being drawn up">
          New coaches appear here as soon as they are ready to play.
        </EmptyState>
      ) : lineUp ? (
        <LineUp {...lineUp} />
      ) : (
        <div className={cards} aria-busy>
          {[1, 2, 3].map((place) => (
            <CoachCardSkeleton key={place} />
          ))}
        </div>
      )}
    </Section>
  )
}

const cards = 'grid gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'
const noFilter: CoachFilter = { game: '', rank: '', free: '' }

/** The coaches who suit what the address asks for: of `total` the `first`, and more when somebody looks further. */
function LineUp({ total, first }: { total: number; first: Coach[] }) {
  const { book: open } = useContext(HomeActions)
  const search = useSearch()
  const [pathname, navigate] = useLocation()
  const filter = readFilter(search)
  const free = useNextFreeHours(filter.free, { enabled: filter.free !== '' })

  const isFiltered = Object.values(filter).some((value) => value !== '')
  const [shown, setShown] = useState(shownAtOnce)
  const wantsAll = total > first.length && (isFiltered || shown > first.length)
  const all = useQuery({ ...coachesQuery, enabled: wantsAll })
  const coaches = wantsAll && all.data ? all.data : first
  const isStuck = wantsAll && all.isError

  const freeCoaches = filter.free && free.data ? new Set(free.data.coaches.map(({ coachId }) => coachId)) : null
  const found = coaches.filter((coach) => suits(coach, filter) && (freeCoaches?.has(coach.id) ?? true))
  const count = isFiltered ? found.length : total

  /** Filtering is no step to come back from. A person who is sent the address sees the line-up first. */
  const change = (wanted: CoachFilter) =>
    navigate(`${pathname}${writeFilter(search, wanted)}#coaches`, { replace: true })

  function book(coach: Coach) {
    const hour = free.data?.coaches.find(({ coachId }) => coachId === coach.id)?.hour
    open(
      coachOffer(coach, {
        date: (filter.free && hour?.date) || null,
        ...(filter.game && { game: filter.game }),
      }),
    )
  }

  function statusText(): string {
    if (filter.free && free.isPending) return 'Looking for free hours …'
    if (filter.free && free.isError) return 'The free hours could not be loaded: all coaches are shown.'
    if (isFiltered && all.isLoading) return 'Looking through all coaches …'
    if (isStuck) return `Only the first ${first.length} coaches could be loaded.`
    return countText(isFiltered ? found.length : Math.min(found.length, shown), total)
  }

  return (
    <>
      <CoachFilterBar filter={filter} onChange={change} />
      <div className="mb-1 flex min-h-6 sm:min-h-11 sm:mt-3 sm:mb-5 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="figures text-soft">
          {statusText()}
        </p>
        {isFiltered && found.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => change(noFilter)}>
            Clear filters
          </Button>
        )}
      </div>
      {found.length === 0 && !all.isLoading ? (
        <EmptyState
          title="No coach fits all of that"
          action={
            <Button variant="secondary" onClick={() => change(noFilter)}>
              Clear filters
            </Button>
          }
        >
          Try another day, or leave one of the filters open.
        </EmptyState>
      ) : (
        <div className={cards} aria-busy={free.isLoading}>
          {found.slice(0, shown).map((coach) => (
            <CoachCard key={coach.id} coach={coach} onBook={() => book(coach)}>
              <p className="figures text-strong max-sm:float-right sm:mb-3">{priceFrom()}</p>
              <NextFreeHour coachId={coach.id} when={filter.free} />
            </CoachCard>
          ))}
        </div>
      )}
      {(count > shown || isStuck) && (
        <div className="mt-5 flex justify-center sm:mt-8">
          <Button
            variant="secondary"
            busy={all.isFetching}
            onClick={() => (isStuck ? all.refetch() : setShown(shown + shownAtOnce))}
          >
            {isStuck ? 'Try again' : 'Show more coaches'}
          </Button>
        </div>
      )}
    </>
  )
}

function countText(count: number, total: number): string {
  const coaches = total === 1 ? 'coach' : 'coaches'
  return count === total ? `${total} ${coaches}` : `${count} of ${total} ${coaches}`
}
