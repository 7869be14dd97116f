import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readEnv } from '#src/platform/config/env.ts'
import { backUp, noteBackup } from '#src/platform/database/backup.ts'
import { onDatabase } from './on-database.ts'

/** `npm run backup FILE`: writes the whole database into a new file, whether the app runs or not, and into the database that it did. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { snapshot: { type: 'string' } } })
  const [file] = positionals
  if (!file) throw new Error('Usage: npm run backup FILE')
  if (existsSync('.env')) process.loadEnvFile('.env')
  const rows = await onDatabase(readEnv(process.env), async (url) => {
    const written = await backUp(url, file, values.snapshot)
    await noteBackup(url).catch((error: unknown) => console.warn('Staff cannot see when it was made:', error))
    return written
  })
  console.log(`${file} holds all ${rows} rows.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
