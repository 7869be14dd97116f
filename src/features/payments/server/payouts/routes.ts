import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import { ownCoach } from '#src/features/coaches/server/coaches.ts'
import * as calls from '#src/features/payments/payout-contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import { coachEarnings, csvOfEarnings, ownEarnings } from './coach-earnings.ts'
import { listPayouts, payOut, present } from './payouts.ts'
import { setCoachShare } from './shares.ts'

/** The calls about what coaches earn. */
export function servePayouts(app: FastifyInstance, deps: Deps): void {
  serve(app, calls.coachEarnings, ({ query, request }) => coachEarnings(deps, signedIn(request), query))
  serve(app, calls.exportCoachEarnings, async ({ query, reply }) => {
    const file = await csvOfEarnings(deps, query, query.separator)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="level-up-coaches-${query.from}-to-${query.to}.csv"`)
      .send(file)
  })
  serve(app, calls.setCoachShare, async ({ body, request }) => ({
    shares: await setCoachShare(deps, signedIn(request), body),
  }))
  serve(app, calls.payOut, ({ params, body, request }) => payOut(deps, signedIn(request), params.coachId, body))
  serve(app, calls.listPayouts, async ({ query, request, reply }) => {
    const { rows, total } = await listPayouts(deps.db, query.cursor)
    describePage(request, reply, rows, total)
    return rows.map(({ payout, name }) => present(payout, name))
  })
  serve(app, calls.ownEarnings, ({ request }) => ownEarnings(deps, ownCoach(request)))
}
