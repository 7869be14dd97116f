import * as calls from '#src/notifications/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { signedIn } from '#src/server/guards.ts'
import { describePage } from '#src/server/pages.ts'
import { serve } from '#src/server/serve.ts'
import { countDeliveries, deliveryDetails, listDeliveries, presentDelivery, resendDelivery } from './deliveries.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.listDeliveries, async ({ query: { cursor, ...filters }, request, reply }) => {
    const { rows, total } = await listDeliveries(deps.db, filters, cursor)
    describePage(request, reply, rows, total)
    return rows.map(presentDelivery)
  })
  serve(app, calls.countDeliveries, ({ query }) => countDeliveries(deps.db, query))
  serve(app, calls.deliveryDetails, ({ params, request }) =>
    deliveryDetails(deps.db, signedIn(request), params.deliveryId),
  )
  serve(app, calls.resendDelivery, ({ params }) => resendDelivery(deps, params.deliveryId))
}
