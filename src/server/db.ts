import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'

export type Db = NodePgDatabase
/** A running transaction. Verbs that only read or write take `Db | Tx`; those that must be part of one take `Tx`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/**
 * Opens the pool. Statements give up after 10 s and so does waiting for a connection, so that a database in trouble
 * turns into 503 answers in time. A broken idle connection is logged, not thrown: the pool replaces it.
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  max = 20,
): { db: Db; close(): Promise<void> } {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 4_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  pool.on('error', onError)
  return { db: drizzle(pool), close: () => pool.end() }
}
