import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { root } from './root.ts'

export const migrationsFolder = `${root}/migrations`
/** Any number that nobody else locks: one process prepares the database, the others wait for it. */
const lockId = 4_153_501

/** Brings the database at `url` to the newest schema. Safe to call from several processes at once. Throws when it cannot be reached within 10 s. */
export async function migrate(url: string): Promise<void> {
  await aloneIn(url, (client) => applyMigrations(drizzle(client), { migrationsFolder }))
}

/** Acts while no other process does so in the database at `url`. Throws when it cannot be reached within 10 s. */
export async function aloneIn(url: string, act: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'level-up-migrate',
    connectionTimeoutMillis: 10_000,
  })
  // A database that dies meanwhile fails the query under way; without a listener it would end the process, too.
  client.on('error', () => {})
  await client.connect().catch((cause: Error) => {
    throw new Error(`the database cannot be reached: ${cause.message}`, { cause })
  })
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    await act(client)
  } finally {
    await client.end()
  }
}
