import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/audit/contract.ts'
import { describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import { listAudit, listPeople, nameOf } from './audit.ts'
import { keepAudit } from './keep-audit.ts'

/** Must be registered before the routes of the other nouns: it listens to what they are called. */
export const routes: Noun = (app, deps) => {
  const summaries = new Map<string, string>()
  app.addHook('onRoute', ({ config }) => {
    if (config?.call) summaries.set(nameOf(config.call), config.call.summary)
  })
  keepAudit(app, deps)

  serve(app, calls.listAudit, async ({ query: { cursor, ...filters }, request, reply }) => {
    const { rows, total } = await listAudit(deps.db, filters, cursor)
    describePage(request, reply, rows, total)
    return rows.map(({ createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      // Calls come and go, the audit stays.
      summary: summaries.get(row.call) ?? row.call,
    }))
  })
  serve(app, calls.listAuditPeople, () => listPeople(deps.db))
}
