import type { Availability } from '#src/features/schedule/contract.ts'

/**
 * What two devices changed of the same hours (`base`), together: each weekday, each date and each rule as it was changed; where both
 * changed the same one, as `mine`.
 */
export function mergeHours(base: Availability, mine: Availability, theirs: Availability): Availability {
  const rule = <Name extends keyof Availability>(name: Name) => (isSame(mine[name], base[name]) ? theirs : mine)[name]
  const parts = <Part>(of: (hours: Availability) => Part[], nameOf: (part: Part) => number | string) => {
    const named = (hours: Availability, name: number | string) => of(hours).filter((part) => nameOf(part) === name)
    const names = [...new Set([base, mine, theirs].flatMap((hours) => of(hours).map(nameOf)))].sort()
    return names.flatMap((name) => named(isSame(named(mine, name), named(base, name)) ? theirs : mine, name))
  }
  return {
    zone: rule('zone'),
    bufferMinutes: rule('bufferMinutes'),
    noticeHours: rule('noticeHours'),
    mostADay: rule('mostADay'),
    week: parts(
      ({ week }) => week,
      ({ weekday }) => weekday,
    ),
    exceptions: parts(
      ({ exceptions }) => exceptions,
      ({ date }) => date,
    ),
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
