import { type Service, services } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { coachRung } from '#src/features/coaches/ranks.ts'
import { expertiseOf, games, type PlayedGame, playedGames } from '#src/shared/games.ts'

/** What a player looks for in a coach, as the address says it; empty means anything. */
export type CoachFilter = {
  game: PlayedGame | ''
  /** The lowest rung of the ladder, 1 to 8. */
  rank: string
  /** The most to spend on a session, in whole dollars: one of `budgetOptions`. */
  budget: string
  /** `tomorrow`, `weekend`, `evening` or a date. */
  free: string
}

const names = ['game', 'rank', 'budget', 'free'] as const

/** The filter in a query string; what makes no sense there counts as no filter. */
export function readFilter(search: URLSearchParams): CoachFilter {
  const game = playedGames.find((each) => each === search.get('game'))
  const read = (name: keyof CoachFilter, valid: RegExp) => {
    const value = search.get(name) ?? ''
    return valid.test(value) ? value : ''
  }
  return {
    game: game ?? '',
    rank: read('rank', /^[1-8]$/),
    budget: budgetOptions().find((dollars) => dollars === search.get('budget')) ?? '',
    free: read('free', /^(tomorrow|weekend|evening|\d{4}-\d{2}-\d{2})$/),
  }
}

/** The query string that says a filter, with its `?`, beside whatever else `search` says. */
export function writeFilter(search: URLSearchParams, filter: CoachFilter): string {
  const next = new URLSearchParams(search)
  for (const name of names) {
    if (filter[name]) next.set(name, filter[name])
    else next.delete(name)
  }
  return next.size ? `?${next}` : ''
}

/** Whether a coach's game and rank suit. Free time is the schedule's to say, and every coach has a session for each budget. */
export function suits(coach: Coach, filter: CoachFilter): boolean {
  const { game } = filter
  if (game && !expertiseOf(coach.gameExpertise).includes(game)) return false
  return !filter.rank || coachRung(coach, game || undefined) >= Number(filter.rank)
}

/**
 * What a player can book for at most `budget` dollars, cheapest first. All coaches cost the same, so a budget
 * hides nobody: it decides which sessions a card offers, and which one the dialog begins with.
 */
export function servicesWithin(budget: string): Service[] {
  return services.filter(({ price }) => !budget || price <= Number(budget) * 100).toSorted((a, b) => a.price - b.price)
}

/** What the rank filter offers: the upper rungs, in the words of the game, or of all where none is chosen. */
export function rankOptions({ game }: CoachFilter): { value: string; label: string }[] {
  return [6, 7, 8].map((rung) => {
    const rungNames = (game ? [game] : playedGames).map((each) => games[each].ladder[rung - 1])
    return { value: String(rung), label: `${rungNames.join(' / ')}${rung < 8 ? ' and up' : ''}` }
  })
}

/** What the price filter offers: the price of every session, in whole dollars, but the highest. */
export function budgetOptions(): string[] {
  const prices = services.map(({ price }) => price / 100)
  return [...new Set(prices)]
    .toSorted((a, b) => a - b)
    .slice(0, -1)
    .map(String)
}
