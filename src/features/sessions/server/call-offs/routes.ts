import type { Noun } from '#src/deps.ts'
import { moveBooking as moveBookingCall } from '#src/features/bookings/contract.ts'
import { calendarFileOf, moveBooking, presentBooking, withMeeters } from '#src/features/bookings/server/bookings.ts'
import { ownCoach } from '#src/features/coaches/server/coaches.ts'
import * as calls from '#src/features/sessions/call-off-contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { callOff, callOffDay } from './call-off.ts'
import { showChoice } from './choice-page.ts'
import { choiceByLink, choiceOf, choose } from './choose.ts'
import { refuseIllDay } from './ill-day.ts'
import { acceptProposal, proposeHour } from './proposals.ts'
import { answerTakeOver, listTakeOvers } from './take-overs.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.callOff, async ({ params, body, request }) => ({
    players: await callOff(deps, signedIn(request), params.bookingId, body),
  }))

  serve(app, calls.callOffDay, async ({ body, request }) => ({
    players: await callOffDay(deps, signedIn(request), ownCoach(request), body),
  }))

  // One that was called off can be moved, too: to the same hours as by its choice.
  serve(app, moveBookingCall, async ({ params, body, request }) => {
    const booking = await moveBooking(deps, signedIn(request), params.bookingId, body, (tx, locked, { startsAt }) =>
      refuseIllDay(deps, tx, locked, startsAt),
    )
    const calendarInvite = calendarFileOf(await withMeeters(deps.db, booking), deps.env)
    return { booking: presentBooking(booking), calendarInvite }
  })

  serve(app, calls.findChoice, async ({ params, request }) =>
    showChoice(deps, await choiceOf(deps, signedIn(request), params.bookingId)),
  )

  serve(app, calls.choose, async ({ params, body, request }) => {
    const account = signedIn(request)
    await choose(deps, await choiceOf(deps, account, params.bookingId), body)
    return showChoice(deps, await choiceOf(deps, account, params.bookingId))
  })

  serve(app, calls.findChoiceByLink, async ({ body }) => showChoice(deps, await choiceByLink(deps, body.token)))

  serve(app, calls.chooseByLink, async ({ body }) => {
    await choose(deps, await choiceByLink(deps, body.token), body.choice)
    return showChoice(deps, await choiceByLink(deps, body.token))
  })

  serve(app, calls.listTakeOvers, async ({ request }) => listTakeOvers(deps, ownCoach(request)))

  serve(app, calls.answerTakeOver, async ({ params, body, request }) => ({
    isYours: await answerTakeOver(deps, ownCoach(request), params.choiceId, body.accepts),
  }))

  serve(app, calls.proposeHour, async ({ params, body, request }) => {
    await proposeHour(deps, signedIn(request), params.bookingId, body)
    return { ok: true as const }
  })

  serve(app, calls.acceptProposal, async ({ params, request }) => {
    await acceptProposal(deps, signedIn(request), params.bookingId)
    return { ok: true as const }
  })
}
