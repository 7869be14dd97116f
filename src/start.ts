import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { askForSeller } from '#src/features/payments/server/seller.ts'
import { describeStart } from '#src/platform/config/describe-start.ts'
import { BadEnv, type Env, readEnv } from '#src/platform/config/env.ts'
import { findKnownZone } from '#src/platform/database/known-zone.ts'
import { claimDatabase, migrate, OlderDatabase } from '#src/platform/database/migrate.ts'
import { loadTelemetry } from '#src/platform/telemetry/load-telemetry.ts'
import { type AppParts, buildApp } from './app.ts'
import type { Deps } from './deps.ts'

type Pages = Exclude<AppParts['pages'], 'none'>
type Stops = (() => Promise<void>)[]

/**
 * Starts everything in order, and stops it in the opposite one. What is wrong with a setting is said in one line on the
 * standard error, and any other failure in full; both end the process with 1.
 */
export async function start({ pages }: { pages: Pages }): Promise<void> {
  const stops: Stops = []
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
    await startAll(readSettings(), pages, stops)
  } catch (error) {
    if (error instanceof BadEnv) console.error(error.message)
    else console.error('Level Up cannot start:', error)
    await stop(1)
  }
}

function readSettings(): Env {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
  } catch (error) {
    blame('.env')(error as Error)
  }
  return readEnv(process.env)
}

/** Puts into `stops` how to end what it has started. */
async function startAll(settings: Env, pages: Pages, stops: Stops): Promise<void> {
  const { url: databaseUrl, migration } = await openMigrated(settings, stops)
  const env = { ...settings, businessTimeZone: await findKnownZone(databaseUrl, settings.businessTimeZone) }
  await claimDatabase(databaseUrl, env)

  const telemetry = await loadTelemetry(env).catch(blame('METRICS_HOST, METRICS_PORT'))
  if (telemetry) stops.push(() => telemetry.close())
  const demo = env.production ? null : await startDemo(env).catch(blame('DATA_DIR'))
  if (demo) stops.push(() => demo.sandbox.close())
  const app = await buildApp({
    env,
    databaseUrl,
    stripe: env.stripe ?? demo?.sandbox.stripe ?? null,
    smtpUrl: env.smtpUrl ?? demo?.sandbox.smtpUrl ?? null,
    sms: env.sms ?? demo?.sandbox.sms ?? null,
    sandboxRoutes: demo?.sandbox.plugin,
    work: true,
    pages,
    telemetry,
  })
  stops.push(() => app.close())
  await demo?.fill(app.deps, databaseUrl)
  await app.listen({ host: env.host, port: env.port }).catch(blame('HOST, PORT'))
  app.http.log.info(describeStart(env, migration))
  await askForSeller(app.deps)
}

/** The migrated database at `DATABASE_URL`, or the embedded one in `DATA_DIR`. A demo of an earlier version is set aside. */
async function openMigrated(env: Env, stops: Stops): Promise<{ url: string; migration: string }> {
  if (env.databaseUrl) return { url: env.databaseUrl, migration: await migrate(env.databaseUrl) }

  const { startEmbeddedPostgres } = await import('#src/platform/database/embedded-postgres.ts')
  const { url, stop } = await startEmbeddedPostgres(env.dataDir).catch(blame('DATA_DIR'))
  try {
    const migration = await migrate(url)
    stops.push(stop)
    return { url, migration }
  } catch (error) {
    await stop()
    if (!(error instanceof OlderDatabase && error.isDemo) || env.production) throw error
  }
  const aside = `${env.dataDir}-until-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
  await rename(env.dataDir, aside).catch(blame('DATA_DIR'))
  console.info(`The demo in ${env.dataDir} was of an earlier version. It lies in ${aside} now, and a new one begins.`)
  return openMigrated(env, stops)
}

/** Throws on what the system refused, as the fault of these settings. */
function blame(settings: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.syscall || error.code === 'ERR_SQLITE_ERROR')
      throw new BadEnv(`${settings}: ${error.message}`, { cause: error })
    throw error
  }
}

/**
 * What stands in for Stripe, mail and SMS, and how to fill an empty database, loaded only outside production. The sandbox's
 * webhooks come to this process.
 */
async function startDemo(env: Env) {
  const { startSandbox } = await import('#src/sandbox/sandbox.ts')
  const { fillEmptyDatabase } = await import('#src/demo/data/demo-data.ts')
  const { newPasswords, newSecret, replacePasswords } = await import('#src/demo/data/public-demo.ts')
  const passwords = env.publicDemo ? newPasswords() : null
  const host = ['0.0.0.0', '::'].includes(env.host) ? '127.0.0.1' : env.host
  const sandbox = await startSandbox({
    dataDir: env.dataDir,
    baseUrl: env.baseUrl,
    password: passwords?.['owner@demo.test'],
    webhook: {
      url: () => `http://${host}:${env.port}/api/webhooks/stripe`,
      secret: env.publicDemo ? `whsec_${newSecret()}` : 'whsec_sandbox',
    },
    // Strangers must not sign webhooks by a key that stands in our code.
    authToken: env.publicDemo ? newSecret() : undefined,
  })
  return {
    sandbox,
    async fill(deps: Deps, databaseUrl: string): Promise<void> {
      await fillEmptyDatabase(deps, databaseUrl, env.stripe ? null : sandbox)
      if (!passwords) return
      await replacePasswords(deps, passwords)
      // Not into the log, which others may read and keep.
      console.info('Until the next start the passwords of this public demo are (the owner’s opens /dev, too):')
      for (const [email, password] of Object.entries(passwords)) console.info(`  ${email} ${password}`)
    },
  }
}
