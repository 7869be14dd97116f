type Rated = { id: string; averageRating: string | null; ratingCount: number }

/** What we expect of a coach before anybody has rated them: a little less than our coaches' usual average, so that good ratings lift. */
const expectedRating = 4.5
/** How many ratings weigh as much as that expectation: one player's five stars alone should not lead the list. */
const expectationWeight = 5

/**
 * The coaches whom most players rated best first. Who has no rating yet stands where we expect a coach to be, among the
 * others; of equals the one with more ratings comes first, then the one who came to us first, as their ids say.
 */
export function byRating<T extends Rated>(coaches: T[]): T[] {
  return coaches.toSorted(
    (one, other) =>
      weighedRating(other) - weighedRating(one) || other.ratingCount - one.ratingCount || (one.id < other.id ? -1 : 1),
  )
}

/** The average that a coach would have with some expected ratings beside the given ones: the fewer are given, the closer to what we expect. */
function weighedRating({ averageRating, ratingCount }: Rated): number {
  const given = Number(averageRating) * ratingCount
  return (expectedRating * expectationWeight + given) / (expectationWeight + ratingCount)
}
