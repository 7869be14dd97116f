/**
 * Stands in the built server for the packages that `leftOut` in `vite.config.ts` names. Whoever comes to use one of them
 * is told so, and takes its name out there.
 */
function leftOut(): never {
  throw new Error('This package is left out of the built server: see `leftOut` in vite.config.ts')
}

/** cron-parser's. */
export const CronExpressionParser = { parse: leftOut }
/** rrule-temporal's. */
export const RRuleTemporal = leftOut
/** yaml's. */
export { leftOut as parse, leftOut as stringify }
