import type { Noun } from '#src/deps.ts'
import { presentBooking } from '#src/features/bookings/server/bookings.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import * as calls from '#src/features/sessions/exceptions-contract.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { checkConfirmed, signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { wireExpertise } from '#src/shared/games.ts'
import { callOffDay } from '../call-offs/call-off.ts'
import { findExceptions, presentException } from './exceptions.ts'
import { handOverBooking, listFreeCoaches } from './hand-over.ts'
import { actOnMany } from './many.ts'
import { takeBackOutcome } from './take-back.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.findExceptions, async ({ query, request }) =>
    (await findExceptions(deps, signedIn(request), query.numbers)).map(presentException),
  )

  serve(app, calls.actOnMany, async ({ body, request }) => {
    // Money moves.
    if (body.act !== 'call-off') checkConfirmed(request)
    return { lines: await actOnMany(deps, signedIn(request), body) }
  })

  serve(app, calls.listFreeCoaches, async ({ params, request }) =>
    (await listFreeCoaches(deps, signedIn(request), params.bookingId)).map(({ id, name, gameExpertise }) => ({
      id,
      name,
      gameExpertise: wireExpertise(gameExpertise),
    })),
  )

  serve(app, calls.handOverBooking, async ({ params, body, request }) => ({
    booking: presentBooking(await handOverBooking(deps, signedIn(request), params.bookingId, body)),
  }))

  serve(app, calls.callOffCoachsDay, async ({ params, body, request }) => {
    const coach = await findCoach(deps.db, params.coachId)
    if (!coach) throw new NotFound('This coach does not exist.')
    return { players: await callOffDay(deps, signedIn(request), coach, body) }
  })

  serve(app, calls.takeBackOutcome, async ({ params, body, request }) => ({
    booking: presentBooking(await takeBackOutcome(deps, signedIn(request), params.bookingId, body)),
  }))
}
