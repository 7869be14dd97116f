import type { Noun } from '#src/deps.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import { acceptRules, type CoachRow, confirmHours, ownCoach } from '#src/features/coaches/server/coaches.ts'
import * as calls from '#src/features/schedule/contract.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { readAvailability, saveAvailability } from './availability.ts'
import { findShutHours, reopenHours } from './shut-hours.ts'

export const routes: Noun = (app, deps) => {
  const ownAvailability = async ({ id, rulesVersion }: CoachRow, isConfirmed: boolean) => ({
    ...(await readAvailability(deps, id)),
    calledOff: (await findShutHours(deps, id)).map(({ from, to }) => ({ from, to })),
    businessZone: deps.env.businessTimeZone,
    isConfirmed,
    areRulesAccepted: rulesVersion === coachRules.version,
  })

  serve(app, calls.readAvailability, async ({ request }) => {
    const coach = ownCoach(request)
    return ownAvailability(coach, coach.hoursConfirmedAt !== null)
  })

  serve(app, calls.confirmAvailability, async ({ body, request }) => {
    const { id } = ownCoach(request)
    if (body.rulesVersion !== coachRules.version)
      throw new Conflict('The rules have changed. Please read them again.', { reason: 'rules-changed' })
    await deps.db.transaction(async (tx) => {
      await confirmHours(deps, tx, id)
      await acceptRules(deps, tx, id)
    })
    return { isConfirmed: true as const, areRulesAccepted: true as const }
  })

  serve(app, calls.saveAvailability, async ({ body, request }) => {
    const coach = ownCoach(request)
    const outside = await saveAvailability(deps, coach.id, body)
    return {
      ...(await ownAvailability(coach, true)),
      outside: outside.map((startsAt) => ({ startsAt: startsAt.toISOString() })),
    }
  })

  serve(app, calls.listShutHours, async () => findShutHours(deps))

  serve(app, calls.reopenHours, async ({ params, body, request }) => {
    await reopenHours(deps, signedIn(request), params.coachId, { from: new Date(body.from), to: new Date(body.to) })
    return { ok: true as const }
  })
}
