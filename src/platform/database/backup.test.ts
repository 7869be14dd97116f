import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fillEmptyDatabase } from '#src/demo/data/demo-data.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { fingerprints } from '#tests/support/fingerprints.ts'
import { backUp, restore } from './backup.ts'

let source: TestApp
let folder: string
const made: string[] = []

beforeAll(async () => {
  source = await startTestApp()
  await fillEmptyDatabase(source.deps, source.databaseUrl, source.sandbox)
  folder = await mkdtemp(path.join(tmpdir(), 'level-up-backup-'))
})
afterAll(async () => {
  await source.close()
  for (const name of made) await asAdmin(`drop database ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

async function asAdmin(statement: string): Promise<void> {
  await ask(inject('testCluster').adminUrl, statement)
}

async function ask(url: string, statement: string) {
  const client = new Client(url)
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

/** A database without any table, of other habits than ours. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template template0`)
  await asAdmin(`alter database ${name} set datestyle = 'SQL, DMY'`)
  made.push(name)
  const url = new URL(inject('testCluster').adminUrl)
  url.pathname = name
  return url.href
}

test('a backup taken while others write holds one moment, and restores every row of it', async () => {
  // Whatever a text can hold must survive, also what ends a line or a table in the file.
  const difficult = `\\. \\N tab\tquote'"\nCOPY a FROM stdin;\n\\.\r\u2028\u2029é🎮`
  const client = new Client(source.databaseUrl)
  await client.connect()
  await client.query('update coaches set description = $1 where id = (select id from coaches limit 1)', [difficult])
  await client.query('begin isolation level repeatable read, read only')
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  const before = await fingerprints(client)
  await ask(source.databaseUrl, `update coaches set description = 'Written after the moment'`)

  const file = path.join(folder, 'whole.sql.gz')
  const written = await backUp(source.databaseUrl, file, rows[0]!.id)
  await client.query('rollback')
  await client.end()

  const url = await emptyDatabase()
  expect(await restore(url, file)).toBe(written)
  const copy = new Client(url)
  await copy.connect()
  expect(await fingerprints(copy)).toEqual(before)
  expect(before['public.bookings']!.rows).toBeGreaterThan(5)
  expect(Object.keys(before)).toContain('pgboss.job_common')
  const { rows: same } = await copy.query('select from coaches where description = $1', [difficult])
  expect(same).toHaveLength(1)
  // The rules came along: no coach can be booked twice at once, and identities go on counting.
  const rules = await copy.query(`select from pg_constraint where conname = 'slots_no_overlap'`)
  expect(rules.rowCount).toBe(1)
  await copy.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 1)`)
  await copy.end()
})

test('a backup of another day is restored, though the job queue has a table for each day’s figures', async () => {
  await ask(
    source.databaseUrl,
    `create table pgboss.queue_stats_20260102 partition of pgboss.queue_stats
       for values from ('2026-01-02 00:00:00+00') to ('2026-01-03 00:00:00+00')`,
  )
  const file = path.join(folder, 'other-day.sql.gz')
  const written = await backUp(source.databaseUrl, file)
  expect(await restore(await emptyDatabase(), file)).toBe(written)
})

test('a damaged or cut file restores nothing at all', async () => {
  const file = path.join(folder, 'to-cut.sql.gz')
  await backUp(source.databaseUrl, file)
  const bytes = await readFile(file)
  const cut = path.join(folder, 'cut.sql.gz')
  await writeFile(cut, bytes.subarray(0, bytes.length - 200))
  const damaged = path.join(folder, 'damaged.sql.gz')
  bytes[Math.floor(bytes.length * 0.7)]! ^= 0xff
  await writeFile(damaged, bytes)

  const url = await emptyDatabase()
  for (const wrong of [cut, damaged]) await expect(restore(url, wrong)).rejects.toThrow()
  const { rowCount } = await ask(url, `select from pg_tables where schemaname in ('public', 'drizzle', 'pgboss')`)
  expect(rowCount).toBe(0)
  expect(await restore(url, file)).toBeGreaterThan(0)
})

test('neither a database in use nor an existing file is overwritten', async () => {
  const file = path.join(folder, 'once.sql.gz')
  await backUp(source.databaseUrl, file)
  await expect(backUp(source.databaseUrl, file)).rejects.toThrow('exists already')
  await expect(restore(source.databaseUrl, file)).rejects.toThrow('not empty')
  expect(existsSync(`${file}.unfinished`)).toBe(false)
})
