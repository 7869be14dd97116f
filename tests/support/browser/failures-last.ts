import type { Reporter, Suite } from '@playwright/test/reporter'
import { sayFailures } from '../failures-last.ts'

/** Says at the very end which journeys failed: a line each, and the first line of why. */
export default class FailuresLast implements Reporter {
  #journeys: Suite | null = null

  onBegin(_config: unknown, journeys: Suite): void {
    this.#journeys = journeys
  }

  onEnd(): void {
    const failed = (this.#journeys?.allTests() ?? []).filter((test) => test.outcome() === 'unexpected')
    sayFailures(
      failed.map((test) => ({
        title: test.titlePath().filter(Boolean).join(' › '),
        error: test.results.at(-1)?.error,
      })),
    )
  }
}
