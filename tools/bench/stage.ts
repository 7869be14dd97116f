import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { fillEmptyDatabase } from '#src/demo/data/demo-data.ts'
import type { Deps } from '#src/deps.ts'
import { type Env, readEnv } from '#src/platform/config/env.ts'
import { openDatabase } from '#src/platform/database/db.ts'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { migrate } from '#src/platform/database/migrate.ts'
import { demoData } from '#src/platform/database/table.ts'
import { bundleApp } from './bundle.ts'
import { cpuOf, type Process, start, startOptions, withChildren } from './processes.ts'

export type Server = Pick<Process<unknown>, 'pid' | 'child' | 'stop'> & { url: string }
export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * One durable database server with a database each for the app (with the demo's data) and the bare server, and the
 * world outside. `nodeOptions` are those of the app's process, which logs a line a request into a file.
 */
export async function openStage(dataDir: string, nodeOptions: string[] = []) {
  const postgres = await startEmbeddedPostgres(dataDir)
  const databaseUrl = await createDatabase(postgres.url, 'app')
  const bareDatabaseUrl = await createDatabase(postgres.url, 'bare')
  await migrate(databaseUrl)
  // Nobody measures how fast the people here come to be.
  const { db, close } = openDatabase(`${databaseUrl}&options=-c synchronous_commit=off`, () => {}, { max: 4 })
  const env: Env = readEnv({})
  // Making people and bookings needs no more than this of the app.
  const books = { db, env, now: () => new Date() } as Deps
  await fillEmptyDatabase(books, databaseUrl, null)
  // How fast production starts is measured here; it would refuse the demo's data.
  await db.delete(demoData)
  const bundle = await bundleApp()
  const outside = await start<{ paymentPort: number; mailPort: number }>('provider.ts')
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  let apps = 0
  const smtpUrl = `smtp://127.0.0.1:${outside.message.mailPort}`

  return {
    books,
    databaseUrl,
    smtpUrl,
    /** What the database server has used so far, in milliseconds of processor time. */
    databaseCpu: () => cpuOf(...withChildren(postmaster)),
    outsideCpu: () => cpuOf(outside.pid),
    startApp: (settings: Record<string, string> = {}) =>
      serverIn(
        bundle,
        {
          DATABASE_URL: databaseUrl,
          PAYMENT_PORT: String(outside.message.paymentPort),
          SMTP_URL: smtpUrl,
          BASE_URL: 'https://bench.test',
          ...settings,
        },
        [...startOptions(), ...nodeOptions],
        path.join(dataDir, `app-${apps++}.log`),
      ),
    startBare: (appUrl: string) =>
      serverIn('bare.ts', {
        APP_URL: appUrl,
        DATABASE_URL: bareDatabaseUrl,
        PAYMENT_PORT: String(outside.message.paymentPort),
      }),
    async close() {
      await close()
      await outside.stop()
      await postgres.stop()
    },
  }
}

async function serverIn(...starting: Parameters<typeof start>): Promise<Server> {
  const { pid, message, child, stop } = await start<{ port: number }>(...starting)
  return { pid, child, stop, url: `http://127.0.0.1:${message.port}` }
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new Client(adminUrl)
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  const url = new URL(adminUrl)
  url.pathname = name
  return url.href
}
