import pLimit from 'p-limit'
import { Unavailable } from './errors.ts'

/**
 * Gives a function that runs work when it is its turn: `atOnce` pieces of work at a time, the others wait in the order in
 * which they came. When `waiting` of them wait already it throws `Unavailable` (503 with `Retry-After`).
 */
export function inTurn({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const limit = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) throw new Unavailable()
    return limit(work)
  }
}
