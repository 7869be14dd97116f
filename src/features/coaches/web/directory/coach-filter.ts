import type { Coach } from '#src/features/coaches/contract.ts'
import { coachRung } from '#src/features/coaches/ranks.ts'
import { expertiseOf, games, type PlayedGame, playedGames } from '#src/shared/games.ts'

/** What a player looks for in a coach, as the address says it; empty means anything. */
export type CoachFilter = {
  game: PlayedGame | ''
  /** The lowest rung of the ladder, 1 to 8. */
  rank: string
  /** `tomorrow`, `weekend`, `evening` or a date. */
  free: string
}

/** When a coach may be asked to be free, beside a date. */
export const freeTimes: Record<string, string> = {
  tomorrow: 'Tomorrow',
  weekend: 'This weekend',
  evening: 'After 5 PM, your time',
}

const names = ['game', 'rank', 'free'] as const

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
    free: read('free', /^(tomorrow|weekend|evening|\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))$/),
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

/** Whether a coach's game and rank suit. Free time is the schedule's to say. */
export function suits(coach: Coach, filter: CoachFilter): boolean {
  const { game } = filter
  if (game && !expertiseOf(coach.gameExpertise).includes(game)) return false
  return !filter.rank || coachRung(coach, game || undefined) >= Number(filter.rank)
}

/** What the rank filter offers: the upper rungs. */
export function rankOptions({ game }: CoachFilter): { value: string; label: string }[] {
  return [6, 7, 8].map((rung) => ({
    value: String(rung),
    label: `${rungName(rung, game)}${rung < 8 ? ' and up' : ''}`,
  }))
}

/** A rung, 1 to 8, in the words of the game, or of all games where none is chosen: `'Champion / Elite'`. */
export function rungName(rung: number, game: CoachFilter['game']): string {
  const names = (game ? [game] : playedGames).map((each) => games[each].ladder[rung - 1])
  return [...new Set(names)].join(' / ')
}
