import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/database/db.ts'

type Column = { name: string; type: string; isUnique: boolean }

/**
 * Copies rows of these tables until each has about `rows`, for checking query plans: every copy has ids, people and
 * unique values of its own, without references, and lies some hours further back in time.
 */
export async function fillTables(db: Db, tables: string[], rows: number): Promise<void> {
  for (const table of tables) {
    const columns = await db.execute<Column>(sql`
      select a.attname as name, t.typname as type, exists (select from pg_index i
          where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey))
        -- A column of words takes no others.
        and not exists (select from pg_constraint c
          where c.conrelid = a.attrelid and c.contype = 'c' and a.attnum = any(c.conkey)) as "isUnique"
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum`)
    const name = sql.identifier(table)
    const names = columns.rows.map((column) => sql.identifier(column.name))
    const values = columns.rows.map(copyOf)
    // In one transaction on one connection: copies refer to nobody.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        insert into ${name} (${sql.join(names, sql`, `)})
        select ${sql.join(values, sql`, `)} from ${name} t,
          generate_series(1, (select ceil(${rows}::int / count(*)::numeric)::int from ${name})) n
        on conflict do nothing`)
    })
  }
  // As autovacuum leaves it: plans know the figures, and an index alone can answer. Rows that a transaction under way may
  // not see yet keep that from being so: it waits for them.
  for (let tries = 0; tries < 100; tries++) {
    await db.execute(sql`vacuum (analyze)`)
    const { rows: unsettled } = await db.execute(sql`
      select from pg_class where relname in ${tables} and relkind = 'r' and relallvisible < relpages - 1`)
    if (!unsettled.length) return
    await sleep(50)
  }
  throw new Error('Transactions that do not end keep the filled tables from being settled.')
}

function copyOf({ name, type, isUnique }: Column) {
  const value = sql`t.${sql.identifier(name)}`
  if (type === 'uuid') return sql`case when ${value} is null then null else gen_random_uuid() end`
  if (type === 'timestamptz') return sql`${value} - make_interval(hours => n)`
  if (type === 'tstzrange')
    return sql`tstzrange(lower(${value}) - make_interval(hours => n), upper(${value}) - make_interval(hours => n))`
  if (type === 'text' && isUnique) return sql`case when ${value} is null then null else ${value} || '-' || n end`
  return value
}
