import * as calls from '#src/insights/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { serve } from '#src/server/serve.ts'
import { showInsights } from './insights.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.showInsights, async ({ query }) => showInsights(deps, query.from, query.to))
}
