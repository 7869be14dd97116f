import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '#src/accounts/contract.ts'
import type { Deps, Noun } from '#src/server/deps.ts'
import { NotAllowed } from '#src/server/errors.ts'
import { inAdminArea } from '#src/server/guards.ts'
import { serve } from '#src/server/serve.ts'
import { findAdminByToken, logInAsAdmin, logOutAdmin, namedAdmin, wantsAdminSession } from './admin-sessions.ts'
import { codeBrowser } from './code-browser.ts'
import { outboxOf } from './codes.ts'
import { rememberBrowser } from './known-browsers.ts'
import { clientOf } from './logins.ts'
import { adminLifetime } from './sessions.ts'

/** The cookie of the admin area. */
const cookieOf = ({ production }: Deps['env']) => ({
  cookieName: production ? '__Host-admin_session' : 'admin_session',
  cookieFlags: { path: '/', httpOnly: true, sameSite: 'lax', secure: production } as const,
})

/** Ends the admin area of the browser that calls. */
export async function leaveAdminArea(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { cookieName, cookieFlags } = cookieOf(env)
  const token = request.cookies[cookieName]
  if (token === undefined) return
  await logOutAdmin(db, token)
  reply.clearCookie(cookieName, cookieFlags)
}

/** The admin area's own login. Registered right after the hook that tells who is signed in. */
export const adminRoutes: Noun = (app, deps) => {
  const { cookieName, cookieFlags } = cookieOf(deps.env)

  app.decorateRequest('listedAdmin', null)
  app.addHook('onRequest', async (request) => {
    if (!wantsAdminSession(request)) return
    const token = request.cookies[cookieName]
    const admin = token ? await findAdminByToken(deps, token) : null
    if (admin) {
      request.account = admin.account
      request.listedAdmin = admin.listedAdmin
      request.proof = admin.proof
    }
    // Somebody without any session gets the guard's 401.
    const named = namedAdmin(request)
    const acting = request.listedAdmin ?? request.account
    if (acting && named !== null && named !== acting.email) throw new NotAllowed('You are logged in as another admin.')
  })

  serve(app, calls.adminLogin, async ({ body, request, reply }) => {
    const browser = codeBrowser(request, reply, deps.env)
    const entered = await logInAsAdmin(deps, body, {
      account: request.account,
      sessionId: request.sessionId,
      client: clientOf(request),
      browser,
      known: await request.knownBrowser(body.email),
    })
    // The reply's type is the 200's; these two go out through the 202's schema.
    if (entered === 'factor-code') return reply.code(202).send({ factorRequired: true })
    if (entered !== 'code') {
      await rememberBrowser(deps, request, reply, body.email)
      reply.setCookie(cookieName, entered.token, { ...cookieFlags, maxAge: adminLifetime / 1000 })
      return { email: body.email, name: entered.name }
    }
    return reply.code(202).send({
      codeRequired: true,
      message: 'If an admin has this e-mail and name, a code is on its way to them. It works for 10 minutes.',
      ...outboxOf(deps.env),
    })
  })

  serve(app, calls.adminMe, async ({ request }) => {
    const { email, name } = inAdminArea(request)
    return { email, name }
  })

  serve(app, calls.adminLogout, async ({ request, reply }) => {
    await leaveAdminArea(deps, request, reply)
    return { ok: true as const }
  })
}
