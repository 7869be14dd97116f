import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/contacts/contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import {
  listContacts,
  markAnswered,
  markUnanswered,
  presentContact,
  presentForOwner,
  sendContact,
  sendInquiryMessage,
} from './contacts.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.sendContact, async ({ body, request }) =>
    presentContact(await sendContact(deps, signedIn(request), body)),
  )
  serve(app, calls.listContacts, async ({ query, request, reply }) => {
    const { rows, total } = await listContacts(deps.db, query.cursor)
    describePage(request, reply, rows, total)
    return rows.map(presentForOwner)
  })
  serve(app, calls.markAnswered, async ({ params, request }) =>
    presentContact(await markAnswered(deps, signedIn(request), params.contactId)),
  )
  serve(app, calls.markUnanswered, async ({ params }) =>
    presentContact(await markUnanswered(deps.db, params.contactId)),
  )
  serve(app, calls.sendInquiryMessage, async ({ params, body, request }) =>
    sendInquiryMessage(deps, signedIn(request), params.contactId, body),
  )
}
