import type { Noun } from '#src/deps.ts'
import { requestCode as requestCodeCall } from '#src/features/accounts/contract.ts'
import { clientOf, codeBrowser, hasOpenCode, outboxOf, requestCode } from '#src/features/accounts/server/accounts.ts'
import * as calls from '#src/features/applications/contract.ts'
import { provenElsewhere } from '#src/features/applications/rules.ts'
import { NotAllowed } from '#src/platform/http/errors.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { refuseForeign } from '#src/platform/http/http.ts'
import { describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import {
  applyAsCoach,
  findApplication,
  findApplicationByEmail,
  openApplication,
  presentApplication,
  presentApplicationTo,
} from './applications.ts'
import { answerAsOwner } from './owner.ts'
import { keepReaderToken, readerToken } from './reader-cookie.ts'
import { isEnded } from './readers.ts'
import { listApplications, presentSent, readApplication, reviewApplication, undoReview } from './review.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.applyAsCoach, async ({ body, request, reply }) => {
    const token = keepReaderToken(request, reply, deps.env)
    return presentApplication(await applyAsCoach(deps, { token, account: request.account }, body))
  })
  serve(app, calls.findApplication, async ({ query: { email }, request, reply }) => {
    // It may mail a code: no picture on another site's page shall.
    refuseForeign(request, deps.env)
    const reader = { token: readerToken(request, deps.env), account: request.account }
    const application = await findApplication(deps, reader, email)
    if (application) return presentApplication(application)
    if (reader.token && (await isEnded(deps.db, reader.token, email)))
      throw new NotAllowed(provenElsewhere(email), { codeRequired: true, isProvenElsewhere: true })
    const asked = { purpose: 'applicant-access', email, browser: codeBrowser(request, reply, deps.env) } as const
    if (!(await hasOpenCode(deps, asked))) {
      await request.countAs(requestCodeCall, email)
      const isKnown = (await request.knownBrowser(email)) !== null
      await requestCode(deps, { ...asked, isKnown, ...clientOf(request) })
    }
    throw new NotAllowed('This browser has not opened this application before: a code is in the mail to that email.', {
      codeRequired: true,
      ...outboxOf(deps.env),
    })
  })
  serve(app, calls.openApplication, async ({ body, request, reply }) => {
    const browser = codeBrowser(request, reply, deps.env)
    const token = keepReaderToken(request, reply, deps.env)
    const prover = { token, account: request.account }
    return presentApplication(await openApplication(deps, prover, { ...body, browser }))
  })
  serve(app, calls.answerAsOwner, async ({ body, request, reply }) => {
    const token = keepReaderToken(request, reply, deps.env)
    return presentApplication(await answerAsOwner(deps, token, body))
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
  serve(app, calls.readApplication, async ({ params, request }) =>
    presentSent(signedIn(request), await readApplication(deps.db, params.id)),
  )
  serve(app, calls.reviewApplication, async ({ params, body, request }) =>
    presentApplicationTo(signedIn(request), await reviewApplication(deps, signedIn(request), params.id, body)),
  )
  serve(app, calls.undoApplicationReview, async ({ params, body, request }) =>
    presentApplicationTo(signedIn(request), await undoReview(deps, signedIn(request), params.id, body.decisionId)),
  )
}
