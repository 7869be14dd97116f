import * as calls from '#src/insights/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { askExpensive } from '#src/server/expensive.ts'
import { keepBriefly } from '#src/server/keep-briefly.ts'
import { serve } from '#src/server/serve.ts'
import { showInsights } from './insights.ts'

export const routes: Noun = (app, deps) => {
  // Browsers keep them for a minute. The figures of a busy year take the database a second.
  const insights = keepBriefly(10, deps.now, async (days) => {
    const [from, to] = days.split(' ') as [string, string]
    return askExpensive(() => showInsights(deps, from, to))
  })
  serve(app, calls.showInsights, async ({ query }) => insights(`${query.from} ${query.to}`))
}
