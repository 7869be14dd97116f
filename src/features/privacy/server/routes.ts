import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/privacy/contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { eraseAccount, exportData } from './privacy.ts'
import { readablePage } from './readable.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.exportData, async ({ request, reply }) => {
    reply
      .headers(fileHeaders('json'))
      .type('application/json; charset=utf-8')
      .serializer((data) => JSON.stringify(data, null, 2))
    return exportData(deps, signedIn(request))
  })
  serve(app, calls.exportReadable, async ({ request, reply }) => {
    const data = await exportData(deps, signedIn(request))
    return reply
      .headers(fileHeaders('html'))
      .type('text/html; charset=utf-8')
      .send(readablePage(data, data.profile?.zone ?? deps.env.businessTimeZone))
  })
  serve(app, calls.eraseAccount, async ({ request, body }) => {
    await eraseAccount(deps, signedIn(request), body.password)
    return { ok: true as const }
  })
}

function fileHeaders(ending: string) {
  return {
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="level-up-data.${ending}"`,
  }
}
