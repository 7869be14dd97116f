import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

async function tables(url: string): Promise<string[]> {
  const client = new Client(url)
  await client.connect()
  const sql = `select tablename from pg_tables where schemaname = 'public' order by 1`
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows.map((row) => row.tablename)
}

test('gives many separate migrated databases at once', async () => {
  const databases = await Promise.all(Array.from({ length: 6 }, createTestDatabase))
  expect(new Set(databases.map((d) => d.url)).size).toBe(6)
  expect(await tables(databases[0]!.url)).toContain('users')

  const client = new Client(databases[0]!.url)
  client.on('error', () => {})
  await client.connect()
  await client.query('create table only_here (i int)')
  expect(await tables(databases[1]!.url)).not.toContain('only_here')

  await Promise.all(databases.map((d) => d.drop()))
  await expect(tables(databases[0]!.url)).rejects.toThrow('does not exist')
})
