import type { Coach } from '#src/features/coaches/contract.ts'
import { games } from '#src/shared/games.ts'
import { languageNames } from '#src/shared/languages.ts'
import { showDate } from '#src/shared/times.ts'
import { freeTimes, rungName } from './coach-filter.ts'
import { type DirectoryFilter, findCoaches, noFilter } from './directory-filter.ts'

/** A filter that could be taken off. */
export type Loosening = {
  /** What it asks for, in words. */
  name: string
  /** What is asked instead. */
  part: Partial<DirectoryFilter>
  /** How many coaches suit then. */
  count: number
}

/**
 * Of the filters that are asked for those without which somebody suits, best first: at most three, one by one. While free
 * hours are asked for and not known, none.
 */
export function loosen(
  coaches: Coach[],
  filter: DirectoryFilter,
  hours: Map<string, { startsAt: string }> | undefined,
): Loosening[] {
  const { q, tags, game, language, from, rank, free } = filter
  if (free && !hours) return []
  const without = (asked: 'q' | 'game' | 'language' | 'from' | 'rank' | 'free', name: string) =>
    filter[asked].trim() ? [{ name, part: { [asked]: noFilter[asked] } }] : []
  const asked: Omit<Loosening, 'count'>[] = [
    ...without('q', `Search: ${q.trim()}`),
    ...tags.map((tag) => ({ name: tag, part: { tags: tags.filter((other) => other !== tag) } })),
    ...without('game', game && games[game].label),
    ...without('language', language && languageNames([language]).join()),
    ...without('from', `My rank: ${rungName(Number(from), game)}`),
    ...without('rank', `My goal: ${rungName(Number(rank), game)}`),
    ...without('free', freeTimes[free] ?? (free && showDate(free))),
  ]
  return asked
    .map((each) => ({
      ...each,
      count: findCoaches(coaches, { filter: { ...filter, ...each.part }, order: 'rating' }, hours).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, 3)
}
