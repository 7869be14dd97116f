import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/accounts/contract.ts'
import { localPath } from '#src/features/accounts/local-path.ts'
import * as sessionCalls from '#src/features/accounts/login-sessions-contract.ts'
import * as profileCalls from '#src/features/accounts/profile-contract.ts'
import * as alertCalls from '#src/features/accounts/staff-alerts-contract.ts'
import { ownCookie } from '#src/platform/http/cookies.ts'
import { Unauthorized } from '#src/platform/http/errors.ts'
import { type Account, signedIn } from '#src/platform/http/guards.ts'
import { isCall } from '#src/platform/http/is-call.ts'
import { serve } from '#src/platform/http/serve.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { changeName, changePassword, logIn, resetPassword, type SignedIn, signUp, verifyEmail } from './accounts.ts'
import { changeEmail } from './change-email.ts'
import { readProfile, readZone, saveProfile, saveZone } from './profiles.ts'
import { codeBrowser } from './sign-in/code-browser.ts'
import { mayAskForCode, outboxOf, requestCode } from './sign-in/codes.ts'
import { findKnownBrowser, rememberBrowser } from './sign-in/known-browsers.ts'
import {
  endLoginSession,
  endOtherLoginSessions,
  findLoginSession,
  listLoginSessions,
  loginSessionLifetime,
  logOut,
  type OwnLoginSession,
} from './sign-in/login-sessions.ts'
import { clientOf, listLogins } from './sign-in/logins.ts'
import { adminRoutes, leaveAdminArea } from './staff/admin-routes.ts'
import { changeAdmin, endLoginSessionsOf, listRoles } from './staff/roles.ts'
import { secondFactorRoutes } from './staff/second-factor-routes.ts'
import { chooseAlert, listAlertChoices } from './staff/staff-alerts.ts'

