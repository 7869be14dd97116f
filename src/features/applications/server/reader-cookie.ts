import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '#src/features/accounts/server/accounts.ts'
import type { Env } from '#src/platform/config/env.ts'
import { ownCookie } from '#src/platform/http/cookies.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'

/** How long a browser may read an application it sent or proved, in milliseconds. */
export const readerLifetime = daysInMs(keepDays.applicationBrowsers)

/** The token by which a browser is known as a reader of applications; null when it carries none. */
export function readerToken(request: FastifyRequest, env: Pick<Env, 'baseUrl'>): string | null {
  const sent = request.cookies[cookieOf(env).name] ?? ''
  return /^[\w-]{43}$/.test(sent) ? sent : null
}

/** The browser's token, made and set as its cookie when it has none; either way the cookie is good for 30 more days. */
export function keepReaderToken(request: FastifyRequest, reply: FastifyReply, env: Pick<Env, 'baseUrl'>): string {
  const token = readerToken(request, env) ?? newToken()
  const { name, flags } = cookieOf(env)
  reply.setCookie(name, token, { ...flags, maxAge: readerLifetime / 1000 })
  return token
}

const cookieOf = (env: Pick<Env, 'baseUrl'>) => ownCookie(env, 'applicant')
