import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/notifications/contract.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import {
  countDeliveries,
  deliveryDetails,
  listDeliveries,
  presentDelivery,
  resendDelivery,
  resolveDelivery,
} from './deliveries.ts'
import { chooseMail, readMailChoices } from './mail-choices.ts'
import { doMailsComeBack } from './mail-reach.ts'
import { acceptOneClick } from './one-click.ts'
import { acceptSmsWebhooks } from './sms-webhooks.ts'

export const routes: Noun = (app, deps) => {
  acceptOneClick(app, deps)
  serve(app, calls.listDeliveries, async ({ query: { cursor, ...filters }, request, reply }) => {
    const { rows, total } = await askExpensive(() => listDeliveries(deps.db, filters, cursor))
    describePage(request, reply, rows, total)
    return rows.map(presentDelivery)
  })
  serve(app, calls.countDeliveries, ({ query }) => askExpensive(() => countDeliveries(deps.db, query)))
  serve(app, calls.deliveryDetails, ({ params, request }) =>
    deliveryDetails(deps, signedIn(request), params.deliveryId),
  )
  serve(app, calls.resendDelivery, ({ params }) => resendDelivery(deps, params.deliveryId))
  serve(app, calls.resolveDelivery, ({ params }) => resolveDelivery(deps, params.deliveryId))
  serve(app, calls.readMailReach, async ({ request }) => ({
    comeBack: await doMailsComeBack(deps.db, signedIn(request).email),
  }))
  serve(app, calls.readMailChoices, ({ query: { token }, request: { account } }) =>
    readMailChoices(deps.db, { token, account }),
  )
  serve(app, calls.chooseMail, ({ body: { token, kind, wanted }, request: { account } }) =>
    chooseMail(deps.db, { token, account }, kind, wanted),
  )
  acceptSmsWebhooks(app, deps)
}
