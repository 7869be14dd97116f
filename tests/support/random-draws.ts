import fc from 'fast-check'

/**
 * Random tests draw the same in each run, so that a red run is about the change. Drills (`DRILL=long`) draw others each
 * time, and more; `SEED=` draws the same ones again.
 */
export const isLong = process.env.DRILL === 'long'
// Kept for the files that follow in this process, and said once.
if (isLong && !process.env.SEED) {
  process.env.SEED = String(Math.floor(Math.random() * 2 ** 30))
  console.info(`SEED=${process.env.SEED}`)
}
export const seed = Number(process.env.SEED ?? 8)
fc.configureGlobal({ seed })

/** How often a random test draws: in drills three times as often as in `npm test`. */
export const draws = (times: number): number => (isLong ? 3 * times : times)
