import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { plainHeaders, plainPage } from '#src/platform/http/plain-page.ts'
import { escapeHtml } from '#src/web/head.ts'

const refused = {
  title: 'This address is not readable',
  text: 'Part of it got damaged on the way here. Start again from the home page.',
}
const overloaded = {
  title: 'One moment, please',
  text: 'More people are here than we can serve at once, or part of the site is just starting again. Nothing you did is lost: try again in a few seconds.',
}
const unheard = {
  title: 'Nothing was sent',
  text: 'The scripts of this page have not loaded, and its form works with them only. Nothing was sent or saved. Your browser’s Back button leads to what you typed; or load the page again. If that does not help, allow JavaScript for this site.',
}
const broken = {
  title: 'This page tripped over itself',
  text: 'The mistake is ours, and we have noted it. Nothing you booked is lost: try again, and if it keeps happening, come back a little later.',
}

const signedOut = {
  title: 'You are signed out',
  text: 'Log in, go back to where you were, and press again.',
}

/**
 * Error handler for pages: answers with an HTML page instead of the JSON of calls. 503 if retrying soon makes sense, a
 * 4xx for a bad request, else 500.
 */
export function answerFailedPage(
  error: FastifyError & { status?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = error.status ?? error.statusCode ?? 500
  const status = (code >= 400 && code < 500) || code === 503 ? code : 500
  if (status === 500) request.log.error({ err: error }, 'a page failed')
  if (status === 503) reply.header('retry-after', '2')
  const said = status < 500 ? refused : status === 503 ? overloaded : broken
  return sendPage(reply.code(status), said, status < 500 ? null : 'Try again')
}

/**
 * Answers a form posted to its own page because our scripts had not taken over: explains that nothing was done. 405,
 * because pages take no forms, it is not a server error, and no password manager takes it for a login.
 */
export function answerUnheardForm(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(405).header('allow', 'GET, HEAD'), unheard, 'Load the page again')
}

/**
 * Hook that makes a page of a call's refusal where somebody opened the call's address, such as that of a calendar file: they
 * see it instead of what they were reading.
 */
export function showRefusedCall(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const isOpened = request.headers['sec-fetch-dest'] === 'document'
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  const isRefused = reply.statusCode >= 400 && isOpened && isJson
  if (isRefused) reply.headers(plainHeaders)
  done(null, isRefused ? refusalPage(reply.statusCode, String(payload)) : payload)
}

function refusalPage(status: number, json: string): string {
  if (status === 401) return plainPage(signedOut, '<a href="/login">Log in</a>')
  const { message } = JSON.parse(json) as { message: string }
  return plainPage({ title: 'This cannot be opened', text: escapeHtml(message) })
}

/** `again` labels the link that retries; null if retrying is pointless. */
function sendPage(reply: FastifyReply, said: { title: string; text: string }, again: string | null): FastifyReply {
  // An empty address is the page itself: a plain reload, without scripts.
  return reply.headers(plainHeaders).send(plainPage(said, again === null ? '' : `<a href="">${again}</a>`))
}
