import type { Noun } from '#src/deps.ts'
import { confirmHours, ownCoach } from '#src/features/coaches/server/coaches.ts'
import * as calls from '#src/features/schedule/contract.ts'
import { serve } from '#src/platform/http/serve.ts'
import { readAvailability, saveAvailability } from './availability.ts'

export const routes: Noun = (app, deps) => {
  const businessZone = deps.env.businessTimeZone

  serve(app, calls.readAvailability, async ({ request }) => {
    const { id, hoursConfirmedAt } = ownCoach(request)
    return { ...(await readAvailability(deps, id)), businessZone, isConfirmed: hoursConfirmedAt !== null }
  })

  serve(app, calls.confirmAvailability, async ({ request }) => {
    await deps.db.transaction((tx) => confirmHours(deps, tx, ownCoach(request).id))
    return { isConfirmed: true as const }
  })

  serve(app, calls.saveAvailability, async ({ body, request }) => {
    const coachId = ownCoach(request).id
    const outside = await saveAvailability(deps, coachId, body)
    return {
      ...(await readAvailability(deps, coachId)),
      businessZone,
      isConfirmed: true as const,
      outside: outside.map((startsAt) => ({ startsAt: startsAt.toISOString() })),
    }
  })
}
