import type { NextFreeHours } from '#src/features/bookings/web/picker/use-next-free-hours.ts'
import type { PlayedGame } from '#src/shared/games.ts'

/** How many hours are offered at once. */
export const soonestCount = 3

/** The coaches of a game, or of all, who are free soonest, with that hour. */
export function soonestOf({ soonest, coaches }: NextFreeHours, game: PlayedGame | null) {
  const candidates = game ? (soonest[game] ?? []) : Object.values(soonest).flat()
  const unique = [...new Map(candidates.map((coach) => [coach.id, coach])).values()]
  return unique
    .flatMap((coach) => {
      const hour = coaches.find(({ coachId }) => coachId === coach.id)?.hour
      return hour ? [{ coach, hour }] : []
    })
    .toSorted((a, b) => a.hour.startsAt.localeCompare(b.hour.startsAt))
    .slice(0, soonestCount)
}
