import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type App, type AppParts, buildApp } from '#src/app.ts'
import type { Deps } from '#src/deps.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { type Sandbox, startSandbox } from '#src/sandbox/sandbox.ts'
import { type AnyCall, type CallInput, type CallReply, callUrl } from '#src/shared/define-call.ts'
import { createTestDatabase } from './database/database.ts'
import { undescribedAnswers } from './undescribed-answers.ts'

/** An answer, as tests see it. */
export type Answer<Body> = { status: number; body: Body; headers: Record<string, unknown> }

export type TestApp = {
  app: App
  deps: Deps
  sandbox: Sandbox
  databaseUrl: string
  /** Where the app listens: `http://127.0.0.1:port`. */
  url: string
  /** Makes a declared call, signed in if a token is given, and returns the answer. */
  call<C extends AnyCall>(
    call: C,
    input?: Partial<CallInput<C>> | object,
    token?: string,
  ): Promise<Answer<CallReply<C>>>
  /** Runs the jobs that are due. */
  runJobs(): Promise<number>
  close(): Promise<void>
}

/**
 * Starts the whole app on a database of its own, with the sandbox for Stripe, mail and SMS, on a free port of
 * 127.0.0.1. Jobs wait for `runJobs()` unless `work` is set. There are no rate limits unless `rateLimits` is on,
 * because all tests share one address, and much patience, because machines are slow at times. `close` throws if an answer
 * is missing in `/api/openapi.json`. With `production` it behaves towards browsers as in production; with `logTo` everything from `debug` on is logged there.
 */
export async function startTestApp(
  options: Partial<Pick<AppParts, 'now' | 'work' | 'stripe' | 'sms' | 'pages' | 'logTo' | 'telemetry'>> & {
    rateLimits?: 'on'
    production?: boolean
  } = {},
): Promise<TestApp> {
  const { rateLimits = 'off', production = false, ...parts } = options
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'level-up-test-'))
  let url: string | null = null
  const env = readEnv({
    LOG_LEVEL: parts.logTo ? 'debug' : (process.env.LOG_LEVEL ?? 'silent'),
    PORT: '0',
    RATE_LIMITS: rateLimits,
    PATIENCE: '30',
  })
  const sandbox = await startSandbox({
    dataDir,
    baseUrl: env.baseUrl,
    webhook: { url: () => url && `${url}/api/webhooks/stripe`, secret: 'whsec_test' },
    pace: { settleAfter: 500 },
  })
  const app = await buildApp({
    env: production ? { ...env, production, baseUrl: 'https://levelup.test' } : env,
    databaseUrl: database.url,
    stripe: sandbox.stripe,
    smtpUrl: sandbox.smtpUrl,
    sms: sandbox.sms,
    sandboxRoutes: sandbox.plugin,
    work: false,
    pages: 'none',
    // A new connection reads the database's catalogue first: fewer make the tests a sixth cheaper.
    connections: 5,
    ...parts,
  })
  const undescribed = undescribedAnswers(app.http)
  url = await app.http.listen({ host: '127.0.0.1', port: 0 })

  return {
    app,
    deps: app.deps,
    sandbox,
    databaseUrl: database.url,
    url,
    async call(call, input = {}, token) {
      const { body, ...address } = input as { params?: object; query?: object; body?: object }
      const answer = await app.http.inject({
        method: call.method,
        url: callUrl(call, address),
        ...(body !== undefined && { payload: body }),
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      })
      const isFile = call.download && answer.statusCode === 200
      const reply = isFile ? answer.body : answer.json()
      return { status: answer.statusCode, body: reply, headers: answer.headers }
    },
    runJobs: () => app.deps.jobs.runDue(),
    async close() {
      await app.close()
      await sandbox.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (undescribed.length > 0)
        throw new Error(`Not in the API's description:\n${[...new Set(undescribed)].join('\n')}`)
    },
  }
}
