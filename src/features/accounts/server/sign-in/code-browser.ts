import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '#src/platform/config/env.ts'
import { ownCookie } from '#src/platform/http/cookies.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { newToken } from './login-sessions.ts'

/**
 * The secret by which a browser that asked for a code is known again: from its cookie, or a fresh one. Sets the cookie,
 * for a day.
 */
export function codeBrowser(request: FastifyRequest, reply: FastifyReply, env: Pick<Env, 'baseUrl'>): string {
  const { name, flags } = ownCookie(env, 'code_browser')
  const sent = request.cookies[name] ?? ''
  const browser = /^[\w-]{43}$/.test(sent) ? sent : newToken()
  reply.setCookie(name, browser, { ...flags, maxAge: daysInMs(keepDays.codeBrowsers) / 1000 })
  return browser
}
