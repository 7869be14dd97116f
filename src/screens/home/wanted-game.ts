import { useSyncExternalStore } from 'react'
import type { PlayedGame } from '#src/shared/games.ts'

/*
 * The game that the contact section is about. No React context: one that changes would have React draw parts afresh that it
 * does not listen to yet.
 */

let wanted: PlayedGame | null = null
const listeners = new Set<() => void>()

/** Makes the contact section about a game; null: about all of them. */
export function wantGame(game: PlayedGame | null): void {
  wanted = game
  for (const listener of listeners) listener()
}

/** The game of the button that led to the contact section; null: none in particular. */
export function useWantedGame(): PlayedGame | null {
  return useSyncExternalStore(
    subscribe,
    () => wanted,
    () => null,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
