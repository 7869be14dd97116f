import type { Noun } from '#src/deps.ts'
import { markNoShow as markNoShowCall } from '#src/features/bookings/contract.ts'
import { findBooking, findVisible, markNoShow } from '#src/features/bookings/server/bookings.ts'
import * as calls from '#src/features/sessions/outcomes-contract.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { checkConfirmed, signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { must } from '#src/shared/must.ts'
import { decideQuestion, listUndecided } from './decisions.ts'
import { newestQuestion } from './questions.ts'
import { answerQuestion, makeStatement } from './statements.ts'
import { presentQuestion } from './states.ts'

export const routes: Noun = (app, deps) => {
  serve(app, calls.makeStatement, async ({ params, body, request }) => {
    const question = await makeStatement(deps, signedIn(request), params.bookingId, body)
    return { question: question && presentQuestion(question) }
  })

  serve(app, calls.answerQuestion, async ({ params, body, request }) => ({
    question: presentQuestion(await answerQuestion(deps, signedIn(request), params.bookingId, body)),
  }))

  serve(app, calls.listOpenQuestions, async ({ request }) => listUndecided(deps, signedIn(request)))

  serve(app, calls.decideQuestion, async ({ params, body, request }) => {
    if (body.outcome === 'coach-missing' || body.outcome === 'minutes-back') checkConfirmed(request)
    await decideQuestion(deps, signedIn(request), params.questionId, body)
    return { ok: true as const }
  })

  // A coach only says so, as by a statement, which the player can answer; nobody decides about their own session.
  serve(app, markNoShowCall, async ({ params, request }) => {
    const account = signedIn(request)
    const { booking, parties } = await findVisible(deps.db, account, params.bookingId)
    if (parties.includes('coach')) {
      await makeStatement(deps, account, booking.id, { says: 'not-here' })
      return must(await findBooking(deps.db, booking.id), 'the booking')
    }
    return markNoShow(deps, account, booking.id, async (tx, locked) => {
      const question = await newestQuestion(tx, locked)
      if (question && question.state !== 'settled')
        throw new Conflict('A question about this session is open: decide that.', { reason: 'refused' })
    })
  })
}
