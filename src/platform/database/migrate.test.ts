import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { claimDatabase, migrate, OlderDatabase } from './migrate.ts'
import { demoData, productionData } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a database of an earlier version is refused as it is, and a demo’s is told apart', async () => {
  const { db } = app.deps
  await migrate(app.databaseUrl)
  await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`)
  const refusal = () => migrate(app.databaseUrl).catch((error: unknown) => error)
  expect(await refusal()).toEqual(new OlderDatabase(false))
  await claimDatabase(app.databaseUrl, { production: true })

  await db.insert(demoData).values({})
  expect(await refusal()).toEqual(new OlderDatabase(true))
  await expect(claimDatabase(app.databaseUrl, { production: true })).rejects.toThrow(
    'This database holds demo data. Set DATABASE_URL or DATA_DIR to an empty one.',
  )
})

test('production marks its database, and nothing else runs on it then', async () => {
  const { db } = app.deps
  await db.delete(demoData)
  await db.delete(productionData)
  await claimDatabase(app.databaseUrl, { production: false })
  for (let start = 0; start < 2; start++) await claimDatabase(app.databaseUrl, { production: true })
  await expect(claimDatabase(app.databaseUrl, { production: false })).rejects.toThrow('NODE_ENV=production')
})
