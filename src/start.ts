import { existsSync } from 'node:fs'
import { type AppParts, buildApp } from './app.ts'
import type { Deps } from './server/deps.ts'
import { describeStart } from './server/describe-start.ts'
import { BadEnv, type Env, readEnv } from './server/env.ts'
import { loadSeeing } from './server/load-seeing.ts'
import { migrate, refuseDemoData } from './server/migrate.ts'

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
async function startAll(env: Env, pages: Pages, stops: Stops): Promise<void> {
  let { databaseUrl } = env
  if (!databaseUrl) {
    const { startEmbeddedPostgres } = await import('./server/embedded-postgres.ts')
    const embedded = await startEmbeddedPostgres(env.dataDir).catch(blame('DATA_DIR'))
    stops.push(() => embedded.stop())
    databaseUrl = embedded.url
  }
  const migration = await migrate(databaseUrl)
  if (env.production) await refuseDemoData(databaseUrl)

  const seeing = await loadSeeing(env).catch(blame('METRICS_HOST, METRICS_PORT'))
  if (seeing) stops.push(() => seeing.close())
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
    seeing,
  })
  stops.push(() => app.close())
  await demo?.fill(app.deps, databaseUrl)
  await app.listen({ host: env.host, port: env.port }).catch(blame('HOST, PORT'))
  app.http.log.info(describeStart(env, migration))
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
  const { startSandbox } = await import('./sandbox/sandbox.ts')
  const { fillEmptyDatabase } = await import('./demo/demo-data.ts')
  const { newPasswords, replacePasswords } = await import('./demo/public-demo.ts')
  const passwords = env.publicDemo ? newPasswords() : null
  const host = ['0.0.0.0', '::'].includes(env.host) ? '127.0.0.1' : env.host
  const sandbox = await startSandbox({
    dataDir: env.dataDir,
    password: passwords?.['owner@demo.test'],
    webhook: { url: () => `http://${host}:${env.port}/api/webhooks/stripe`, secret: 'whsec_sandbox' },
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
