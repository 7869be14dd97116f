import { type Service, servicesOf } from '#src/bookings/catalogue.ts'
import type { Coach } from '#src/coaches/contract.ts'
import { coachRung, ladders, playedGames } from '#src/coaches/ranks.ts'

/** What a player looks for in a coach, as the address says it; empty means anything. */
export type CoachWish = {
  /** `rocket-league` or `fortnite`. */
  game: string
  /** The lowest rung of the ladder, 1 to 8. */
  rank: string
  /** The most to spend on a session, in whole dollars. */
  budget: string
  /** `tomorrow`, `weekend`, `evening` or a date. */
  free: string
}

const names = ['game', 'rank', 'budget', 'free'] as const

/** The wish in a query string; what makes no sense there counts as no wish. */
export function readWish(search: URLSearchParams): CoachWish {
  const read = (name: keyof CoachWish, valid: RegExp) => {
    const value = search.get(name) ?? ''
    return valid.test(value) ? value : ''
  }
  return {
    game: read('game', /^(rocket-league|fortnite)$/),
    rank: read('rank', /^[1-8]$/),
    budget: read('budget', /^\d{1,4}$/),
    free: read('free', /^(tomorrow|weekend|evening|\d{4}-\d{2}-\d{2})$/),
  }
}

/** The query string that says a wish, with its `?`, beside whatever else `search` says. */
export function writeWish(search: URLSearchParams, wish: CoachWish): string {
  const next = new URLSearchParams(search)
  for (const name of names) {
    if (wish[name]) next.set(name, wish[name])
    else next.delete(name)
  }
  return next.size ? `?${next}` : ''
}

/** Whether a coach's game, rank and prices suit; free time is the schedule's to say. */
export function suits(coach: Coach, wish: CoachWish): boolean {
  const game = gameOf(wish)
  if (game && !playedGames(coach.gameExpertise).includes(game)) return false
  if (wish.rank && coachRung(coach, game) < Number(wish.rank)) return false
  return servicesWithin(coach, wish.budget).length > 0
}

/**
 * What a player can book with a coach for at most `budget` dollars, cheapest first. All coaches cost the same today, so a
 * budget hides nobody: it decides which sessions a card offers, and which one the dialog begins with.
 */
export function servicesWithin(coach: Coach, budget: string): Service[] {
  return servicesOf(coach.gameExpertise)
    .filter(({ price }) => !budget || price <= Number(budget) * 100)
    .toSorted((a, b) => a.price - b.price)
}

/** What the rank filter offers: the upper rungs, in the words of the game, or of both where none is chosen. */
export function rankOptions(wish: CoachWish): { value: string; label: string }[] {
  const game = gameOf(wish)
  return [6, 7, 8].map((rung) => {
    const rungNames = (game ? [game] : (['rocket-league', 'fortnite'] as const)).map((each) => ladders[each][rung - 1])
    return { value: String(rung), label: `${rungNames.join(' / ')}${rung < 8 ? ' and up' : ''}` }
  })
}

/** What the price filter offers: the price of every session, in whole dollars, but the highest. */
export function budgetOptions(): string[] {
  const prices = servicesOf('').map(({ price }) => price / 100)
  return [...new Set(prices)]
    .toSorted((a, b) => a - b)
    .slice(0, -1)
    .map(String)
}

function gameOf({ game }: CoachWish): keyof typeof ladders | undefined {
  return game === 'rocket-league' || game === 'fortnite' ? game : undefined
}
