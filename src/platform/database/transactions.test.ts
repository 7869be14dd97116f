import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts'
import { type Database, type Db, openDatabase, type Tx } from './db.ts'

let testDatabase: TestDatabase
let database: Database
let db: Db
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  // One connection: a query that does not get it back waits in vain.
  database = openDatabase(testDatabase.url, () => {}, { max: 1 })
  db = database.db
  await db.execute(sql`create table marks (n int primary key)`)
})
beforeEach(() => db.execute(sql`delete from marks`))
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const mark = (tx: Db | Tx, n: number) => tx.execute(sql`insert into marks values (${n})`)
const marks = async () => (await db.execute(sql`select n from marks order by n`)).rows.map(({ n }) => n)

test('a transaction gives its result and commits; one that throws takes back all, and the connection goes on', async () => {
  const failing = db.transaction(async (tx) => {
    await mark(tx, 1)
    await mark(tx, 1)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
  const done = db.transaction(async (tx) => {
    await Promise.all([mark(tx, 2), mark(tx, 3)])
    return 'done'
  })
  expect(await done).toBe('done')
  expect(await marks()).toEqual([2, 3])
})

test('what is asked after the end of a transaction is refused, since it would be no part of it', async () => {
  let kept: Tx | undefined
  await db.transaction(async (tx) => {
    kept = tx
    await mark(tx, 1)
  })
  const late = async () => kept && mark(kept, 2)
  await expect(late()).rejects.toMatchObject({ cause: { message: expect.stringContaining('after the end') } })
  expect(await marks()).toEqual([1])
})

test('what still goes on in a transaction that has failed changes nothing, neither outside it nor in the next', async () => {
  const next = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  const failing = db.transaction((tx) => {
    late = next.promise.then(() => mark(tx, 1))
    return Promise.all([late, tx.execute(sql`select 1 / 0`)])
  })
  await expect(failing).rejects.toThrow()
  const taken = db.transaction(async (tx) => {
    await mark(tx, 2)
    next.resolve()
    await Promise.allSettled([late])
    throw new Error('taken back')
  })
  await expect(taken).rejects.toThrow('taken back')
  await expect(late).rejects.toMatchObject({ cause: { message: expect.stringContaining('after the end') } })
  expect(await marks()).toEqual([])
})

test('what is asked again and again is planned once per connection', async () => {
  for (let n = 0; n < 20; n++) {
    await db.transaction((tx) => tx.execute(sql`select ${n}::int as in_transactions`))
    await db.execute(sql`select ${n}::int as outside`)
  }
  await db.execute(sql`select 1 as once`)
  const { rows } = await db.execute(sql`select statement from pg_prepared_statements order by prepare_time`)
  expect(rows.map(({ statement }) => statement)).toEqual(
    expect.arrayContaining(['select $1::int as in_transactions', 'select $1::int as outside']),
  )
  expect(rows).not.toContainEqual({ statement: 'select 1 as once' })
})
