import { checkCoach, listCoaches } from '#src/coaches/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { signedIn } from '#src/server/guards.ts'
import { serve } from '#src/server/serve.ts'
import { isCoach, listActiveCoaches, presentCoach } from './coaches.ts'

export const routes: Noun = (app, { db }) => {
  serve(app, listCoaches, async () => (await listActiveCoaches(db)).map(presentCoach))
  serve(app, checkCoach, async ({ query, request }) => isCoach(db, signedIn(request), query.email))
}
