import { existsSync } from 'node:fs'
import { dropFactor } from '#src/features/accounts/server/staff/second-factor.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { openDatabase } from '#src/platform/database/db.ts'
import { onDatabase } from './on-database.ts'

/** `npm run drop-second-step EMAIL`: for somebody who lost phone and recovery codes, or set a new password by mail and has no owner to ask, once you are sure that it is them. */
async function main(email: string | undefined): Promise<void> {
  if (!email) throw new Error('Usage: npm run drop-second-step EMAIL')
  if (existsSync('.env')) process.loadEnvFile('.env')
  await onDatabase(readEnv(process.env), async (url) => {
    const { db, close } = openDatabase(url, (error) => console.error(error.message), { max: 1 })
    await dropFactor(db, email).finally(close)
  })
  console.log(`${email} logs in by password alone now, and may set up a second step.`)
}

try {
  await main(process.argv[2])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
