import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '#src/features/accounts/server/accounts.ts'
import type { Env } from '#src/platform/config/env.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'

/** How long a browser may read an application it sent or proved, in milliseconds. */
export const readerLifetime = daysInMs(keepDays.applicationBrowsers)

/** The token by which a browser is known as a reader of applications; null when it carries none. */
export function readerToken(request: FastifyRequest, { production }: Pick<Env, 'production'>): string | null {
  const sent = request.cookies[cookieName(production)] ?? ''
  return /^[\w-]{43}$/.test(sent) ? sent : null
}

/** The browser's token, made and set as its cookie when it has none; either way the cookie is good for 30 more days. */
export function keepReaderToken(request: FastifyRequest, reply: FastifyReply, env: Pick<Env, 'production'>): string {
  const token = readerToken(request, env) ?? newToken()
  reply.setCookie(cookieName(env.production), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.production,
    maxAge: readerLifetime / 1000,
  })
  return token
}

/** `__Host-` makes browsers insist on Secure, Path=/ and no Domain. */
function cookieName(production: boolean): string {
  return production ? '__Host-applicant' : 'applicant'
}
