import { count } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coaches } from '#src/coaches/server/table.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'
import { demoCoaches } from './demo-coaches.ts'
import { fillEmptyDatabase } from './demo-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('two processes that find the database empty at one moment fill it once', async () => {
  const { deps, databaseUrl } = app
  await Promise.all([fillEmptyDatabase(deps, databaseUrl), fillEmptyDatabase(deps, databaseUrl)])
  const [counted] = await deps.db.select({ total: count() }).from(coaches)
  expect(counted!.total).toBe(demoCoaches.length)
})
