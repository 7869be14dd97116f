import type { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#src/testing/database.ts'
import { openDatabase } from './db.ts'
import { HotStatementsClient } from './hot-statements.ts'

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

test('the columns of a statement with a name are described once a connection', async () => {
  const testDatabase = await createTestDatabase()
  const client = new HotStatementsClient({ connectionString: testDatabase.url, pipeline: true })
  await client.connect()
  let described = 0
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on('rowDescription', () => {
    described += 1
  })
  const parts = { name: 'parts', text: 'select 12 / $1::int as part, null as nothing' }
  const part = async (of: number) => (await client.query(parts, [of])).rows
  expect(await part(3)).toEqual([{ part: 4, nothing: null }])
  expect(await Promise.all([part(2), part(6)])).toEqual([[{ part: 6, nothing: null }], [{ part: 2, nothing: null }]])
  await expect(part(0)).rejects.toThrow('division by zero')
  expect(await part(12)).toEqual([{ part: 1, nothing: null }])
  expect(described).toBe(1)

  const nothing = { name: 'nothing', text: 'select 1 as one where $1' }
  for (const isAny of [true, false, true]) expect((await client.query(nothing, [isAny])).rowCount).toBe(isAny ? 1 : 0)
  const pair = { name: 'pair', text: 'select $1::int, 2', rowMode: 'array' }
  for (const one of [1, 3]) expect((await client.query(pair, [one])).rows).toEqual([[one, 2]])
  await client.end()
  await testDatabase.drop()
})

test('a statement with a name whose columns have changed is refused', async () => {
  const testDatabase = await createTestDatabase()
  const client = new HotStatementsClient({ connectionString: testDatabase.url })
  await client.connect()
  await client.query('create table things (one int)')
  const all = { name: 'all_things', text: 'select * from things where $1' }
  for (let i = 0; i < 2; i++) await client.query(all, [true])
  await client.query('alter table things add two int')
  await expect(client.query(all, [true])).rejects.toThrow('must not change result type')
  await client.end()
  await testDatabase.drop()
})
