import type { FastifyRequest } from 'fastify'
import { noApplication } from '#src/applications/catalogue.ts'
import { readerToken } from '#src/applications/server/applications.ts'
import * as calls from '#src/messages/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { Invalid, NotFound } from '#src/server/errors.ts'
import { signedIn } from '#src/server/guards.ts'
import { serve } from '#src/server/serve.ts'
import { isId } from '#src/shared/fields.ts'
import { listThreads } from './inbox.ts'
import { listMessages, placeInApplication, placeInBooking, postMessage, seeMessages } from './messages.ts'
import { serveStream } from './stream.ts'

export const routes: Noun = (app, deps) => {
  const inBooking = (request: FastifyRequest, id: string) => placeInBooking(deps.db, signedIn(request), id)
  const inApplication = (request: FastifyRequest, id: string) =>
    placeInApplication(deps, { token: readerToken(request, deps.env), account: request.account }, id)

  for (const call of [calls.listMessages, calls.listBookingMessages])
    serve(app, call, async ({ params, query, request }) =>
      listMessages(deps.db, await inBooking(request, params.bookingId), query.after),
    )

  serve(app, calls.listApplicationMessages, async ({ params, query, request }) =>
    listMessages(deps.db, await inApplication(request, params.coachApplicationId), query.after),
  )

  serve(app, calls.sendMessage, async ({ body, request }) =>
    postMessage(deps, signedIn(request), await inBooking(request, body.bookingId), body),
  )

  serve(app, calls.sendCoachBookingMessage, async ({ body, request }) => {
    const account = signedIn(request)
    return postMessage(deps, account, await placeInBooking(deps.db, account, body.bookingId, 'coach'), body)
  })

  for (const call of [calls.sendApplicantMessage, calls.sendCoachApplicationMessage])
    serve(app, call, async ({ body, request }) => {
      const { application, ...place } = await inApplication(request, body.coachApplicationId)
      if (place.side !== 'applicant') throw new NotFound(noApplication)
      const { applicantName: name, applicantEmail: email } = application
      return postMessage(deps, { id: request.account?.id ?? null, name, email }, place, body)
    })

  serve(app, calls.sendInternalMessage, async ({ body, request }) => {
    const place =
      'bookingId' in body
        ? await inBooking(request, body.bookingId)
        : await inApplication(request, body.coachApplicationId)
    return postMessage(deps, signedIn(request), { ...place, side: 'staff' }, { content: body.message, mailNow: true })
  })

  serve(app, calls.markMessagesSeen, async ({ body, request }) => {
    const place =
      'bookingId' in body
        ? await inBooking(request, body.bookingId)
        : await inApplication(request, body.coachApplicationId)
    await seeMessages(deps, place, body.number)
    return { ok: true as const }
  })

  serve(app, calls.listThreads, async ({ request }) => listThreads(deps.db, signedIn(request)))

  serveStream(app, deps, async (request) => {
    const { bookingId, coachApplicationId } = request.query
    if (isId(bookingId)) return inBooking(request, bookingId)
    if (isId(coachApplicationId)) return inApplication(request, coachApplicationId)
    throw new Invalid({ bookingId: 'Name the booking or the application by its id.' })
  })
}
