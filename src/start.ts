import { existsSync } from 'node:fs'
import { type AppParts, buildApp } from './app.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { BadEnv, type Env, readEnv } from './server/env.ts'
import { loadSeeing } from './server/load-seeing.ts'
import { migrate } from './server/migrate.ts'

/** Starts everything in order, and stops it in the opposite one. */
export async function start({ pages }: { pages: Exclude<AppParts['pages'], 'none'> }): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnv(process.env)
  const stops: (() => Promise<void>)[] = []
  let stoppingSince = 0
  const stop = async (code: number) => {
    if (stoppingSince) return
    stoppingSince = Date.now()
    setTimeout(() => process.exit(1), 14_000).unref()
    for (const close of stops.reverse()) await close().catch((error: unknown) => console.error(error))
    process.exit(code)
  }
  const obey = () => {
    // npm repeats the Ctrl-C that the terminal sent us already; only a later one means that somebody lost patience.
    if (stoppingSince && Date.now() - stoppingSince > 1_000) process.exit(1)
    void stop(0)
  }
  process.on('SIGTERM', obey)
  process.on('SIGINT', obey)

  try {
    let { databaseUrl } = env
    if (!databaseUrl) {
      const { startEmbeddedPostgres } = await import('./server/embedded-postgres.ts')
      const embedded = await startEmbeddedPostgres(env.dataDir)
      stops.push(() => embedded.stop())
      databaseUrl = embedded.url
    }
    await migrate(databaseUrl)

    const seeing = await loadSeeing(env)
    if (seeing) stops.push(() => seeing.close())
    const sandbox = env.production ? null : await startSandboxBeside(env)
    if (sandbox) stops.push(() => sandbox.close())
    const app = await buildApp({
      env,
      databaseUrl,
      stripe: env.stripe ?? sandbox?.stripe ?? null,
      smtpUrl: env.smtpUrl ?? sandbox?.smtpUrl ?? null,
      sms: env.sms ?? sandbox?.sms ?? null,
      sandboxRoutes: sandbox?.plugin,
      work: true,
      pages,
      seeing,
    })
    stops.push(() => app.close())
    if (!env.production) {
      const { fillEmptyDatabase } = await import('./demo/demo-data.ts')
      await fillEmptyDatabase(app.deps, databaseUrl, env.stripe ? null : sandbox)
    }
    await app.listen({ host: env.host, port: env.port })
    app.http.log.info(
      `Level Up is ready at ${env.baseUrl}${sandbox ? `, mails and SMS at ${env.baseUrl}/dev/outbox` : ''}`,
    )
  } catch (error) {
    console.error(error instanceof Error ? `Level Up cannot start: ${error.message}` : error)
    if (!(error instanceof BadEnv)) console.error(error)
    await stop(1)
  }
}

/** The stand-ins for Stripe, mail and SMS, loaded only outside production; their webhooks come to this process. */
async function startSandboxBeside(env: Env): Promise<Sandbox> {
  const { startSandbox } = await import('./sandbox/sandbox.ts')
  const host = env.host === '0.0.0.0' ? '127.0.0.1' : env.host
  return startSandbox({
    dataDir: env.dataDir,
    webhook: { url: () => `http://${host}:${env.port}/api/webhooks/stripe`, secret: 'whsec_sandbox' },
  })
}
