import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Noun } from '#src/deps.ts'
import { noApplication } from '#src/features/applications/rules.ts'
import { readerToken } from '#src/features/applications/server/applications.ts'
import * as calls from '#src/features/messages/contract.ts'
import { messagesAtOnce, type Side } from '#src/features/messages/rules.ts'
import { Invalid, NotFound } from '#src/platform/http/errors.ts'
import { type Account, inAdminArea, signedIn } from '#src/platform/http/guards.ts'
import { describeList } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import { isId } from '#src/shared/fields.ts'
import { listThreads } from './inbox.ts'
import {
  listBookingMessages,
  listMessages,
  placeInApplication,
  placeInBooking,
  postMessage,
  type Sender,
  seeMessages,
} from './messages.ts'
import type { Messages, Part } from './news.ts'
import { sendSms } from './sms.ts'
import { serveStream } from './stream.ts'

/** Coaches appear under their gamer tag, not their account's name. */
const senderAt = ({ side, coachName }: { side: Side; coachName: string }, account: Account): Account =>
  side === 'coach' ? { ...account, name: coachName } : account

/** People without an account are identified by name and e-mail. */
function adminSender(request: FastifyRequest): Sender {
  const { name, email } = inAdminArea(request)
  return { id: request.account?.id ?? null, name, email }
}

/** Sets the headers for the thread's length and its older messages. */
function describeThread(request: FastifyRequest, reply: FastifyReply, { after }: Part, { messages, total }: Messages) {
  const [first] = messages
  const hasOlder = after === undefined && messages.length === messagesAtOnce && first && first.number > 1
  describeList(request, reply, hasOlder ? String(first.number) : undefined, total)
  return messages
}

export const routes: Noun = (app, deps) => {
  const inBooking = (request: FastifyRequest, id: string, as?: 'coach') =>
    placeInBooking(deps.db, signedIn(request), id, as)
  const inApplication = (request: FastifyRequest, id: string) =>
    placeInApplication(deps, { token: readerToken(request, deps.env), account: request.account }, id)

  for (const call of [calls.listMessages, calls.listBookingMessages])
    serve(app, call, async ({ params, query, request, reply }) => {
      const found = await listBookingMessages(deps.db, signedIn(request), params.bookingId, query)
      return describeThread(request, reply, query, found)
    })

  serve(app, calls.listApplicationMessages, async ({ params, query, request, reply }) => {
    const found = await listMessages(deps.db, await inApplication(request, params.coachApplicationId), query)
    return describeThread(request, reply, query, found)
  })

  serve(app, calls.sendMessage, async ({ body, request }) => {
    const place = await inBooking(request, body.bookingId)
    return postMessage(deps, senderAt(place, signedIn(request)), place, body)
  })

  serve(app, calls.sendCoachBookingMessage, async ({ body, request }) => {
    const place = await inBooking(request, body.bookingId, 'coach')
    return postMessage(deps, senderAt(place, signedIn(request)), place, body)
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

  serve(app, calls.listAdminBookingMessages, async ({ params, query, request, reply }) => {
    const found = await listBookingMessages(deps.db, 'staff', params.id, query)
    return describeThread(request, reply, query, found)
  })

  serve(app, calls.sendAdminBookingMessage, async ({ params, body, request }) =>
    postMessage(deps, adminSender(request), await placeInBooking(deps.db, 'staff', params.id), body),
  )

  serve(app, calls.sendSms, async ({ body, request }) => sendSms(deps, signedIn(request), body))

  serve(app, calls.markMessagesSeen, async ({ body, request }) => {
    const place =
      'bookingId' in body
        ? await inBooking(request, body.bookingId, body.as)
        : await inApplication(request, body.coachApplicationId)
    await seeMessages(deps, place, body.number)
    return { ok: true as const }
  })

  serve(app, calls.listThreads, async ({ request }) => listThreads(deps.db, signedIn(request)))

  serveStream(app, deps, async (request) => {
    const { bookingId, coachApplicationId, as } = request.query
    if (isId(bookingId)) return inBooking(request, bookingId, as === 'coach' ? as : undefined)
    if (isId(coachApplicationId)) return inApplication(request, coachApplicationId)
    throw new Invalid({ bookingId: 'Name the booking or the application by its id.' })
  })
}
