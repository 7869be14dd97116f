import * as calls from '#src/contacts/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { signedIn } from '#src/server/guards.ts'
import { describePage } from '#src/server/pages.ts'
import { serve } from '#src/server/serve.ts'
import { listContacts, markAnswered, markUnanswered, presentContact, sendContact } from './contacts.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.sendContact, async ({ body, request }) =>
    presentContact(await sendContact(deps, signedIn(request), body)),
  )
  serve(app, calls.listContacts, async ({ query, request, reply }) => {
    const { rows, total } = await listContacts(deps.db, query.cursor)
    describePage(request, reply, rows, total)
    return rows.map(presentContact)
  })
  serve(app, calls.markAnswered, async ({ params, request }) =>
    presentContact(await markAnswered(deps, signedIn(request), params.contactId)),
  )
  serve(app, calls.markUnanswered, async ({ params }) =>
    presentContact(await markUnanswered(deps.db, params.contactId)),
  )
}
