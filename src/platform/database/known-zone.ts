import { BadEnv } from '#src/platform/config/env.ts'
import { isTimeZone } from '#src/shared/time-fields.ts'
import { aloneIn } from './migrate.ts'

/**
 * The business's zone (an IANA name) by a name that the database at `url` knows, since its days are also counted there. Servers
 * differ: newer ones may lack old names (`US/Eastern`), older ones lack new names (`Europe/Kyiv`). Throws `BadEnv`.
 */
export async function findKnownZone(url: string, zone: string): Promise<string> {
  return aloneIn(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from pg_timezone_names order by name')
    const names = rows.map(({ name }) => name)
    return knownZone(zone, names)
  })
}

/** `zone` where it is among `names`, else another name for the same zone. Throws `BadEnv` when there is none. */
export function knownZone(zone: string, names: string[]): string {
  if (names.includes(zone)) return zone
  const main = mainName(zone)
  const known = names.includes(main) ? main : names.find((name) => isTimeZone(name) && mainName(name) === main)
  if (known) return known
  throw new BadEnv(
    `BUSINESS_TIME_ZONE: the database does not know ${zone}. Write another name for it, such as those in pg_timezone_names.`,
  )
}

/** One name for a zone and all its aliases. */
const mainName = (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
