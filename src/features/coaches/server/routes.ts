import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/coaches/contract.ts'
import { serveReady } from '#src/platform/cache/ready-list.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { isCoach, listActiveCoaches, listOwningCoaches, presentCoach } from './coaches.ts'
import { readCoachDetails } from './details.ts'
import { guardCoachCalls, ownCoach } from './own-coach.ts'
import { editCoach, unlinkCoach } from './owner-coaches.ts'
import { photoRoutes } from './photo-routes.ts'
import { changeProfile, presentOwnCoach } from './profile.ts'

export const routes: Noun = (app, deps) => {
  const { db } = deps
  guardCoachCalls(app, db)
  serveReady(app, deps, calls.listCoaches, async () => (await listActiveCoaches(db)).map(presentCoach))
  serve(app, calls.readCoachDetails, ({ params }) => readCoachDetails(deps, params.slug))
  serve(app, calls.listOwningCoaches, () => listOwningCoaches(db))
  serve(app, calls.checkCoach, async ({ query, request }) => isCoach(db, signedIn(request), query.email))
  serve(app, calls.myCoachProfile, async ({ request }) => presentOwnCoach(ownCoach(request)))
  serve(app, calls.changeCoachProfile, async ({ body, request }) =>
    presentOwnCoach(await changeProfile(deps, ownCoach(request).id, body)),
  )
  photoRoutes(app, deps)
  serve(app, calls.editCoach, async ({ params, body }) => editCoach(db, params.coachId, body))
  serve(app, calls.unlinkCoach, async ({ params, request }) => unlinkCoach(db, signedIn(request), params.coachId))
}
