import { existsSync } from 'node:fs'
import { readEnv } from '#src/platform/config/env.ts'
import { restore } from '#src/platform/database/backup.ts'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'

/** `npm run restore FILE`: fills an empty database (DATABASE_URL, or a new DATA_DIR) with a backup. */
async function main(file: string | undefined): Promise<void> {
  if (!file) throw new Error('Usage: npm run restore FILE')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnv(process.env)
  const embedded = env.databaseUrl ? null : await startEmbeddedPostgres(env.dataDir)
  try {
    const rows = await restore(env.databaseUrl ?? embedded!.url, file)
    console.log(`The database in ${env.databaseUrl ? 'DATABASE_URL' : env.dataDir} holds all ${rows} rows of ${file}.`)
  } finally {
    await embedded?.stop()
  }
}

try {
  await main(process.argv[2])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
