import pLimit from 'p-limit'
import { Unavailable } from '#src/platform/http/errors.ts'

/**
 * Limits concurrent work. The function it returns runs `atOnce` tasks at a time; the others wait in order. When
 * `waiting` tasks wait already it throws `Unavailable` (503 with `Retry-After`); important tasks may use `extraPlaces`
 * more.
 */
export function createLimiter({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const limit = pLimit(atOnce)
  return async <T>(work: () => Promise<T>, extraPlaces = 0): Promise<T> => {
    if (limit.pendingCount >= waiting + extraPlaces) throw new Unavailable()
    return limit(work)
  }
}
