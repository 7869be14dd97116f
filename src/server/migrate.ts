import { readFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { BadEnv } from './env.ts'
import { rootError, sqlState } from './errors.ts'
import { root } from './root.ts'

export const migrationsFolder = `${root}/migrations`
/** Any number that nobody else locks: one process prepares the database, the others wait for it. */
const lockId = 4_153_501

/**
 * Brings the database at `url` to the newest schema, and gives the name of the last migration that it has had. Safe to
 * call from several processes at once. Throws `BadEnv` when it cannot be reached within 10 s, or its user may not do this.
 */
export async function migrate(url: string): Promise<string> {
  return aloneIn(url, async (client) => {
    await applyMigrations(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      if (sqlState(error) !== '42501') throw error
      throw new BadEnv(`DATABASE_URL: its user has to own the database: ${rootError(error).message}`, { cause: error })
    })
    return lastMigration(client)
  })
}

async function lastMigration(client: Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>('select max(created_at) as at from drizzle.__drizzle_migrations')
  const { entries } = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  return entries.find(({ when }) => when === Number(rows[0]!.at))?.tag ?? 'one of a newer version'
}

/** Throws `BadEnv` when the demo's data is in the migrated database at `url`: its owner's password stands in the README. */
export async function refuseDemoData(url: string): Promise<void> {
  await aloneIn(url, async (client) => {
    const { rows } = await client.query('select from demo_data')
    if (rows.length > 0)
      throw new BadEnv('This database holds demo data. Set DATABASE_URL or DATA_DIR to an empty one.')
  })
}

/**
 * Acts while no other process does so in the database at `url`, and gives what `act` gives. Throws `BadEnv` when it cannot
 * be reached within 10 s.
 */
export async function aloneIn<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'level-up-migrate',
    connectionTimeoutMillis: 10_000,
  })
  // A database that dies meanwhile fails the query under way; without a listener it would end the process, too.
  client.on('error', () => {})
  await client.connect().catch((cause: Error) => {
    // Of a name with several addresses each one failed, and the error itself says nothing.
    const { message } = cause instanceof AggregateError ? (cause.errors[0] as Error) : cause
    throw new BadEnv(`DATABASE_URL: the database cannot be reached: ${message}`, { cause })
  })
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    return await act(client)
  } finally {
    await client.end()
  }
}
