import { setTimeout as sleep } from 'node:timers/promises'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { Db, Tx } from './db.ts'

const heartbeat = 5_000
const patience = 4_000

/** What processes tell each other about. */
const channels = ['pages', 'messages', 'sessions', 'readers'] as const
type Channel = (typeof channels)[number]

/** `about` is what the news are about; null when some may have been missed, so that anything may have changed. */
type Listener = (about: string | null) => void

export type Live = { on(channel: Channel, listener: Listener): void }

/**
 * Tells every process, when the transaction commits; `about` in 100 characters at most. PostgreSQL sends nothing for a
 * transaction rolled back.
 */
export async function notify(tx: Db | Tx, channel: Channel, about = ''): Promise<void> {
  await tx.execute(sql`select ${told(channel, about)}`)
}

/** The same as a column of a statement that writes something: told once for each row that the statement gives. */
export function told(channel: Channel, about: string | Placeholder | SQL): SQL {
  return sql`pg_notify(${channel}, ${about})`
}

/**
 * Listens over one connection to the database of its own, and comes back by itself when that breaks or, for 9 s, stays
 * silent. After a reconnect each listener is called with null, because what was said meanwhile is lost.
 */
export function listenLive(databaseUrl: string, onError: (error: Error) => void): Live & { close(): void } {
  const listeners: { channel: Channel; listener: Listener }[] = []
  let client: Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(isReconnect: boolean): Promise<void> {
    const next = new Client({
      connectionString: databaseUrl,
      application_name: 'level-up-live',
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    })
    const again = () => {
      if (closed || client !== next) return
      client = null
      retry = setTimeout(() => void connect(true), 1_000)
    }
    client = next
    next.on('error', onError)
    next.on('end', again)
    next.on('notification', ({ channel, payload }) => {
      for (const each of listeners) if (each.channel === channel) each.listener(payload ?? '')
    })
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${channel}`)
      if (isReconnect) for (const { listener } of listeners) listener(null)
      // A line can go dead without a word; only asking finds out.
      while (client === next) {
        await next.query('select 1')
        await sleep(heartbeat, undefined, { ref: false })
      }
    } catch (error) {
      if (!closed) onError(error as Error)
      next.end().catch(() => {})
      again()
    }
  }
  void connect(false)

  return {
    on: (channel, listener) => void listeners.push({ channel, listener }),
    close() {
      closed = true
      clearTimeout(retry)
      // Not waited for: a database that does not answer takes no leave either.
      client?.end().catch(() => {})
      client = null
    },
  }
}
