import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { isDatabaseAway } from './errors.ts'

export type Db = NodePgDatabase
/** A running transaction. Verbs that only read or write take `Db | Tx`; those that must be part of one take `Tx`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = {
  db: Db
  /** Breaks every connection, so that whatever waits for an answer fails now; the pool makes new ones. */
  abandon(): void
  close(): Promise<void>
}

/**
 * Opens the pool. Statements give up after 10 s; `watchDatabase` notices much sooner that the whole database is away. A
 * broken idle connection is logged, not thrown: the pool replaces it.
 */
export function openDatabase(url: string, onError: (error: Error) => void, max = 20): Database {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 4_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    // Also frees the locks of a transaction whose connection was lost without the database noticing.
    idle_in_transaction_session_timeout: 10_000,
  })
  const clients = new Set<PoolClient>()
  pool.on('error', onError)
  pool.on('connect', (client) => void clients.add(client))
  pool.on('remove', (client) => void clients.delete(client))
  return {
    db: Object.assign(drizzle(pool), { transaction: transactionOn(pool) }),
    abandon() {
      for (const client of clients) socketOf(client).destroy(new Error('the database does not answer'))
    },
    close: () => pool.end(),
  }
}

/**
 * Drizzle's own transaction keeps the connection for good when `begin` itself fails, so a short outage would use the
 * pool up. This one gives it back always, and drops it when it is broken.
 */
function transactionOn(pool: Pool): Db['transaction'] {
  return async (act, config) => {
    const client = await pool.connect()
    // What breaks a connection also fails its query; without a listener it would end the process.
    const ignore = () => {}
    client.on('error', ignore)
    let isBroken = false
    try {
      return await drizzle(client).transaction(act, config)
    } catch (error) {
      isBroken = isDatabaseAway(error)
      throw error
    } finally {
      client.off('error', ignore)
      client.release(isBroken)
    }
  }
}

/** pg keeps it to itself, and `end()` would wait for the answer that does not come. */
function socketOf(client: PoolClient): { destroy(error: Error): void } {
  return (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream
}
