import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buildApp } from '#src/app.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { loadTelemetry } from '#src/platform/telemetry/load-telemetry.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { endWithParent } from './processes.ts'

/**
 * The app as in production, but for the two things production refuses: limits are off, since all clients here have one
 * address, and its payment provider is the bench's. With `WORK=off` it leaves its jobs to others.
 */
async function serve(): Promise<void> {
  const { DATABASE_URL: databaseUrl, PAYMENT_PORT, SMTP_URL } = process.env
  const env = {
    ...readEnv({ ...process.env, NODE_ENV: 'production', MAIL_FROM: 'hello@bench.test' }),
    rateLimits: false,
  }
  const telemetry = await loadTelemetry(env)
  const app = await buildApp({
    env,
    telemetry,
    databaseUrl: databaseUrl!,
    stripe: {
      secretKey: 'sk_test_bench',
      publishableKey: 'pk_test_bench',
      webhookSecret: 'whsec_bench',
      apiAddress: { protocol: 'http', host: '127.0.0.1', port: Number(PAYMENT_PORT) },
    },
    smtpUrl: SMTP_URL!,
    sms: null,
    work: process.env.WORK !== 'off',
    pages: 'built',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  endWithParent(() => app.close().then(() => telemetry?.close()))
  // From one message to the next: the statements sent, and how many of them waited for no other.
  process.on('message', async (word) => {
    if (word !== 'count') return
    const statements = await recordStatements(() => once(process, 'message'))
    process.send!({ statements: statements.length, trips: statements.filter(({ beginsTrip }) => beginsTrip).length })
  })
  process.send!({ port: (app.http.server.address() as AddressInfo).port })
}

void serve()
