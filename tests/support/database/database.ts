import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  url: string
  /** Removes the database, even when connections are still open. */
  drop(): Promise<void>
}

/** Creates a migrated, empty database (about 20 ms). Works only in tests run by Vitest. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('testCluster')
  const name = `test_${randomBytes(8).toString('hex')}`
  // Measured: file_copy makes a copy in 14 ms and drops it in 6, wal_log needs 20 and 12.
  await askAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(adminUrl)
  url.pathname = name
  return { url: url.href, drop: () => askAdmin(adminUrl, `drop database if exists ${name} with (force)`) }
}

/** One at a time for all workers: PostgreSQL refuses parallel copies of one template. */
async function askAdmin(adminUrl: string, statement: string) {
  const client = new Client(adminUrl)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('test databases'))`)
    await client.query(statement)
  } finally {
    await client.end()
  }
}
