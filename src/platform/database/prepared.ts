import { AsyncLocalStorage } from 'node:async_hooks'
import { type Column, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { must } from '#src/shared/must.ts'
import type { Db, Tx } from './db.ts'

/** A query of Drizzle's that ends with `.prepare('…')`. */
type Prepared<Result> = { execute(values?: Record<string, unknown>): Promise<Result> }

type Connection = { query(...question: unknown[]): Promise<unknown> }

/** Drizzle binds a query to the connection that it was built for: this one is whatever asks just now. */
const asking = new AsyncLocalStorage<Connection>()
const anyConnection: Connection = { query: (...question) => (asking.getStore() as Connection).query(...question) }
const onAnyConnection = drizzle(anyConnection as Pool) as unknown as Db

/**
 * For queries that are asked all the time: Drizzle builds the query once, and PostgreSQL plans it once per connection.
 * `build` takes its values from `sql.placeholder('…')`, or `given`, and ends with `.prepare('…')`, with a unique name.
 * What Drizzle would make for each row (`$defaultFn`: ids) must be given, too: it is made once.
 */
export function prepared<Result>(build: (db: Db) => Prepared<Result>): (db: Db | Tx) => Prepared<Result> {
  let built: Prepared<Result> | undefined
  return ({ $client }) => ({
    execute(values) {
      built ??= build(onAnyConnection)
      const query = built
      return asking.run($client as Connection, () => query.execute(values))
    },
  })
}

/** What a prepared insert or update writes into these columns: for each a placeholder of its name, whose value may be null. */
export function given<T extends Table, Name extends keyof T['_']['columns'] & string>(
  table: T,
  ...names: Name[]
): Record<Name, SQL> {
  const columns: Record<string, Column> = getTableColumns(table)
  return Object.fromEntries(
    names.map((name) => {
      const column = must(columns[name], name)
      const mapToDriverValue = (value: unknown) => (value === null ? null : column.mapToDriverValue(value))
      return [name, sql`${sql.param(sql.placeholder(name), { mapToDriverValue })}`]
    }),
  ) as Record<Name, SQL>
}
