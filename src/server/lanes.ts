import { setTimeout as sleep } from 'node:timers/promises'

const count = 4
const pause = 1_000
const pauseAfterError = 5_000

/**
 * Runs `next` again and again, four at a time; it says whether there was anything to do. The lanes begin a quarter
 * of a second apart; one that found nothing looks again a second later; one whose `next` threw waits for five.
 */
export function openLanes(
  next: () => Promise<boolean>,
  onError: (error: unknown) => void,
): { /** Gives when all have done what they were at. */ close(): Promise<unknown> } {
  const closing = new AbortController()
  const rest = (ms: number) => sleep(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  async function run(lane: number): Promise<void> {
    await rest((lane * pause) / count)
    while (!closing.signal.aborted) {
      try {
        if (!(await next())) await rest(pause)
      } catch (error) {
        onError(error)
        await rest(pauseAfterError)
      }
    }
  }
  const lanes = Array.from({ length: count }, (_, lane) => run(lane))
  return {
    close() {
      closing.abort()
      return Promise.all(lanes)
    },
  }
}
