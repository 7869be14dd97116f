import { existsSync } from 'node:fs'
import { grantRole } from '#src/features/accounts/server/accounts.ts'
import { findStaffStanding } from '#src/features/accounts/server/staff/staff-door.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { openDatabase } from '#src/platform/database/db.ts'
import { migrate } from '#src/platform/database/migrate.ts'
import { onDatabase } from './on-database.ts'

/** `npm run grant EMAIL owner|admin`: gives a role to an account with a verified e-mail; the way to a new business's first owner. */
async function main(email: string | undefined, role: string | undefined): Promise<void> {
  if (!email || (role !== 'owner' && role !== 'admin')) throw new Error('Usage: npm run grant EMAIL owner|admin')
  if (existsSync('.env')) process.loadEnvFile('.env')
  await onDatabase(readEnv(process.env), async (url) => {
    await migrate(url)
    const { db, close } = openDatabase(url, (error) => console.error(error.message), { max: 1 })
    try {
      const { id } = await grantRole(db, email, role)
      const mustWait = (await findStaffStanding(db, id, true)) === 'factor-missing'
      console.log(
        `${email} is ${role} now${mustWait ? ', once their second step is set up on their account page' : ''}.`,
      )
    } finally {
      await close()
    }
  })
}

try {
  await main(process.argv[2], process.argv[3])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
