import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Noun } from '#src/deps.ts'
import { noApplication } from '#src/features/applications/rules.ts'
import { readerToken } from '#src/features/applications/server/applications.ts'
import * as calls from '#src/features/messages/contract.ts'
import * as conversations from '#src/features/messages/conversations-contract.ts'
import { messagesAtOnce, type Side } from '#src/features/messages/rules.ts'
import { serveStream } from '#src/features/messages/server/stream/stream.ts'
import { Invalid, NotFound } from '#src/platform/http/errors.ts'
import { askExpensive } from '#src/platform/http/expensive.ts'
import { type Account, inAdminArea, signedIn } from '#src/platform/http/guards.ts'
import { describeList } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import { isId } from '#src/shared/fields.ts'
import { giveBackConversation, needNoAnswer, takeConversation } from './conversation-acts.ts'
import { listConversations } from './conversations.ts'
import { listThreads } from './inbox.ts'
import {
  listBookingMessages,
  listMessages,
  placeInApplication,
  placeInBooking,
  placeInInquiry,
  postMessage,
  type Sender,
  seeMessages,
} from './messages.ts'
import type { Messages, Part } from './news.ts'
import { sendSms } from './staff-sms.ts'
import { addThreadNote, listThreadNotes } from './thread-notes.ts'

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

  const inInquiry = (request: FastifyRequest, id: string) => placeInInquiry(deps.db, signedIn(request), id)
  serve(app, calls.listInquiryMessages, async ({ params, query, request, reply }) => {
    const found = await listMessages(deps.db, await inInquiry(request, params.contactId), query)
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
    const { message: content, after } = body
    return postMessage(deps, signedIn(request), { ...place, side: 'staff' }, { content, after, mailNow: true })
  })

  serve(app, calls.listAdminBookingMessages, async ({ params, query, request, reply }) => {
    const found = await listBookingMessages(deps.db, 'staff', params.id, query)
    return describeThread(request, reply, query, found)
  })

  serve(app, calls.sendAdminBookingMessage, async ({ params, body, request }) =>
    postMessage(
      deps,
      adminSender(request),
      await placeInBooking(deps.db, request.listedAdmin ? 'staff' : signedIn(request), params.id),
      body,
    ),
  )

  serve(app, calls.sendSms, async ({ body, request }) => sendSms(deps, signedIn(request), body))

  serve(app, calls.markMessagesSeen, async ({ body, request }) => {
    const place =
      'bookingId' in body
        ? await inBooking(request, body.bookingId, body.as)
        : 'contactId' in body
          ? await inInquiry(request, body.contactId)
          : await inApplication(request, body.coachApplicationId)
    await seeMessages(deps, place, body.number)
    return { ok: true as const }
  })

  serve(app, calls.listThreads, async ({ request }) => listThreads(deps.db, signedIn(request)))

  serveStream(app, deps, async (request) => {
    const { bookingId, coachApplicationId, contactId, as } = request.query
    if (isId(bookingId)) return inBooking(request, bookingId, as === 'coach' ? as : undefined)
    if (isId(coachApplicationId)) return inApplication(request, coachApplicationId)
    if (isId(contactId)) return inInquiry(request, contactId)
    throw new Invalid({ bookingId: 'Name the booking, the application or the inquiry by its id.' })
  })

  serve(app, conversations.listConversations, async ({ query, request, reply }) => {
    const list = () => listConversations(deps.db, signedIn(request), query)
    const listed = await (query.q ? askExpensive(list) : list())
    describeList(request, reply, listed.cursor, listed.total)
    return listed.conversations
  })
  serve(app, conversations.takeConversation, async ({ params, body, request }) =>
    takeConversation(deps.db, signedIn(request), params.threadId, body.insteadOf),
  )
  serve(app, conversations.giveBackConversation, async ({ params, request }) =>
    giveBackConversation(deps.db, signedIn(request), params.threadId),
  )
  serve(app, conversations.needNoAnswer, async ({ params, body, request }) =>
    needNoAnswer(deps.db, signedIn(request), params.threadId, body.number),
  )
  serve(app, conversations.listThreadNotes, async ({ params, request }) =>
    listThreadNotes(deps.db, signedIn(request), params.threadId),
  )
  serve(app, conversations.addThreadNote, async ({ params, body, request }) =>
    addThreadNote(deps, signedIn(request), params.threadId, body),
  )
}