/** Registers the routes. Must come before all other features: its hook identifies the caller. */
export const routes: Noun = (app, deps) => {
  const { name: cookieName, flags: cookieFlags } = ownCookie(deps.env, 'session')

  app.addHook('onRequest', async (request) => {
    if (!isCall(request)) return
    const [token] = sentTokens(request, cookieName)
    const session = token ? await findLoginSession(deps, token) : null
    if (!session) return
    request.account = session.account
    request.loginSessionId = session.loginSessionId
    request.proof = session.proof
  })
  app.decorateRequest('knownBrowser', function (email) {
    return findKnownBrowser(deps, this, email)
  })
  adminRoutes(app, deps)

  // Log lines of a request name its caller, above all refusals.
  app.addHook('onRequest', (request, _reply, done) => {
    request.requestContext.account = request.account?.id
    done()
  })

  /** Replaces the browser's session, if any, by this one. */
  async function answerSignedIn(request: FastifyRequest, reply: FastifyReply, { account, token }: SignedIn) {
    await logOut(deps.db, sentTokens(request, cookieName))
    reply.setCookie(cookieName, token, { ...cookieFlags, maxAge: loginSessionLifetime / 1000 })
    await rememberBrowser(deps, request, reply, account.email)
    return { token, user: shown(account) }
  }

  /** The session of a guarded call. Throws `Unauthorized` if there is none. */
  function ownLoginSession(request: FastifyRequest): OwnLoginSession {
    const { loginSessionId } = request
    const [token] = sentTokens(request, cookieName)
    if (!loginSessionId || !token) throw new Unauthorized()
    return { loginSessionId, token }
  }

  secondFactorRoutes(app, deps, { answerSignedIn, ownLoginSession })

  serve(app, calls.me, async ({ request }) => {
    const account = signedIn(request)
    return { user: shown(account), zone: await readZone(deps.db, account), ...outboxOf(deps.env) }
  })

  serve(app, calls.login, async ({ body, request, reply }) => {
    const entered = await logIn(deps, body, clientOf(request), await request.knownBrowser(body.email))
    // The reply's type is the 200's; this one goes out through the 202's schema.
    return entered ? answerSignedIn(request, reply, entered) : reply.code(202).send({ codeRequired: true })
  })

  serve(app, calls.signup, async ({ body, request, reply }) => {
    const browser = codeBrowser(request, reply, deps.env)
    return answerSignedIn(request, reply, await signUp(deps, body, { client: clientOf(request), browser }))
  })

  serve(app, calls.logout, async ({ request, reply }) => {
    // Also by its id: a confirm at the same moment gives it another token.
    await logOut(deps.db, sentTokens(request, cookieName), request.loginSessionId)
    reply.clearCookie(cookieName, cookieFlags)
    await leaveAdminArea(deps, request, reply)
    return { ok: true as const }
  })

  serve(app, calls.changeName, async ({ request, body }) => ({
    user: await changeName(deps.db, signedIn(request), body.name),
  }))

  serve(app, profileCalls.readProfile, async ({ request }) => readProfile(deps.db, signedIn(request)))

  serve(app, profileCalls.saveProfile, async ({ request, body }) => saveProfile(deps, signedIn(request), body))

  serve(app, profileCalls.saveZone, async ({ request, body }) => saveZone(deps, signedIn(request), body.zone))

  serve(app, calls.changePassword, async ({ request, body, reply }) =>
    answerSignedIn(
      request,
      reply,
      await changePassword(deps, signedIn(request).id, ownLoginSession(request), body, clientOf(request)),
    ),
  )

  serve(app, calls.changeEmail, async ({ request, body, reply }) => {
    const browser = codeBrowser(request, reply, deps.env)
    const client = clientOf(request)
    const asked = { purpose: 'change-email', email: body.email, browser, network: client.network } as const
    const mayMail =
      !body.code && (await mayAskForCode(deps, asked, () => request.countAs(calls.requestCode, body.email)))
    const changed = await changeEmail(deps, signedIn(request), body, { client, browser, mayMail })
    // The reply's type is the 200's; this one goes out through the 202's schema.
    if (!changed) return reply.code(202).send({ message: codeOnItsWay, ...outboxOf(deps.env) })
    await rememberBrowser(deps, request, reply, changed.email)
    return { user: shown(changed) }
  })

  serve(app, sessionCalls.listLoginSessions, async ({ request }) =>
    listLoginSessions(deps, signedIn(request).id, ownLoginSession(request).loginSessionId),
  )

  serve(app, sessionCalls.endLoginSession, async ({ request, params }) => {
    await endLoginSession(deps.db, signedIn(request).id, params.loginSessionId)
    return { ok: true as const }
  })

  serve(app, sessionCalls.endOtherLoginSessions, async ({ request }) => {
    await endOtherLoginSessions(deps.db, signedIn(request).id, ownLoginSession(request).loginSessionId)
    return { ok: true as const }
  })

  serve(app, sessionCalls.listLogins, async ({ request }) => listLogins(deps.db, signedIn(request).id))

  serve(app, calls.requestCode, async ({ body, request, reply }) => {
    const browser = codeBrowser(request, reply, deps.env)
    const asked = { ...body, browser, ...clientOf(request) }
    const mayMail = await mayAskForCode(deps, asked, () => request.countAs(calls.requestCode, body.email))
    const isKnown = (await request.knownBrowser(body.email)) !== null
    // People verify only their own e-mail, so the code is for the caller alone.
    if (mayMail && (body.purpose !== 'verify-email' || request.account?.email === body.email))
      await requestCode(deps, { ...asked, isKnown })
    reply.code(202)
    return {
      message: codeOnItsWay,
      ...outboxOf(deps.env),
    }
  })

  serve(app, calls.redeemCode, async ({ body, request, reply }) => {
    const browser = codeBrowser(request, reply, deps.env)
    if (body.purpose === 'verify-email')
      return { user: shown(await verifyEmail(deps, signedIn(request), { ...body, browser })) }
    const { account, token } = await resetPassword(deps, body, { client: clientOf(request), browser })
    return token ? answerSignedIn(request, reply, { account, token }) : { user: account }
  })

  serve(app, calls.listRoles, async () => listRoles(deps.db))

  serve(app, calls.changeRole, async ({ body, request }) =>
    changeAdmin(deps, signedIn(request), ownLoginSession(request).loginSessionId, body),
  )

  serve(app, alertCalls.listAlertChoices, async ({ request }) => listAlertChoices(deps.db, signedIn(request)))

  serve(app, alertCalls.chooseAlert, async ({ body, request }) => chooseAlert(deps.db, signedIn(request), body))

  serve(app, sessionCalls.endLoginSessionsOf, async ({ body, request }) =>
    endLoginSessionsOf(deps, signedIn(request), body.email),
  )

  // A browser is sent here when its session has ended; not a call of the contract, as it answers with a page.
  app.get<{ Querystring: { next?: unknown } }>(firstCalls.loginPage.path, (request, reply) => {
    const next = localPath(request.query.next)
    return reply.redirect(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
  })
}

const codeOnItsWay = 'If this e-mail can have a code, it is on its way. It works for 10 minutes.'

/** An account as its owner sees it: including roles that wait for a second factor. */
function shown({ waitingRoles, ...account }: Account): Account {
  return { ...account, ...waitingRoles }
}

/** The session tokens a request carries. The bearer's comes first: it beats the cookie, even when it is stale. */
function sentTokens(request: FastifyRequest, cookieName: string): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return [bearer, request.cookies[cookieName]].filter((token): token is string => Boolean(token))
}
