import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/desk/contract.ts'
import * as evidenceCalls from '#src/features/desk/evidence-contract.ts'
import * as people from '#src/features/desk/person-contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { answerDispute, disputeEvidence } from './evidence/evidence.ts'
import { noteAboutPerson } from './person/notes.ts'
import { showPerson } from './person/person.ts'
import { findPerson } from './person/visible.ts'
import { searchDesk } from './search.ts'
import { showToday } from './today.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.showToday, ({ request, query }) => showToday(deps, signedIn(request), query.zone))
  serve(app, calls.searchDesk, ({ request, query }) => searchDesk(deps, signedIn(request), query))
  serve(app, people.showPerson, ({ request, params }) => showPerson(deps, signedIn(request), params.userId))
  serve(app, people.findPerson, async ({ request, query }) => ({
    userId: await findPerson(deps.db, signedIn(request), query.email),
  }))
  serve(app, people.noteAboutPerson, ({ request, params, body }) =>
    noteAboutPerson(deps, signedIn(request), params.userId, body),
  )
  serve(app, evidenceCalls.disputeEvidence, ({ request, params }) =>
    disputeEvidence(deps, signedIn(request), params.problemId),
  )
  serve(app, evidenceCalls.answerDispute, async ({ request, params, body }) => {
    await answerDispute(deps, signedIn(request), params.problemId, body)
    return { ok: true as const }
  })
}
