import fc from 'fast-check'

/** Random tests draw the same in each run, so that a red run is about the change; `SEED=n` draws others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 8) })
