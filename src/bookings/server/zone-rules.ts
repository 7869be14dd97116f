import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'
import { createMemory } from '#src/shared/memory.ts'

/** A zone as calendar files write it: `block` is its VTIMEZONE (RFC 5545), which calls it `name`. */
export type ZoneRules = { name: string; block: string } | null

/** What the library knows of a zone: looking it up takes it a millisecond. */
const knownRules = createMemory<ZoneRules>()

/** A zone's rules, under the name they have there (an alias such as Asia/Calcutta becomes Asia/Kolkata); null for a zone unknown. */
export function rulesOf(zone: string): ZoneRules {
  return knownRules(zone, () => {
    if (!tzlib_get_timezones().includes(zone)) return null
    const [block, name] = tzlib_get_ical_block(zone) as [block: string, name: string]
    return { block, name: name.replace('TZID=', '') }
  })
}
