import { useQuery } from '@tanstack/react-query'
import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { priceFrom } from '#src/features/bookings/services.ts'
import { NextFreeHour } from '#src/features/bookings/web/picker/next-free-hour.tsx'
import { useNextFreeHours } from '#src/features/bookings/web/picker/use-next-free-hours.ts'
import type { OpenedOffer } from '#src/features/checkout/web/choice.ts'
import { coachOffer } from '#src/features/checkout/web/coach-offer.ts'
import { byRating } from '#src/features/coaches/by-rating.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { CoachCard } from '#src/features/coaches/web/coach-card.tsx'
import { coachesQuery, shownAtOnce } from '#src/features/coaches/web/coaches-query.ts'
import { rungName } from '#src/features/coaches/web/directory/coach-filter.ts'
import {
  type DirectoryFilter,
  directoryPath,
  findCoaches,
  isFiltered,
  pagesOf,
  writeDirectory,
} from '#src/features/coaches/web/directory/directory-filter.ts'
import type { DirectoryPage } from '#src/features/coaches/web/directory/directory-page.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { lazyPart } from '#src/ui/loading/lazy-page.tsx'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'
import { DirectoryFilters } from './directory-filters.tsx'
import { useDirectoryAddress } from './use-directory-address.ts'

const NobodySuits = lazyPart(() => import('./nobody-suits.tsx'))

/** A button where scripts run, a link to the next page where they do not. */
const showMoreWords = 'Show more coaches'

/** How the coaches are sorted, said above them. */
const sortedHow = {
  rating: 'Best rated by most players first, new coaches mixed in. Nobody pays for a place.',
  free: 'Next free hour first, and of equals the best rated. Nobody pays for a place.',
}

export const cardGrid = 'grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3'

/**
 * The filters, and the coaches who suit what the address asks for. The server's HTML has one page of them, `drawn`; a
 * browser that is asked for anything else loads all coaches and looks itself.
 */
