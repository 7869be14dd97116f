import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/insights/contract.ts'
import { systemHealth } from '#src/features/insights/health-contract.ts'
import { createCache } from '#src/platform/cache/cache.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import { serve } from '#src/platform/http/serve.ts'
import * as health from './health.ts'
import { showInsights } from './insights.ts'

export const routes: Noun = (app, deps) => {
  // Browsers keep them for a minute. The figures of a busy year take the database a second.
  const insights = createCache({
    make: (days) => {
      const [from = '', to = ''] = days.split(' ')
      return askExpensive(() => showInsights(deps, from, to))
    },
    seconds: 10,
    maxBytes: 4_000_000,
    now: deps.now,
  })
  serve(app, calls.showInsights, async ({ query }) => insights.read(`${query.from} ${query.to}`))
  serve(app, systemHealth, ({ query }) => health.systemHealth(deps, query.zone))
}
