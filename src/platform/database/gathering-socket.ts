import { Socket } from 'node:net'

/**
 * A socket on which the statements that are sent at one go leave at one go: each by itself would wake the database up, and
 * cost a call of the system. pg corks it for each statement.
 */
export class GatheringSocket extends Socket {
  #isGathering = false

  override cork(): void {
    super.cork()
    if (this.#isGathering) return
    this.#isGathering = true
    super.cork()
    // After the promises that are settled by now, which may send more.
    process.nextTick(() => {
      this.#isGathering = false
      super.uncork()
    })
  }
}
