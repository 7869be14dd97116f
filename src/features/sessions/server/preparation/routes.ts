import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/sessions/contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { listSessionStates } from '../session-states.ts'
import { checkIn } from './check-in.ts'
import { lastIntake, saveIntake, tickOwed } from './intakes.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.listSessionStates, async ({ request }) => listSessionStates(deps, signedIn(request)))

  serve(app, calls.lastIntake, async ({ params, request }) => lastIntake(deps.db, signedIn(request), params.bookingId))

  serve(app, calls.saveIntake, async ({ params, body, request }) => ({
    intake: await saveIntake(deps, signedIn(request), params.bookingId, body),
  }))

  serve(app, calls.tickOwed, async ({ params, body, request }) => {
    const { watchedAt, checkedAt } = await tickOwed(deps, signedIn(request), params.bookingId, body)
    return { watchedAt: watchedAt?.toISOString() ?? null, checkedAt: checkedAt?.toISOString() ?? null }
  })

  serve(app, calls.checkIn, async ({ params, request }) => ({
    at: (await checkIn(deps, signedIn(request), params.bookingId)).toISOString(),
  }))
}
