import type { Game } from '#src/shared/game.ts'

/** The competitive ranks of both games, lowest first. Each game has eight, so rungs of the same height compare. */
export const ladders = {
  'rocket-league': [
    'Bronze',
    'Silver',
    'Gold',
    'Platinum',
    'Diamond',
    'Champion',
    'Grand Champion',
    'Supersonic Legend',
  ],
  fortnite: ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond', 'Elite', 'Champion', 'Unreal'],
} satisfies Record<Exclude<Game, 'both'>, string[]>

type PlayedGame = keyof typeof ladders

/** The games somebody of this expertise plays. */
export function playedGames(expertise: Game): PlayedGame[] {
  return expertise === 'both' ? ['rocket-league', 'fortnite'] : [expertise]
}

/**
 * The rung of a rank as people write it, in one game: 1 to 8, 0 for a rank nobody knows. `'Grand Champion II'` is 7. Of
 * several ranks the highest counts.
 */
export function rungOf(rank: string, game: PlayedGame): number {
  // Both games have a Champion; a Grand Champion is one of Rocket League only.
  const text = game === 'fortnite' ? rank.replace(/grand champion/gi, '') : rank
  return ladders[game].findLastIndex((name) => text.toLowerCase().includes(name.toLowerCase())) + 1
}

/** The highest rung of a coach, in one game or in any that the coach plays. */
export function coachRung(coach: { gameExpertise: Game; currentRank: string }, game?: PlayedGame): number {
  const games = playedGames(coach.gameExpertise).filter((each) => !game || each === game)
  return Math.max(0, ...games.map((each) => rungOf(coach.currentRank, each)))
}
