import type { Noun } from '#src/deps.ts'
import { ownCoach } from '#src/features/coaches/server/coaches.ts'
import * as calls from '#src/features/sessions/write-up-contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { listDrills, saveDrills } from './drills.ts'
import { readProgress } from './progress.ts'
import { readWriteUp, saveWriteUp, tickHomework } from './write-up.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.readWriteUp, async ({ params, request }) =>
    readWriteUp(deps.db, signedIn(request), params.bookingId),
  )

  serve(app, calls.saveWriteUp, async ({ params, body, request }) =>
    saveWriteUp(deps, signedIn(request), params.bookingId, body),
  )

  serve(app, calls.listDrills, async ({ request }) => listDrills(deps.db, ownCoach(request).id))

  serve(app, calls.saveDrills, async ({ body, request }) => saveDrills(deps.db, ownCoach(request).id, body.drills))

  serve(app, calls.tickHomework, async ({ params, body, request }) => {
    const doneAt = await tickHomework(deps, signedIn(request), params.homeworkId, body.done)
    return { doneAt: doneAt?.toISOString() ?? null }
  })

  serve(app, calls.readProgress, async ({ request }) => readProgress(deps, signedIn(request)))
}
