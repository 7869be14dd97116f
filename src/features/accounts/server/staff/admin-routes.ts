import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps, Noun } from '#src/deps.ts'
import * as calls from '#src/features/accounts/contract.ts'
import { ownCookie } from '#src/platform/http/cookies.ts'
import { NotAllowed } from '#src/platform/http/errors.ts'
import { inAdminArea } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import { codeBrowser } from '../sign-in/code-browser.ts'
import { mayAskForCode, outboxOf } from '../sign-in/codes.ts'
import { rememberBrowser } from '../sign-in/known-browsers.ts'
import { adminLifetime } from '../sign-in/login-sessions.ts'
import { clientOf } from '../sign-in/logins.ts'
import { findAdminByToken, logInAsAdmin, logOutAdmin, namedAdmin, wantsAdminSession } from './admin-sessions.ts'

/** The cookie of the admin area. */
const cookieOf = (env: Deps['env']) => ownCookie(env, 'admin_session')

/** Ends the admin session of the calling browser. */
export async function leaveAdminArea(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { name: cookieName, flags: cookieFlags } = cookieOf(env)
  const token = request.cookies[cookieName]
  if (token === undefined) return
  await logOutAdmin(db, token)
  reply.clearCookie(cookieName, cookieFlags)
}

/** The admin area's own login. Register right after the hook that identifies the caller. */
export const adminRoutes: Noun = (app, deps) => {
  const { name: cookieName, flags: cookieFlags } = cookieOf(deps.env)

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
    // Without any session the guard answers 401.
    const named = namedAdmin(request)
    const acting = request.listedAdmin ?? request.account
    if (acting && named !== null && named !== acting.email) throw new NotAllowed('You are logged in as another admin.')
  })

  serve(app, calls.adminLogin, async ({ body, request, reply }) => {
    const browser = codeBrowser(request, reply, deps.env)
    const count = () => request.countAs(calls.adminLogin, body.email)
    const asked = { purpose: 'admin-login', email: body.email, name: body.name, browser } as const
    if (body.code) await count()
    const mayMail = !body.code && (await mayAskForCode(deps, { ...asked, ...clientOf(request) }, count))
    const entered = await logInAsAdmin(deps, body, {
      account: request.account,
      loginSessionId: request.loginSessionId,
      client: clientOf(request),
      browser,
      mayMail,
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
