import { useQuery } from '@tanstack/react-query'
import { CoachCard, CoachCardSkeleton } from '#src/coaches/web/coach-card.tsx'
import { coachesQuery } from '#src/coaches/web/queries.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Offer } from './offer.ts'
import { Section } from './section.tsx'

/** The line-up of coaches. */
export function Coaches({ onBook }: { onBook(offer: Offer): void }) {
  const { data: coaches, isError, refetch, isFetching } = useQuery(coachesQuery)
  return (
    <Section
      id="coaches"
      title="Meet our elite coaches"
      lead="They play at the rank you want, and they know how to explain the way there. Pick the one who fits your game."
    >
      {isError ? (
        <Alert tone="warn" title="The coaches could not be loaded">
          <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Alert>
      ) : coaches?.length === 0 ? (
        <EmptyState title="The line-up is being drawn up">
          New coaches appear here as soon as they are ready to play.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3" aria-busy={!coaches}>
          {coaches
            ? coaches.map((coach) => (
                <CoachCard
                  key={coach.id}
                  coach={coach}
                  onBook={() =>
                    onBook({
                      coach,
                      coachName: coach.name,
                      title: coach.title,
                      game: coach.gameExpertise === 'fortnite' ? 'fortnite' : 'rocket-league',
                    })
                  }
                />
              ))
            : [1, 2, 3].map((place) => <CoachCardSkeleton key={place} />)}
        </div>
      )}
    </Section>
  )
}
