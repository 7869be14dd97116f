import { games, type PlayedGame, playedGames } from '#src/shared/games.ts'
import { findService, type Service } from './services.ts'

/**
 * What staff can give away (SELL-6). Apart from the catalogue: nothing in here can
 * be ordered, or somebody could order it for nothing.
 */
export type FreeService = Service & {
  /** Only a coach of one of these games can hold it. */
  games: PlayedGame[]
}

const free = (id: string, name: string, minutes: number, games: PlayedGame[]): FreeService => ({
  id,
  name,
  minutes,
  games,
  price: 0,
  capacity: 1,
  includes: '',
  owed: null,
})

export const freeServices: FreeService[] = [
  ...playedGames.flatMap((game) => [
    free(`free-basic-${game}`, `Basic ${games[game].label} Coaching`, 60, [game]),
    free(`free-advanced-${game}`, `Advanced ${games[game].label} Coaching`, 90, [game]),
  ]),
  free('free-premium', 'Premium Gaming Package', 120, playedGames),
]

/** The service of a booking by its id or name, sold or given away; undefined when there is none. */
export function findBookedService(idOrName: string): Service | undefined {
  return findService(idOrName) ?? freeServices.find(({ id, name }) => id === idOrName || name === idOrName)
}
