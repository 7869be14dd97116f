import { createHash } from 'node:crypto'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#src/web/head.ts'

const style = `html{background:#0c0f15;color:#b9c2d0;color-scheme:dark}
body{margin:0;min-height:100svh;display:grid;align-items:center;font:1.125rem/1.5 system-ui,sans-serif}
main{display:grid;justify-items:start;gap:1.25rem;max-width:40rem;margin-inline:auto;padding:2rem}
h1{margin:0;color:#f4f6fa;font-size:clamp(2rem,6vw,3rem);line-height:1.05;letter-spacing:-.025em}
p{margin:0}
nav{display:flex;flex-wrap:wrap;gap:.75rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border-radius:8px;border:1px solid #66738a;color:#f4f6fa;font-weight:700;text-decoration:none}
a:first-child{background:#c8f135;border-color:#c8f135;color:#0c0f15}
:focus-visible{outline:3px solid #c8f135;outline-offset:3px}`

/** The page is self-contained and may load nothing. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

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
  if (isRefused) reply.headers(pageHeaders)
  done(null, isRefused ? refusalPage(reply.statusCode, String(payload)) : payload)
}

function refusalPage(status: number, json: string): string {
  if (status === 401) return failurePage(signedOut, '<a href="/login">Log in</a>')
  const { message } = JSON.parse(json) as { message: string }
  return failurePage({ title: 'This cannot be opened', text: escapeHtml(message) })
}

const pageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
}

/** `again` labels the link that retries; null if retrying is pointless. */
function sendPage(reply: FastifyReply, said: { title: string; text: string }, again: string | null): FastifyReply {
  // An empty address is the page itself: a plain reload, without scripts.
  return reply.headers(pageHeaders).send(failurePage(said, again === null ? '' : `<a href="">${again}</a>`))
}

function failurePage({ title, text }: { title: string; text: string }, again = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} | Level Up</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><nav>${again}<a href="/">Back to Home</a></nav></main></body>
</html>
`
}
