import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import * as calls from '#src/features/audit/contract.ts'
import type { NamedCalls } from '#src/platform/http/api-description.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import { describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import { listAudit, listPeople } from './audit.ts'
import { csvOfAudit } from './audit-csv.ts'
import { keepAudit } from './keep-audit.ts'
import { type FindNames, nameOf } from './sentences.ts'

/** Must be registered before the routes of the other nouns, whose calls it writes down: all of them are in `contracts`. */
export function routes(app: FastifyInstance, deps: Deps, contracts: NamedCalls, findNames: FindNames): void {
  keepAudit(app, deps, findNames)

  const everyCall = Object.values(contracts).flatMap((ofNoun) => Object.values(ofNoun))
  const summaries = new Map(everyCall.map((call) => [nameOf(call), call.summary]))
  // Calls come and go, the audit stays.
  const summaryOf = (call: string) => summaries.get(call) ?? call
  const wantedOf = ({ kind, ...wanted }: calls.AuditFilters) => ({
    ...wanted,
    calls: kind && Object.values(contracts[kind] ?? {}).map(nameOf),
  })

  serve(app, calls.listAudit, async ({ query: { cursor, ...filters }, request, reply }) => {
    const { rows, total } = await askExpensive(() => listAudit(deps.db, wantedOf(filters), cursor))
    describePage(request, reply, rows, total)
    return rows.map(({ createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      summary: summaryOf(row.call),
    }))
  })
  serve(app, calls.listAuditPeople, () => askExpensive(() => listPeople(deps.db)))
  serve(app, calls.exportAudit, async ({ query: { separator, ...filters }, reply }) => {
    const { filename, lines } = await csvOfAudit(deps, wantedOf(filters), summaryOf, separator)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(Readable.from(lines))
  })
}
