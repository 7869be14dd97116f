type GameFacts = {
  label: string
  /** `main` draws, `text` is light enough to read on our dark surfaces, `deep` lies under both. */
  colours: Colours
  /** The competitive ranks, lowest first. Eight in every game, so that rungs of the same height compare. */
  ladder: readonly [string, string, string, string, string, string, string, string]
}
type Colours = { main: string; text: string; deep: string }

/**
 * The games coached here, in the order screens list them. To add one, add an entry: the type checker then names what a
 * game has of its own besides (its card on the home page, its scene of the demo session), everything else reads this table.
 */
export const games = {
  'rocket-league': {
    label: 'Rocket League',
    colours: { main: '#2f8fff', text: '#82bcff', deep: '#12294a' },
    ladder: ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond', 'Champion', 'Grand Champion', 'Supersonic Legend'],
  },
  fortnite: {
    label: 'Fortnite',
    colours: { main: '#8f5cff', text: '#bfa3ff', deep: '#281d4d' },
    ladder: ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond', 'Elite', 'Champion', 'Unreal'],
  },
} as const satisfies Record<string, GameFacts>

export type PlayedGame = keyof typeof games

/** The games somebody coaches or asks about: at least one, each once, in the order of the table. */
export type Expertise = [PlayedGame, ...PlayedGame[]]

/** All of them. */
export const playedGames = Object.keys(games) as Expertise

/** An `Expertise` as the API says it: see `wireExpertise`. */
export type WireGame = PlayedGame | 'both' | `${PlayedGame}+${string}`

/** `both` of the API means these two, however many games there are. */
const bothGames = 'rocket-league+fortnite'

/** The games of a word of the API: `'both'` → `['rocket-league', 'fortnite']`. The word must be one of `wireGames`. */
export function expertiseOf(wire: WireGame): Expertise {
  return (wire === 'both' ? bothGames : wire).split('+') as Expertise
}

/**
 * The word of the API for a set of games: a game's own id, `both` for Rocket League and Fortnite, and for any other set,
 * which the API has no word for, the ids joined by `+` in the order of the table, such as
 * `rocket-league+valorant`. Throws for a set without a known game.
 */
export function wireExpertise(expertise: readonly PlayedGame[]): WireGame {
  const word = playedGames.filter((game) => expertise.includes(game)).join('+')
  if (!word) throw new RangeError(`No game of ours: ${expertise}`)
  return (word === bothGames ? 'both' : word) as WireGame
}

/** All words there are, single games first: what forms offer and the API accepts. */
export const wireGames = setsOfGames()
  .toSorted((a, b) => a.length - b.length)
  .map(wireExpertise)

function setsOfGames(): PlayedGame[][] {
  const sets: PlayedGame[][] = [[]]
  for (const game of playedGames) sets.push(...sets.map((set) => [...set, game]))
  return sets.slice(1)
}

/** How screens name one of these words; `both` stands for all games while there are only two. */
export function gameLabel(wire: WireGame, both = 'Both Games'): string {
  return wire === 'both' && playedGames.length === 2 ? both : gameNames(expertiseOf(wire))
}

/** `'Rocket League and Fortnite'`; all games unless told which. */
export function gameNames(expertise: readonly PlayedGame[] = playedGames, word: 'and' | 'or' = 'and'): string {
  const names = expertise.map((game) => games[game].label).join(', ')
  return names.replace(/, ([^,]+)$/, ` ${word} $1`)
}

/** The title of a coach without one of their own: `'Fortnite coach'`. */
export function coachTitle(expertise: readonly PlayedGame[]): string {
  return `${gameNames(expertise)} coach`
}

/** Words that depend on how many games there are. */
export const gameWords =
  playedGames.length === 2
    ? { count: 'Two', several: 'both', any: 'either', other: 'the other' }
    : { count: playedGames.length, several: 'several', any: 'any', other: 'another' }

/** What a coach may coach: `'Rocket League, Fortnite or both'`. */
export const anyOfGames = `${playedGames.map((game) => games[game].label).join(', ')} or ${gameWords.several}`

/** The colours of a game; grey ones for several. */
export function coloursOf(wire: WireGame): Colours {
  const [game, another] = expertiseOf(wire)
  // `edge`, `soft` and `raised` of theme.css.
  return !another ? games[game].colours : { main: '#66738a', text: '#b9c2d0', deep: '#1b222e' }
}

/** Whether two sets have a game in common: a coach can coach somebody. */
export function shareGame(a: readonly PlayedGame[], b: readonly PlayedGame[]): boolean {
  return a.some((game) => b.includes(game))
}

/** An object with a value for each game. */
export function perGame<T>(make: (game: PlayedGame) => T): Record<PlayedGame, T> {
  return Object.fromEntries(playedGames.map((game) => [game, make(game)])) as Record<PlayedGame, T>
}
