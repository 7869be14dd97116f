import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/sessions/story-contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { readStory } from './story.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.sessionStory, async ({ params, query, request }) =>
    readStory(deps, signedIn(request), params.bookingId, query.as),
  )
}