export function FoundCoaches({ drawn, onBook }: { drawn: DirectoryPage; onBook(offer: OpenedOffer): void }) {
  const { total } = drawn
  const { filter, order, more, ...address } = useDirectoryAddress(drawn.asked)
  const isHydrated = useHydrated()
  const page = address.page <= pagesOf(total) ? address.page : 1
  const narrows = isFiltered(filter)

  const wantsHours = filter.free !== '' || order === 'free'
  const free = useNextFreeHours(filter.free, { enabled: wantsHours })
  const hours = useMemo(
    () =>
      wantsHours && free.data ? new Map(free.data.coaches.map(({ coachId, hour }) => [coachId, hour])) : undefined,
    [wantsHours, free.data],
  )

  const isDrawn = writeDirectory({ filter, order, page, more: 0 }) === drawn.asked
  // A browser says without which filters somebody would suit: for that, too, it needs them all.
  const isNobody = isHydrated && drawn.found === 0
  const wantsAll = total > shownAtOnce && (!isDrawn || wantsHours || more > 0 || isNobody)
  // Whoever comes to the filters will want them all: they are there before the first key is pressed.
  const [isNear, setNear] = useState(false)
  const all = useQuery({ ...coachesQuery, enabled: wantsAll || (isNear && total > shownAtOnce) })
  const sorted = useMemo(() => wantsAll && all.data && byRating(all.data), [wantsAll, all.data])
  const isStuck = wantsAll && all.isError
  const found = useMemo(
    () => findCoaches(sorted || drawn.coaches, { filter, order }, hours),
    [sorted, drawn, filter, order, hours],
  )
  const suitsNobody = found.length === 0 && !(wantsAll && all.isLoading)
  const start = (page - 1) * shownAtOnce
  const shown = (sorted ? found.slice(start) : found).slice(0, shownAtOnce * (1 + more))
  const count = isDrawn && !sorted && total > shownAtOnce ? drawn.found : found.length
  const hasMore = start + shown.length < count

  const grid = useRef<HTMLDivElement>(null)
  /** How many there were when somebody asked for more: the focus then goes to the first new one, where they read on. */
  const shownBefore = useRef<number | null>(null)
  useEffect(() => {
    const before = shownBefore.current
    if (before === null || shown.length <= before) return
    shownBefore.current = null
    grid.current?.children[before]?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
  }, [shown.length])

  const top = useRef<HTMLDivElement>(null)
  const tags = filter.tags.join()
  const tagsBefore = useRef(tags)
  useEffect(() => {
    // A specialty pressed on a card far down asks for another list, which begins above.
    if (tagsBefore.current !== tags) {
      top.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      // The card that was pressed is gone, and the focus with it.
      if (document.activeElement === document.body) top.current?.focus({ preventScroll: true })
    }
    tagsBefore.current = tags
  }, [tags])

  function showMore() {
    shownBefore.current = shown.length
    address.showMore()
  }

  function statusText(): string {
    if (wantsHours && free.isPending) return 'Looking for free hours …'
    if (wantsHours && free.isError) return 'The free hours could not be loaded, so they do not count.'
    if (wantsAll && all.isLoading) return 'Looking through all coaches …'
    if (isStuck) return `Only ${drawn.coaches.length} coaches could be loaded.`
    return countText(count, total, filter)
  }

  return (
    <>
      <DirectoryFilters
        filter={filter}
        order={order}
        tags={drawn.tags}
        languages={drawn.languages}
        onNear={() => setNear(true)}
        onType={address.type}
        onStopTyping={address.stopTyping}
        onChoose={address.choose}
        onSort={address.sort}
      />
      <p className="hidden noscript:block">Search and filters need JavaScript.</p>
      <h2 className="sr-only">Coaches</h2>
      <div
        ref={top}
        tabIndex={-1}
        className="outline-none mt-3 mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-4"
      >
        <div>
          <p role="status" className="figures text-soft">
            {statusText()}
          </p>
          {/* While the hours are not known, the list is in the other order. */}
          {!suitsNobody && <p className="text-sm">{sortedHow[order === 'free' && hours ? 'free' : 'rating']}</p>}
        </div>
        {narrows && found.length > 0 && (
          <Button variant="ghost" size="sm" onClick={address.clear}>
            Clear filters
          </Button>
        )}
      </div>
      {page > 1 && (
        <p className="mb-5">
          <AppLink to={directoryPath(page - 1)} className="touch inline-flex items-center underline">
            Coaches before these
          </AppLink>
        </p>
      )}
      {suitsNobody ? (
        <Suspense fallback={<p className="h-60" />}>
          <NobodySuits
            coaches={all.data ?? drawn.coaches}
            filter={filter}
            hours={hours}
            onChoose={address.choose}
            onClear={address.clear}
          />
        </Suspense>
      ) : (
        // Coaches in another order are new cards: those that move would make the page jump.
        <div ref={grid} key={`${narrows} ${hours !== undefined}`} className={cardGrid} aria-busy={free.isLoading}>
          {shown.map((coach) => (
            <FoundCoach
              key={coach.id}
              coach={coach}
              free={filter.free}
              date={(filter.free && hours?.get(coach.id)?.date) || null}
              game={filter.game}
              onBook={onBook}
            />
          ))}
        </div>
      )}
      {(hasMore || isStuck) && (
        <p className="mt-8 flex justify-center">
          {isHydrated || narrows ? (
            <Button variant="secondary" busy={all.isFetching} onClick={isStuck ? () => all.refetch() : showMore}>
              {isStuck ? 'Try again' : showMoreWords}
            </Button>
          ) : (
            <ButtonLink variant="secondary" to={directoryPath(page + 1)}>
              {showMoreWords}
            </ButtonLink>
          )}
        </p>
      )}
    </>
  )
}

type FoundCoachProps = {
  coach: Coach
  /** When somebody has time, and the day of the coach's next hour then. */
  free: string
  date: string | null
  game: DirectoryFilter['game']
  onBook(offer: OpenedOffer): void
}

/** Drawn again only when its own hour or game changes: with all of them at once a phone would stand still. */
const FoundCoach = memo(function FoundCoach({ coach, free, date, game, onBook }: FoundCoachProps) {
  return (
    <CoachCard coach={coach} onBook={() => onBook(coachOffer(coach, { date, ...(game && { game }) }))}>
      <p className="figures text-strong max-sm:float-right sm:mb-3">{priceFrom()}</p>
      <NextFreeHour coachId={coach.id} when={free} />
    </CoachCard>
  )
})

/** How many there are, and what the ranks asked for mean. */
function countText(found: number, total: number, { from, rank, game }: DirectoryFilter): string {
  const coaches = `${total.toLocaleString('en-US')} ${total === 1 ? 'coach' : 'coaches'}`
  const counted = found === total ? coaches : `${found.toLocaleString('en-US')} of ${coaches}`
  if (rank) return `${counted}, ${rungName(Number(rank), game)} or above`
  return from ? `${counted}, above ${rungName(Number(from), game)}` : counted
}
