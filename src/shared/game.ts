import { z } from 'zod/mini'

/** The games coached here (specification part 3), in the order screens list them. */
export const games = ['rocket-league', 'fortnite', 'both'] as const
export type Game = (typeof games)[number]

export const gameLabels: Record<Game, string> = {
  'rocket-league': 'Rocket League',
  fortnite: 'Fortnite',
  both: 'Both Games',
}

export const gameSchema = z.enum(games, 'Please select a game')

/** Whether a coach of `expertise` can coach `game`; a coach of both counts for either. */
export function coachesGame(expertise: Game, game: Game): boolean {
  return game === 'both' || expertise === 'both' || expertise === game
}
