import { requestCode as requestCodeCall } from '#src/accounts/contract.ts'
import { codeBrowser, hasOpenCode, outboxOf, requestCode } from '#src/accounts/server/accounts.ts'
import * as calls from '#src/applications/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { NotAllowed } from '#src/server/errors.ts'
import { signedIn } from '#src/server/guards.ts'
import { describePage } from '#src/server/pages.ts'
import { serve } from '#src/server/serve.ts'
import {
  applyAsCoach,
  findApplication,
  findApplicationByEmail,
  openApplication,
  presentApplication,
  presentApplicationTo,
} from './applications.ts'
import { keepReaderToken, readerToken } from './browser.ts'
import { listApplications, presentSent, reviewApplication } from './review.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.applyAsCoach, async ({ body, request, reply }) => {
    const token = keepReaderToken(request, reply, deps.env)
    return presentApplication(await applyAsCoach(deps, { token, account: request.account }, body))
  })
  serve(app, calls.findApplication, async ({ query: { email }, request, reply }) => {
    const reader = { token: readerToken(request, deps.env), account: request.account }
    const application = await findApplication(deps, reader, email)
    if (application) return presentApplication(application)
    const asked = { purpose: 'applicant-access', email, browser: codeBrowser(request, reply, deps.env) } as const
    if (!(await hasOpenCode(deps, asked))) {
      await request.countAs(requestCodeCall, email)
      await requestCode(deps, asked)
    }
    throw new NotAllowed('This browser has not opened this application before: a code is in the mail to that email.', {
      codeRequired: true,
      ...outboxOf(deps.env),
    })
  })
  serve(app, calls.openApplication, async ({ body, request, reply }) => {
    const browser = codeBrowser(request, reply, deps.env)
    const token = keepReaderToken(request, reply, deps.env)
    return presentApplication(await openApplication(deps, token, { ...body, browser }))
  })
  serve(app, calls.findApplicationByEmail, async ({ query, request }) => {
    const account = signedIn(request)
    return presentApplicationTo(account, await findApplicationByEmail(deps.db, account, query.email))
  })
  serve(app, calls.listApplications, async ({ query, request, reply }) => {
    const { list, total } = await listApplications(deps.db, query.cursor)
    const rows = list.map(({ row }) => row)
    describePage(request, reply, rows, total)
    return list.map((sent) => presentSent(signedIn(request), sent))
  })
  serve(app, calls.reviewApplication, async ({ params, body, request }) =>
    presentApplicationTo(signedIn(request), await reviewApplication(deps, params.id, body)),
  )
}
