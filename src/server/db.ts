import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { isDatabaseAway } from './errors.ts'
import { HotStatementsClient } from './hot-statements.ts'

type Line = Pool | PoolClient
type Questions<Client> = Omit<NodePgDatabase, 'transaction'> & { $client: Client }

export type Db = Questions<Pool> & {
  /** Commits when `act` is done, takes all back when it throws. */
  transaction<Result>(act: (tx: Tx) => Promise<Result>): Promise<Result>
}
/** A running transaction. Verbs that only read or write take `Db | Tx`; those that must be part of one take `Tx`. */
export type Tx = Questions<PoolClient>

export type Database = {
  db: Db
  /** The database is away: whatever waits for an answer or a connection fails now, and until `resume` nothing waits again. */
  abandon(): void
  resume(): void
  close(): Promise<void>
  /** How many connections there are, and how many ask in vain for one. */
  usage(): { used: number; idle: number; waiting: number }
}

/** Accompanies a statement: its text without values. */
export type SeeQuery = <T>(text: string, run: () => Promise<T>) => Promise<T>

/** How long anybody waits for a connection, in milliseconds. */
const patience = 3_000

/**
 * Opens the pool. Statements give up after 10 s; `watchDatabase` notices much sooner that the whole database is away. A
 * broken idle connection is logged, not thrown: the pool replaces it. `see` accompanies every statement.
 */
export function openDatabase(url: string, onError: (error: Error) => void, max = 20, see?: SeeQuery): Database {
  const pool = new Pool({
    connectionString: url,
    Client: HotStatementsClient,
    max,
    // A question need not wait for the answer to the one before it.
    pipeline: true,
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
    db: Object.assign(drizzle(seen(pool, see)), { transaction: transactionOn(pool, see) }),
    abandon() {
      // A request that fails may ask again while cleaning up: that must not cost it another wait.
      pool.options.connectionTimeoutMillis = 1
      for (const socket of socketsOf(pool)) socket.destroy(new Error('the database does not answer'))
    },
    resume() {
      pool.options.connectionTimeoutMillis = patience
    },
    close: () => pool.end(),
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/**
 * Drizzle's own transaction keeps the connection for good when `begin` itself fails, so a short outage would use the
 * pool up. This one gives it back always, and drops it when it is broken.
 */
function transactionOn(pool: Pool, see?: SeeQuery): Db['transaction'] {
  return async (act) => {
    const client = await pool.connect()
    const line = seen(client, see)
    const fenced = fence(line)
    let isBroken = false
    try {
      const begun = begin(line)
      const result = await act(drizzle(fenced) as Tx).finally(() => {
        fenced.isOver = true
      })
      await begun
      await (fenced.committed ?? line.query('commit'))
      return result
    } catch (error) {
      isBroken = isDatabaseAway(error) || !(await isUndone(line))
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}

/**
 * Sends the commit right behind the statements that were asked so far, whose answers are still to come: one way to the
 * database and back less. When one of them fails the database undoes all, as always. Whatever is asked afterwards throws.
 */
export function commitBehind({ $client }: Tx): void {
  const fenced = $client as Fenced
  // The statements asked before it have been refused, which says enough.
  if (fenced.isOver) return
  fenced.committed = fenced.query('commit') as unknown as Promise<unknown>
  // Waited for when the transaction's function is done.
  fenced.committed.catch(() => {})
}

type Fenced = PoolClient & {
  /** The commit that has gone out before the transaction's function was done. */
  committed?: Promise<unknown>
  /** The transaction's function is done, or has failed while a part of it still goes on. */
  isOver: boolean
}

/** The same connection for one transaction: after its end, or a `commitBehind`, nothing can be asked by it. */
function fence(line: PoolClient): Fenced {
  const ask = line.query.bind(line) as (...question: unknown[]) => Promise<unknown>
  const fenced: Fenced = Object.assign(Object.create(line), {
    isOver: false,
    query(...question: unknown[]) {
      if (fenced.committed || fenced.isOver) throw new Error('asked after the end of the transaction: no part of it')
      leaveTogether(line)
      return ask(...question)
    },
  })
  return fenced
}

/** What is asked at one go leaves at one go, so that both sides wake up for it once. */
function leaveTogether(client: PoolClient): void {
  const socket = socketOf(client)
  socket.cork()
  process.nextTick(() => socket.uncork())
}

/** Goes out together with the first statement: do not wait for its answer. */
function begin(client: PoolClient): Promise<unknown> {
  leaveTogether(client)
  const begun = client.query('begin')
  // What breaks it breaks the first statement, too.
  begun.catch(() => {})
  return begun
}

const isUndone = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

/** The same pool or connection; whatever is asked through it is accompanied. */
function seen<One extends Line>(line: One, see?: SeeQuery): One {
  if (!see) return line
  const ask = line.query.bind(line) as (...question: unknown[]) => Promise<unknown>
  const query = (first: string | { text: string }, ...rest: unknown[]) =>
    see(typeof first === 'string' ? first : first.text, () => ask(first, ...rest))
  return Object.assign(Object.create(line), { query })
}

/** Of all connections, also those being made. pg keeps them to itself, and `end()` would wait for the answer that does not come. */
function socketsOf(pool: Pool): Socket[] {
  return (pool as unknown as { _clients: PoolClient[] })._clients.map(socketOf)
}

function socketOf(client: PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
