import { expertiseOf, games, type PlayedGame, playedGames, type WireGame } from '#src/shared/games.ts'

/**
 * The rung of a rank as people write it, in one game: 1 to 8, 0 for a rank nobody knows. `'Grand Champion II'` is 7. Of
 * several ranks the highest counts.
 */
export function rungOf(rank: string, game: PlayedGame): number {
  const { ladder }: { ladder: readonly string[] } = games[game]
  // Another game's Grand Champion is no Champion of this one.
  const others = playedGames
    .flatMap((each): readonly string[] => games[each].ladder)
    .filter((name) => !ladder.includes(name) && ladder.some((own) => name.includes(own)))
  const text = others.reduce((left, name) => left.replaceAll(name.toLowerCase(), ''), rank.toLowerCase())
  return ladder.findLastIndex((name) => text.includes(name.toLowerCase())) + 1
}

/** The highest rung of a coach, in one game or in any that the coach plays. */
export function coachRung(coach: { gameExpertise: WireGame; currentRank: string }, game?: PlayedGame): number {
  const counted = expertiseOf(coach.gameExpertise).filter((each) => !game || each === game)
  return Math.max(0, ...counted.map((each) => rungOf(coach.currentRank, each)))
}
