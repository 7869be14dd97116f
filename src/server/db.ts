import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { isDatabaseAway } from './errors.ts'

export type Db = NodePgDatabase
/** A running transaction. Verbs that only read or write take `Db | Tx`; those that must be part of one take `Tx`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = {
  db: Db
  /** The database is away: whatever waits for an answer or a connection fails now, and until `resume` nothing waits again. */
  abandon(): void
  resume(): void
  close(): Promise<void>
}

/** How long anybody waits for a connection, in milliseconds. */
const patience = 3_000

/**
 * Opens the pool. Statements give up after 10 s; `watchDatabase` notices much sooner that the whole database is away. A
 * broken idle connection is logged, not thrown: the pool replaces it.
 */
export function openDatabase(url: string, onError: (error: Error) => void, max = 20): Database {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    // Also frees the locks of a transaction whose connection was lost without the database noticing.
    idle_in_transaction_session_timeout: 10_000,
  })
  pool.on('error', onError)
  // What breaks a connection also fails its query; without a listener, from its first moment, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    db: Object.assign(drizzle(pool), { transaction: transactionOn(pool) }),
    abandon() {
      // A request that fails may ask again while cleaning up: that must not cost it another wait.
      pool.options.connectionTimeoutMillis = 1
      for (const socket of socketsOf(pool)) socket.destroy(new Error('the database does not answer'))
    },
    resume() {
      pool.options.connectionTimeoutMillis = patience
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
    let isBroken = false
    try {
      return await drizzle(client).transaction(act, config)
    } catch (error) {
      isBroken = isDatabaseAway(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}

/** Of all connections, also those being made. pg keeps them to itself, and `end()` would wait for the answer that does not come. */
function socketsOf(pool: Pool): Socket[] {
  const { _clients } = pool as unknown as { _clients: { connection: { stream: Socket } }[] }
  return _clients.map((client) => client.connection.stream)
}
