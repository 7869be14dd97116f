import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#src/testing/database.ts'
import { openDatabase } from './db.ts'

test('what is asked often is prepared once, and gives each its own answer; what is rare is not', async () => {
  const testDatabase = await createTestDatabase()
  const { db, close } = openDatabase(testDatabase.url, () => {}, 1)
  const double = async (n: number) => (await db.execute(sql`select ${n}::int * 2 as doubled`)).rows[0]
  for (let n = 0; n < 25; n++) expect(await double(n)).toEqual({ doubled: n * 2 })
  expect(await db.transaction((tx) => tx.execute(sql`select ${4}::int * 2 as doubled`))).toMatchObject({
    rows: [{ doubled: 8 }],
  })
  await db.execute(sql`select ${1}::int * 3 as tripled`)

  const { rows } = await db.execute(sql`select statement from pg_prepared_statements`)
  expect(rows).toEqual([{ statement: 'select $1::int * 2 as doubled' }])
  await close()
  await testDatabase.drop()
})
