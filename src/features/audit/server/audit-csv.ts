import type { Deps } from '#src/deps.ts'
import { csvOfLongList } from '#src/platform/http/csv.ts'
import type { Separator } from '#src/shared/csv-separator.ts'
import { showHours } from '#src/shared/text/sentences.ts'
import { showCity } from '#src/shared/times.ts'
import { auditPage } from './audit.ts'

/**
 * What staff did that fits as a CSV file; `summaryOf` says what a call does. Times are in the business's zone. Throws
 * `Unavailable` when too many expensive questions wait already.
 */
export function csvOfAudit(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  wanted: Parameters<typeof auditPage>[1],
  summaryOf: (call: string) => string,
  separator?: Separator,
) {
  const zone = env.businessTimeZone
  return csvOfLongList({
    ...{ name: 'audit', today: now(), separator, zone },
    pageOf: (cursor, atOnce) => auditPage(db, wanted, cursor, atOnce),
    columns: (write) => ({
      [`When (${showCity(zone)})`]: (row) => write(row.createdAt),
      Who: (row) => row.personName,
      What: (row) => (row.sentence === null ? summaryOf(row.call) : showHours(row.sentence, zone)),
      Outcome: ({ status }) => (status === null ? 'none' : status < 400 ? 'done' : `not done, ${status}`),
      Call: (row) => row.call,
      About: (row) => JSON.stringify(row.about),
    }),
  })
}
