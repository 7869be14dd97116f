import type { FastifyReply, FastifyRequest } from 'fastify'
import { login, logout, me, signup } from '#src/accounts/contract.ts'
import { localPath } from '#src/accounts/local-path.ts'
import type { Noun } from '#src/server/deps.ts'
import { signedIn } from '#src/server/guards.ts'
import { serve } from '#src/server/serve.ts'
import { findAccountByToken, logIn, logOut, type SignedIn, sessionLifetime, signUp } from './accounts.ts'

/** Must be registered before the routes of the other nouns: its hook tells them who calls. */
export const routes: Noun = (app, deps) => {
  // `__Host-` makes browsers insist on Secure, Path=/ and no Domain.
  const cookieName = deps.env.production ? '__Host-session' : 'session'
  const cookieFlags = { path: '/', httpOnly: true, sameSite: 'lax', secure: deps.env.production } as const

  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return
    const [token] = sentTokens(request, cookieName)
    if (token) request.account = await findAccountByToken(deps, token)
  })

  function answerSignedIn(reply: FastifyReply, { account, token }: SignedIn) {
    reply.setCookie(cookieName, token, { ...cookieFlags, maxAge: sessionLifetime / 1000 })
    return { token, user: account }
  }

  serve(app, me, async ({ request }) => ({ user: signedIn(request) }))

  serve(app, login, async ({ body, reply }) => answerSignedIn(reply, await logIn(deps, body)))

  serve(app, signup, async ({ body, reply }) => answerSignedIn(reply, await signUp(deps, body)))

  serve(app, logout, async ({ request, reply }) => {
    await logOut(deps.db, sentTokens(request, cookieName))
    reply.clearCookie(cookieName, cookieFlags)
    return { ok: true as const }
  })

  // A browser is sent here when its session has ended; not a call of the contract, as it answers with a page.
  app.get<{ Querystring: { next?: unknown } }>('/api/login', { schema: { hide: true } as object }, (request, reply) => {
    const next = localPath(request.query.next)
    return reply.redirect(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
  })
}

/** The session tokens a request carries. The bearer's comes first: it beats the cookie, even when it is stale. */
function sentTokens(request: FastifyRequest, cookieName: string): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return [bearer, request.cookies[cookieName]].filter((token): token is string => Boolean(token))
}
