import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '#src/server/env.ts'
import { newToken } from './sessions.ts'

/**
 * The secret by which a browser that asked for a code is known again: from its cookie, or a fresh one. Sets the cookie,
 * for a day.
 */
export function codeBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { production }: Pick<Env, 'production'>,
): string {
  const name = production ? '__Host-code_browser' : 'code_browser'
  const sent = request.cookies[name] ?? ''
  const browser = /^[\w-]{43}$/.test(sent) ? sent : newToken()
  reply.setCookie(name, browser, { path: '/', httpOnly: true, sameSite: 'lax', secure: production, maxAge: 24 * 3_600 })
  return browser
}
