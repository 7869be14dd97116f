import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { packages, priceFrom } from '#src/features/bookings/services.ts'
import { useNextFreeHours } from '#src/features/bookings/web/picker/use-next-free-hours.ts'
import { games, type PlayedGame } from '#src/shared/games.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import type { OpenedOffer } from './choice.ts'
import { coachOffer } from './coach-offer.ts'
import { soonestCount, soonestOf } from './soonest.ts'

type SoonestHoursProps = {
  /** Null: all games. */
  game: PlayedGame | null
  /** Opens the dialog with coach, day and hour filled in. */
  onBook(offer: OpenedOffer): void
}

/** The next free hours, one coach each, of a game: one press leaves only Proceed. Their place is kept while they load. */
export function SoonestHours({ game, onBook }: SoonestHoursProps) {
  const readerZone = useReaderZone()
  const { data, isError } = useNextFreeHours('')
  const soonest = data && soonestOf(data, game)
  return (
    <ul data-books="" className="figures min-h-[27rem] sm:min-h-65" aria-busy={!soonest && !isError}>
      {soonest?.map(({ coach, hour }) => (
        <li key={coach.id} className={row}>
          <p className="min-w-0 flex-1 basis-60">
            <strong className="block text-strong">{showMoment(hour.startsAt, readerZone)}</strong> {coach.name},{' '}
            {coach.currentRank} · {priceFrom()}
          </p>
          <Button
            variant="secondary"
            aria-label={`Book this hour with ${coach.name}`}
            onClick={() =>
              onBook(
                coachOffer(coach, {
                  ...{ serviceId: packages[0].id, date: hour.date, time: hour.time },
                  ...(game && { game }),
                }),
              )
            }
          >
            Book this hour
          </Button>
        </li>
      ))}
      {soonest?.length === 0 && (
        <li className="py-4">
          No free {game && `${games[game].label} `}hour in the next 14 days. Write to us: we answer within 24 hours.
        </li>
      )}
      {isError && <li className="py-4">The free hours could not be loaded. Choose a coach to see theirs.</li>}
      {!soonest &&
        !isError &&
        Array.from({ length: soonestCount }, (_, place) => (
          <li key={place} className={row}>
            <span className="grid flex-1 basis-60 gap-2">
              <Skeleton className="h-5 w-52 max-w-full" />
              <Skeleton className="h-5 w-60 max-w-full" />
            </span>
            <Skeleton className="h-11 w-40" />
          </li>
        ))}
    </ul>
  )
}

const row = 'flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4'
