import type { Game } from '#src/shared/game.ts'
import { findService, type Service } from './catalogue.ts'

/**
 * What staff can give away (specification part 9, reading R7 of the design). Apart from the catalogue: nothing in here can
 * be ordered, or somebody could order it for nothing.
 */
export type FreeService = Service & {
  /** Only a coach of this game can hold it; of both: any coach. */
  game: Game
}

const free = (id: string, name: string, minutes: number, game: Game): FreeService => ({
  id,
  name,
  minutes,
  game,
  price: 0,
  capacity: 1,
  includes: '',
})

export const freeServices: FreeService[] = [
  free('free-basic-rocket-league', 'Basic Rocket League Coaching', 60, 'rocket-league'),
  free('free-advanced-rocket-league', 'Advanced Rocket League Coaching', 90, 'rocket-league'),
  free('free-basic-fortnite', 'Basic Fortnite Coaching', 60, 'fortnite'),
  free('free-advanced-fortnite', 'Advanced Fortnite Coaching', 90, 'fortnite'),
  free('free-premium', 'Premium Gaming Package', 120, 'both'),
]

/** The service of a booking by its id or name, sold or given away; undefined when there is none. */
export function findBookedService(idOrName: string): Service | undefined {
  return findService(idOrName) ?? freeServices.find(({ id, name }) => id === idOrName || name === idOrName)
}
