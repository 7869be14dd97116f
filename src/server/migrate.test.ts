import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#src/accounts/server/table.ts'
import { aUser } from '#src/demo/a-user.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'
import { migrationsFolder, refuseDemoData } from './migrate.ts'
import { demoData } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Migrates a database of an earlier version, which knows of no mark. */
async function markAnew() {
  await app.deps.db.execute(sql`drop table demo_data`)
  const migration = readFileSync(`${migrationsFolder}/0034_demo_data.sql`, 'utf8')
  for (const statement of migration.split('--> statement-breakpoint')) await app.deps.db.execute(sql.raw(statement))
}

test('what an earlier version filled with demo data is marked by the migration; who only claims such an e-mail marks nothing', async () => {
  const { deps, databaseUrl } = app
  await aUser(deps, { email: 'owner@demo.test', emailVerified: false })
  await aUser(deps, { email: 'somebody@demo.test' })
  await markAnew()
  expect(await deps.db.$count(demoData)).toBe(0)
  await refuseDemoData(databaseUrl)

  await deps.db.update(users).set({ emailVerifiedAt: deps.now() })
  await markAnew()
  expect(await deps.db.$count(demoData)).toBe(1)
  await expect(refuseDemoData(databaseUrl)).rejects.toThrow(
    'This database holds demo data. Set DATABASE_URL or DATA_DIR to an empty one.',
  )
})
