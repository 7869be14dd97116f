import { readFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { BadEnv, type Env } from '#src/platform/config/env.ts'
import { rootError, sqlState } from '#src/platform/http/errors.ts'
import { root } from '#src/platform/root.ts'
import { only } from './only.ts'

export const migrationsFolder = `${root}/migrations`
/** An arbitrary advisory lock id: one process prepares the database, the others wait. */
const lockId = 4_153_501

/** What is wrong with the database itself, by the SQL state with which a migration fails there. */
const unfit: Record<string, string> = {
  '42501': 'its user has to own the database',
  '42704': 'it has to be a PostgreSQL 17 or newer, with texts in UTF-8',
  '25006': 'the database has to be writable',
  '0A000': 'the server lacks something',
  '58P01': 'the server lacks something',
}

/** The database was created by migrations that no longer exist; `isDemo` says whether it holds demo data. */
export class OlderDatabase extends BadEnv {
  readonly isDemo: boolean
  constructor(isDemo: boolean) {
    super('This database is of an earlier version of Level Up. Set DATABASE_URL or DATA_DIR to an empty one.')
    this.isDemo = isDemo
  }
}

/**
 * Migrates the database at `url` to the newest schema and returns the name of the last migration. Safe to call from
 * several processes at once. Throws `OlderDatabase`, and `BadEnv` when the database cannot be reached within 10 s or
 * is not fit for us (`unfit`).
 */
export async function migrate(url: string): Promise<string> {
  return aloneIn(url, async (client) => {
    try {
      await refuseOlder(client)
      await applyMigrations(drizzle(client), { migrationsFolder })
    } catch (error) {
      const wrong = unfit[sqlState(error) ?? '']
      if (!wrong) throw error
      throw new BadEnv(`DATABASE_URL: ${wrong}: ${rootError(error).message}`, { cause: error })
    }
    return lastMigration(client)
  })
}

/** Both histories start with the same migration; otherwise the old database's tables would be created again. */
async function refuseOlder(client: Client): Promise<void> {
  if (!(await exists(client, 'drizzle.__drizzle_migrations'))) return
  const { rows } = await client.query<{ at: string | null }>(
    'select min(created_at) as at from drizzle.__drizzle_migrations',
  )
  const at = rows[0]?.at
  if (!at || Number(at) === readJournal()[0]?.when) return
  const isDemo = (await exists(client, 'demo_data')) && (await client.query('select from demo_data')).rows.length > 0
  throw new OlderDatabase(isDemo)
}

async function exists(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])
  return rows[0]?.found === true
}

async function lastMigration(client: Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>('select max(created_at) as at from drizzle.__drizzle_migrations')
  const { at } = only(rows)
  return readJournal().find(({ when }) => when === Number(at))?.tag ?? 'one of a newer version'
}

function readJournal(): { when: number; tag: string }[] {
  return JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')).entries
}

/**
 * Throws `BadEnv` if the migrated database at `url` is of the other kind: production refuses demo data, whose owner's
 * password is in the README, and marks its database, which the demo refuses: its sandbox would swallow real people's mails
 * and payments.
 */
export async function claimDatabase(url: string, { production }: Pick<Env, 'production'>): Promise<void> {
  await aloneIn(url, async (client) => {
    const { rows } = await client.query(`select from ${production ? 'demo_data' : 'production_data'}`)
    if (rows.length > 0 && production)
      throw new BadEnv('This database holds demo data. Set DATABASE_URL or DATA_DIR to an empty one.')
    if (rows.length > 0)
      throw new BadEnv(
        'This database is production’s. Set NODE_ENV=production, or DATABASE_URL or DATA_DIR to another one.',
      )
    if (production) await client.query('insert into production_data default values on conflict do nothing')
  })
}

/**
 * Runs `act` under an exclusive lock in the database at `url` and returns its result. Throws `BadEnv` when the database
 * cannot be reached within 10 s.
 */
export async function aloneIn<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(url).catch((cause: Error) => {
    // For a host with several addresses, the reasons are in the inner errors.
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

async function connect(url: string): Promise<Client> {
  // Options of the address that name files are read here.
  const client = new Client({
    connectionString: url,
    application_name: 'level-up-migrate',
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection also fails the running query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
