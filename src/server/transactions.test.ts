import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#src/testing/database.ts'
import { recordStatements } from '#src/testing/statements.ts'
import { commitBehind, type Database, type Db, openDatabase, type Tx } from './db.ts'
import { prepareOnce, prepareSql } from './prepare-once.ts'
import { rateLimits } from './table.ts'

let testDatabase: TestDatabase
let database: Database
let db: Db
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, () => {}, 1)
  db = database.db
  await db.execute(sql`create table marks (n int primary key)`)
})
beforeEach(() => db.execute(sql`delete from marks`))
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const marked = prepareSql<{ n: number }>('marked', sql`insert into marks values (${sql.placeholder('n')}) returning n`)
const counted = prepareOnce((mock) => mock.select().from(rateLimits).prepare('counted'))
const marks = async () => (await db.execute(sql`select n from marks order by n`)).rows.map(({ n }) => n)

test('statements asked at once reach the database in that order, however they were built, and the commit behind them', async () => {
  const statements = await recordStatements(() =>
    db.transaction(async (tx) => {
      const asked = Promise.all([marked(tx).execute({ n: 1 }), counted(tx).execute(), marked(tx).execute({ n: 2 })])
      commitBehind(tx)
      await asked
    }),
  )
  const firstWords = statements.map(({ text }) => text.split(' ')[0])
  expect(firstWords).toEqual(['begin', 'insert', 'select', 'insert', 'commit'])
  expect(await marks()).toEqual([1, 2])
})

test('a statement that fails before a commit behind it takes back all, and the connection goes on', async () => {
  const failing = db.transaction(async (tx) => {
    const asked = Promise.all([
      marked(tx).execute({ n: 1 }),
      marked(tx).execute({ n: 1 }),
      marked(tx).execute({ n: 2 }),
    ])
    commitBehind(tx)
    await asked
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await marks()).toEqual([])
  expect(await db.transaction((tx) => marked(tx).execute({ n: 3 }))).toEqual([{ n: 3 }])
  expect(await marks()).toEqual([3])
})

test('what is asked after the commit went out is refused, since it would be no part of the transaction', async () => {
  const late = (act: (tx: Tx) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      commitBehind(tx)
      await act(tx)
    })
  await expect(late((tx) => marked(tx).execute({ n: 1 }))).rejects.toThrow('after the end')
  await expect(late((tx) => tx.execute(sql`insert into marks values (1)`))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('after the end') },
  })
  expect(await marks()).toEqual([])
})

test('what still goes on in a transaction that has failed changes nothing, neither outside it nor in the next', async () => {
  let late: Promise<unknown> | undefined
  const failing = db.transaction((tx) => {
    const waitThenWrite = async () => {
      await sleep(20)
      const asked = marked(tx).execute({ n: 1 })
      commitBehind(tx)
      await asked
    }
    late = waitThenWrite()
    return Promise.all([late, tx.execute(sql`select 1 / 0`)])
  })
  await expect(failing).rejects.toThrow()
  const next = db.transaction(async (tx) => {
    await marked(tx).execute({ n: 2 })
    await Promise.allSettled([late])
    throw new Error('taken back')
  })
  await expect(next).rejects.toThrow('taken back')
  await expect(late).rejects.toThrow('after the end')
  expect(await marks()).toEqual([])
})
