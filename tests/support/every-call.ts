import { contracts } from '#src/contracts.ts'
import type { AnyCall } from '#src/shared/define-call.ts'

/** Every call that any contract declares, by method and path. */
export function everyCall(): AnyCall[] {
  return Object.values(contracts)
    .flatMap((calls) => Object.values(calls))
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`))
}
