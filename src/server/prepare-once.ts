import type { Db } from './db.ts'

/**
 * For queries that nearly every request asks: building one costs more processor time than sending it, so `build` makes it
 * once for each database, with `sql.placeholder('name')` for each value and `.prepare('name')` at its end.
 */
export function prepareOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}
