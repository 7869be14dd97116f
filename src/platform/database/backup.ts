import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import copy from 'pg-copy-streams'
import { migrationsFolder } from './migrate.ts'
import { only } from './only.ts'

/** A table as `COPY` names it, its columns, and the tables that must be filled before it. */
type Table = { name: string; columns: string; needs: string[] }

/** Texts in the file look the same whatever the two servers are set to. */
const textForm = `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
set extra_float_digits = 1;`

const ourSchemas = `('public', 'drizzle', 'pgboss')`

/** The job queue's figures of one day: its schema makes such tables for today and tomorrow only, whenever it is made. */
const isOfOneDay = `(n.nspname = 'pgboss' and c.relname like 'queue\\_stats\\_%')`

/**
 * Writes all of a database as it is at one moment into `file`, while others go on reading and writing: gzipped SQL that
 * holds the schema and every row, for `restore` and `psql` alike. `snapshot` is one that another session exported.
 * The file appears only when it is whole; it must not exist yet. Returns how many rows were written.
 */
export async function backUp(url: string, file: string, snapshot?: string): Promise<number> {
  if (existsSync(file)) throw new Error(`${file} exists already: name a new file.`)
  const client = await connect(url, 'level-up-backup')
  const unfinished = `${file}.unfinished`
  try {
    await client.query('begin isolation level repeatable read, read only')
    if (snapshot) await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`)
    await client.query(textForm)
    const rows = { written: 0 }
    // It holds people's data, so only its owner may read it.
    const output = await open(unfinished, 'w', 0o600)
    await pipeline(Readable.from(write(client, rows)), createGzip(), output.createWriteStream({ flush: true }))
    await rename(unfinished, file)
    return rows.written
  } finally {
    await client.end()
    await rm(unfinished, { force: true })
  }
}

/** Writes down for staff that a backup was made now, as `beat` does. */
export async function noteBackup(url: string): Promise<void> {
  const client = await connect(url, 'level-up-backup')
  const note = `insert into heartbeats (name, at) values ('backup', now()) on conflict (name) do update set at = now()`
  await client.query(note).finally(() => client.end())
}

/** The parts of the file, in order. */
async function* write(client: Client, rows: { written: number }): AsyncGenerator<string | Buffer> {
  yield `-- A backup of Level Up, ${new Date().toISOString()}\n${textForm}\nbegin;\n${await schemaOf(client)}\n`
  for (const { name, columns } of inOrder(await listTables(client))) {
    yield `COPY ${name} (${columns}) FROM stdin;\n`
    const data = client.query(copy.to(`copy ${name} (${columns}) to stdout`))
    yield* data
    rows.written += data.rowCount
    yield '\\.\n'
  }
  const { rows: sequences } = await client.query<{ call: string }>(
    `select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as call
       from pg_sequences where schemaname in ${ourSchemas} and last_value is not null`,
  )
  yield `${sequences.map(({ call }) => call).join('\n')}\ncommit;\n`
}

/** The statements that made the tables: the migrations that this database has had, and those of its job queue. */
async function schemaOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ newest: string }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  const applied = readMigrationFiles({ migrationsFolder }).filter(
    ({ folderMillis }) => folderMillis <= Number(only(rows).newest),
  )
  const queue = getConstructionPlans('pgboss')
  const { rows: versions } = await client.query<{ version: number }>('select version from pgboss.version')
  if (!queue.includes(`INSERT INTO pgboss.version(version) VALUES ('${versions[0]?.version}')`))
    throw new Error(
      'The database was last used by another version of Level Up: start this one on it once, then back up.',
    )
  return [
    'create schema drizzle;',
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);',
    ...applied.flatMap(({ sql }) => sql).map((statement) => `${statement.trim().replace(/;$/, '')};`),
    // All of the file is one transaction.
    queue.replace(/^[ \t]*(BEGIN|COMMIT);$/gm, ''),
  ].join('\n')
}

async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
         (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
            where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
         array(select format('%I.%I', fn.nspname, f.relname) from pg_constraint k
            join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
            where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ${ourSchemas} and not ${isOfOneDay} order by 1`,
  )
  // The statements of the job queue's schema fill this one.
  return rows.filter(({ name }) => name !== 'pgboss.version')
}

/** Each table after those it refers to. */
function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const isWaiting = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ needs }) => !needs.some((name) => isWaiting.has(name)))
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...isWaiting].join(', ')}`)
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}

/**
 * Brings a backup into an empty database: all of it, or nothing when anything is wrong with the file. Returns how many rows
 * were read.
 */
export async function restore(url: string, file: string): Promise<number> {
  const client = await connect(url, 'level-up-restore')
  try {
    const { rows } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ${ourSchemas} limit 1`,
    )
    if (rows.length > 0) throw new Error('This database is not empty: restore into a new one.')
    return await read(client, file)
  } finally {
    // Without the file's own `commit` at its end the database forgets everything.
    await client.end()
  }
}

async function read(client: Client, file: string): Promise<number> {
  const text = createGunzip().setEncoding('utf8')
  const lines = linesOf(text)
  const zipped = createReadStream(file).on('error', (error) => text.destroy(error))
  zipped.pipe(text)
  let statements = ''
  let rows = 0
  for await (const line of lines) {
    if (!/^COPY .* FROM stdin;$/.test(line)) {
      statements += `${line}\n`
      continue
    }
    await client.query(statements)
    statements = ''
    const table = client.query(copy.from(line.slice(0, -1)))
    await pipeline(Readable.from(rowsOf(lines)), table)
    rows += table.rowCount
  }
  if (!statements.endsWith('commit;\n')) throw new Error(incomplete)
  await client.query(statements)
  return rows
}

const incomplete = 'The backup is incomplete.'

/** The rows of one table: up to the line that ends them. */
async function* rowsOf(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  for (let next = await lines.next(); next.value !== '\\.'; next = await lines.next()) {
    if (next.done) throw new Error(incomplete)
    yield `${next.value}\n`
  }
}

/** Not by `readline`, for which a line also ends where people's texts hold the Unicode signs for it. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function connect(url: string, name: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000 })
  // A broken connection also fails the statement under way.
  client.on('error', () => {})
  await client.connect()
  return client
}
