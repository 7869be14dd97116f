import type { Db } from './db.ts'

/**
 * For the few queries that screens run all the time: Drizzle builds the query once, and PostgreSQL plans it once per
 * connection. `build` takes its values from `sql.placeholder('…')` and ends with `.prepare('…')`, with a unique name.
 */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const known = new WeakMap<Db, Query>()
  return (db) => {
    const query = known.get(db) ?? build(db)
    known.set(db, query)
    return query
  }
}
