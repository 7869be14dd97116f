import { Client } from 'pg'
import type { Env } from '#src/platform/config/env.ts'
import { embeddedPostgresUrl, startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'

/**
 * Runs `act` on the app's database: that of DATABASE_URL, or the one in DATA_DIR, which is started for as long as `act` takes
 * unless the app has it running. Throws when there is none.
 */
export async function onDatabase<T>({ databaseUrl, dataDir }: Env, act: (url: string) => Promise<T>): Promise<T> {
  const url = databaseUrl ?? embeddedPostgresUrl(dataDir)
  if (!url) throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  if (databaseUrl || (await isRunning(url))) return act(url)
  const embedded = await startEmbeddedPostgres(dataDir)
  return act(embedded.url).finally(() => embedded.stop())
}

async function isRunning(url: string): Promise<boolean> {
  const client = new Client(url)
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end())
}
