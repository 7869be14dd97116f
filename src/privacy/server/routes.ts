import * as calls from '#src/privacy/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { signedIn } from '#src/server/guards.ts'
import { serve } from '#src/server/serve.ts'
import { eraseAccount, exportData } from './privacy.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.exportData, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    return exportData(deps, signedIn(request))
  })
  serve(app, calls.eraseAccount, async ({ request, body }) => {
    await eraseAccount(deps, signedIn(request), body.password)
    return { ok: true as const }
  })
}
