import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/sessions/safety-contract.ts'
import { checkConfirmed, signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { block, takeBlockBack } from './block.ts'
import { reportProblem } from './reports.ts'
import { listReports, settleReport } from './staff-reports.ts'
import { readSafety } from './state.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.readSafety, async ({ params, query, request }) =>
    readSafety(deps, signedIn(request), params.bookingId, query.coachId),
  )

  serve(app, calls.reportProblem, async ({ params, query: { coachId }, body, request }) => {
    const account = signedIn(request)
    await reportProblem(deps, account, params.bookingId, { ...body, coachId })
    return readSafety(deps, account, params.bookingId, coachId)
  })

  serve(app, calls.block, async ({ params, query: { coachId }, body, request }) => {
    const account = signedIn(request)
    await block(deps, account, params.bookingId, { ...body, coachId })
    return readSafety(deps, account, params.bookingId, coachId)
  })

  serve(app, calls.takeBlockBack, async ({ params, query: { coachId }, request }) => {
    const account = signedIn(request)
    await takeBlockBack(deps, account, params.bookingId, coachId)
    return readSafety(deps, account, params.bookingId, coachId)
  })

  serve(app, calls.listReports, async ({ request }) => listReports(deps, signedIn(request)))

  serve(app, calls.settleReport, async ({ params, body, request }) => {
    if (body.rest) checkConfirmed(request)
    await settleReport(deps, signedIn(request), params.reportId, body)
    return { ok: true as const }
  })
}
