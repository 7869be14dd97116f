import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseAway } from '#src/platform/http/errors.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts'
import { type DatabaseLine, openDatabaseLine } from '#tests/support/database/database-line.ts'
import { type Database, openDatabase } from './db.ts'

let testDatabase: TestDatabase
let line: DatabaseLine
let database: Database
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  line = await openDatabaseLine(testDatabase.url)
  database = openDatabase(line.url, () => {}, { max: 3, patience: 30 })
})
afterEach(async () => {
  await database.close()
  await line.close()
  await testDatabase.drop()
})

/** Whether a piece of work fails because the database is away. */
const isRefused = (work: Promise<unknown>): Promise<boolean> => work.then(() => false, isDatabaseAway)

test('an abandoned database keeps nobody waiting: not in a query, a transaction, or for a connection; and it comes back', async () => {
  const { db } = database
  await db.execute(sql`select 1`)
  line.goSilent()
  const inUse = isRefused(db.execute(sql`select 1`))
  const connecting = isRefused(db.transaction(async (tx) => tx.execute(sql`select 1`)))
  const more = [1, 2, 3].map(() => isRefused(db.execute(sql`select 1`)))
  await new Promise((resolve) => setTimeout(resolve, 100))
  database.abandon()
  const meanwhile = [isRefused(db.execute(sql`select 1`)), isRefused(db.transaction((tx) => tx.execute(sql`select 1`)))]
  const all = await Promise.all([inUse, connecting, ...more, ...meanwhile])
  expect(all).toEqual(all.map(() => true))

  await line.recover()
  database.resume()
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  expect((await db.transaction((tx) => tx.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }])
})
