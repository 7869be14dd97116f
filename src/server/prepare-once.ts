import { fillPlaceholders, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db, Tx } from './db.ts'

/**
 * For queries that are asked often: building one costs more processor time than asking it, so `build` makes it once,
 * with `sql.placeholder('name')` for each value and `.prepare('name')` at its end. The name is the statement's in the
 * database: no two queries share one.
 */
export function prepareOnce<Query extends object>(build: (db: Db) => Query): (db: Db | Tx) => Query {
  let built: Query | undefined
  return ({ $client }) => {
    built ??= build(drizzle.mock() as unknown as Db)
    // Drizzle ties a query to the connection it was built for: this is the same one on another.
    return Object.assign(Object.create(built), { client: $client })
  }
}

/** The same for a statement of our own words; its rows come as the database gives them. */
export function prepareSql<Row>(name: string, statement: SQL) {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement)
  return ({ $client }: Db | Tx) => ({
    async execute(values: Record<string, unknown>): Promise<Row[]> {
      const { rows } = await $client.query({ name, text, values: fillPlaceholders(params, values) })
      return rows as Row[]
    },
  })
}

/** What an insert or update of these columns writes: for each a placeholder of its name, which also takes null. */
export function given<T extends Table, Name extends keyof T['_']['columns'] & string>(
  table: T,
  ...names: Name[]
): Record<Name, SQL> {
  const columns = getTableColumns(table)
  const placeholders = names.map((name) => {
    const toDriver = (value: unknown) => (value === null ? null : columns[name]!.mapToDriverValue(value))
    return [name, sql`${sql.param(sql.placeholder(name), { mapToDriverValue: toDriver })}`]
  })
  return Object.fromEntries(placeholders)
}
