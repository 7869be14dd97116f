import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Noun } from '#src/deps.ts'
import type { LoginWay } from '#src/features/accounts/rules.ts'
import * as calls from '#src/features/accounts/second-factor-contract.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import type { SignedIn } from '../accounts.ts'
import { confirmPassword } from '../personal-data.ts'
import { type OwnLoginSession, renewToken } from '../sign-in/login-sessions.ts'
import { clientOf, noteLogin, noteRefused, wayOf } from '../sign-in/logins.ts'
import { answerForStep, findStepWait, findWaiting } from './new-step.ts'
import { changeStaffRules, readStaffRules } from './roles.ts'
import {
  countRecoveryCodes,
  hasFactor,
  startFactor,
  switchFactorOff,
  switchFactorOn,
  useCode,
} from './second-factor.ts'

/** Gives routes access to the caller's own session. */
type Sessions = {
  ownLoginSession(request: FastifyRequest): OwnLoginSession
  answerSignedIn(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
  ): Promise<{ token: string; user: SignedIn['account'] }>
}

/** Routes of the second factor, and for confirming one's identity again. */
export const secondFactorRoutes = (
  app: Parameters<Noun>[0],
  deps: Parameters<Noun>[1],
  { ownLoginSession, answerSignedIn }: Sessions,
): void => {
  serve(app, calls.factorState, async ({ request }) => {
    const { id, isOwner, isAdmin, waitingRoles } = signedIn(request)
    const isStaff = isOwner || isAdmin || waitingRoles !== undefined
    const wait = await findStepWait(deps, id)
    return {
      wait: wait && { until: wait.until?.toISOString() ?? null },
      isOn: await hasFactor(deps.db, id),
      recoveryCodesLeft: await countRecoveryCodes(deps.db, id),
      isDemanded: isStaff && (await readStaffRules(deps.db)).secondFactor,
    }
  })

  serve(app, calls.startFactor, async ({ request }) => startFactor(deps, signedIn(request)))

  serve(app, calls.switchFactorOn, async ({ request, body }) => ({
    recoveryCodes: await switchFactorOn(
      deps,
      signedIn(request),
      { ...ownLoginSession(request), ...clientOf(request) },
      body.code,
    ),
  }))

  serve(app, calls.switchFactorOff, async ({ request, body }) => {
    await confirmPassword(deps.db, signedIn(request), body.password)
    const account = signedIn(request)
    const known = await request.knownBrowser(account.email)
    await switchFactorOff(deps, account, body.code, { ...clientOf(request), known })
    return { ok: true as const }
  })

  serve(app, calls.confirmIdentity, async ({ request, reply, body }) => {
    const account = signedIn(request)
    const attempt = { ...clientOf(request), email: account.email, at: deps.now() }
    let way: LoginWay = 'password'
    if (await hasFactor(deps.db, account.id)) {
      if (!body.code) throw new Invalid({ code: 'Please enter the 6 digits from your app, or a recovery code' })
      way = wayOf(body.code)
      const known = await request.knownBrowser(account.email)
      await useCode(deps, account.id, body.code, attempt, { known }).catch(noteRefused(deps.db, { ...attempt, way }))
    } else {
      if (!body.password) throw new Invalid({ password: 'Please enter your password' })
      await confirmPassword(deps.db, account, body.password).catch(noteRefused(deps.db, { ...attempt, way }))
    }
    await noteLogin(deps.db, { ...attempt, way, outcome: 'confirmed' })
    const token = await renewToken(deps.db, ownLoginSession(request), deps.now())
    return answerSignedIn(request, reply, { account, token })
  })

  serve(app, calls.findWaiting, async ({ params }) => findWaiting(deps, params.accountId))

  serve(app, calls.answerForStep, async ({ request, body }) => answerForStep(deps, signedIn(request), body))

  serve(app, calls.readStaffRules, async () => readStaffRules(deps.db))

  serve(app, calls.changeStaffRules, async ({ request, body }) => changeStaffRules(deps, signedIn(request), body))
}
