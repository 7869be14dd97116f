import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { isDatabaseAway, sqlState } from '#src/platform/http/errors.ts'
import { GatheringSocket } from './gathering-socket.ts'
import { nameStatements } from './statement-names.ts'

type Queries<Client> = Omit<NodePgDatabase, 'transaction'> & { $client: Client }

export type Db = Queries<Pool> & {
  /** Commits when `act` resolves; rolls back and rethrows when it throws. */
  transaction<Result>(act: (tx: Tx) => Promise<Result>): Promise<Result>
}
/**
 * A running transaction. Functions that only read or write take `Db | Tx`; those that must run in a transaction take
 * `Tx`.
 */
export type Tx = Queries<PoolClient>

export type Database = {
  db: Db
  /**
   * Call when the database is down: everything waiting for an answer or a connection fails now, and nothing waits again
   * until `resume`.
   */
  abandon(): void
  resume(): void
  close(): Promise<void>
  /** Connections in use and idle, and requests waiting for one. */
  usage(): { used: number; idle: number; waiting: number }
}

/** Wraps a statement for telemetry; receives its text without values. */
export type TraceQuery = <T>(text: string, run: () => Promise<T>) => Promise<T>

type Options = {
  /** Connections at most. */
  max?: number
  /** Wraps every statement. */
  trace?: TraceQuery
  /** `PATIENCE`: stretches all timeouts. */
  patience?: number
}

/**
 * Opens the pool. Statements time out after 10 s; `watchDatabase` notices much sooner that the whole database is down.
 * A broken idle connection is reported to `onError`, not thrown: the pool replaces it.
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { max = 20, trace = (_text, run) => run(), patience = 1 }: Options = {},
): Database {
  const sockets = new Set<Socket>()
  let isAbandoned = false
  const breakOff = (socket: Socket) => socket.destroy(new Error('the database does not answer'))
  const pool = new Pool({
    connectionString: url,
    max,
    // Pipelining: statements of one transaction that are sent together do not wait for each other's answers.
    pipeline: true,
    connectionTimeoutMillis: 3_000 * patience,
    statement_timeout: 10_000 * patience,
    query_timeout: 12_000 * patience,
    // Also releases the locks of a transaction whose connection was lost unnoticed.
    idle_in_transaction_session_timeout: 10_000 * patience,
    stream: () => {
      const socket = new GatheringSocket()
      sockets.add(socket)
      // A failing request may run another query while cleaning up: it must not wait again.
      if (isAbandoned) setImmediate(breakOff, socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  })
  pool.on('error', onError)
  // A connection error also fails its query. Without a listener, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const follow = follower(trace, nameStatements())
  return {
    db: Object.assign(drizzle(follow(pool)), { transaction: transactionOn(pool, follow) }),
    abandon() {
      isAbandoned = true
      // Ending the pool would wait for answers that never come.
      for (const socket of sockets) breakOff(socket)
    },
    resume() {
      isAbandoned = false
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
 * Drizzle's own transaction (0.45) never releases its connection when `begin` fails, so a short outage would use up the
 * pool. This one always does, and drops the connection when it is broken.
 */
function transactionOn(pool: Pool, follow: Follow): Db['transaction'] {
  return async (act) => {
    const client = await pool.connect()
    const connection = follow(client)
    let isOver = false
    let firstFailure: unknown
    const ask = async (run: () => Promise<unknown>) => {
      // A statement of a failed transaction may still be running; a later one would run outside the transaction, or
      // in another one.
      if (isOver) throw new Error('asked after the end of the transaction')
      return run().catch((error: unknown) => {
        firstFailure ??= error
        throw error
      })
    }
    const tx = drizzle(follow(client, ask)) as Tx
    let isBroken = false
    try {
      const begun = connection.query(begin)
      // It is sent together with the first statement, which fails, too, when it does; what both say is thrown below.
      begun.catch(() => {})
      const result = await act(tx).finally(() => {
        isOver = true
      })
      await begun
      await connection.query(commit)
      return result
    } catch (error) {
      isBroken = isDatabaseAway(error) || !(await rollBack(connection))
      // Of statements that were sent together all behind the one that failed fail, too, and do not say why.
      throw sqlState(error) === inFailedTransaction ? firstFailure : error
    } finally {
      client.release(isBroken)
    }
  }
}

const inFailedTransaction = '25P02'

// With a name they are sent as all others are, together with what is asked at the same time.
const begin = { name: 'begin', text: 'begin' }
const commit = { name: 'commit', text: 'commit' }

/** Whether the statement succeeded. */
const rollBack = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

type Statement = { text: string; name?: string }

/** Wraps a pool or connection; `ask` runs its statements. */
type Follow = <Client extends Pool | PoolClient>(
  client: Client,
  ask?: (run: () => Promise<unknown>) => Promise<unknown>,
) => Client

/** Has `trace` run every statement, and those prepared that come often. */
function follower(trace: TraceQuery, nameOf: (text: string) => string | undefined): Follow {
  return (client, ask = (run) => run()) => {
    const send = client.query.bind(client) as (...question: unknown[]) => Promise<unknown>
    const query = (first: string | Statement, ...rest: unknown[]) => {
      const statement = typeof first === 'string' ? { text: first } : first
      const { text, name = nameOf(text) } = statement as Statement
      return ask(() => trace(text, () => send({ ...statement, name }, ...rest)))
    }
    return Object.assign(Object.create(client), { query })
  }
}
