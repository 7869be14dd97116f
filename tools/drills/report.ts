/** One promise, what was measured, and whether it was kept. */
export type Finding = { promise: string; measured: string | number; kept: boolean }

/** Prints what a drill found as a table; a broken promise makes the command fail. */
export function report(title: string, findings: Finding[]): void {
  console.info(`\n${title}`)
  console.table(
    findings.map(({ promise, measured, kept }) => ({ promise, measured, verdict: kept ? 'kept' : 'BROKEN' })),
  )
  if (findings.some(({ kept }) => !kept)) process.exitCode = 1
}

/** The value that `share` (0 to 1) of the values do not exceed; NaN when there are none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}
