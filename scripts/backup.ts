import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { backUp } from '#src/server/backup.ts'
import { embeddedPostgresUrl, startEmbeddedPostgres } from '#src/server/embedded-postgres.ts'
import { readEnv } from '#src/server/env.ts'

/** `npm run backup FILE`: writes the whole database into a new file, whether the app runs or not. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { snapshot: { type: 'string' } } })
  const [file] = positionals
  if (!file) throw new Error('Usage: npm run backup FILE')
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnv(process.env)
  const url = env.databaseUrl ?? embeddedPostgresUrl(env.dataDir)
  if (!url) throw new Error(`There is no database in ${env.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  const write = () => backUp(url, file, values.snapshot)
  const rows = await write().catch(async (error: NodeJS.ErrnoException) => {
    if (env.databaseUrl || (error.code !== 'ENOENT' && error.code !== 'ECONNREFUSED')) throw error
    // The app does not run, and its database with it.
    const embedded = await startEmbeddedPostgres(env.dataDir)
    return write().finally(() => embedded.stop())
  })
  console.log(`${file} holds all ${rows} rows.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
