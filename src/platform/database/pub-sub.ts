import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { Db, Tx } from './db.ts'

const heartbeat = 5_000
const timeoutMs = 4_000

/** The channels of notifications between processes. */
const channels = ['pages', 'messages', 'sessions', 'readers'] as const
type Channel = (typeof channels)[number]

/** `about` is what changed; null when notifications may have been missed, so anything may have changed. */
type Listener = (about: string | null) => void

export type PubSub = { on(channel: Channel, listener: Listener): void }

/** Notifies every process when the transaction commits, and none if it rolls back. `about`: at most 100 characters. */
export async function notify(tx: Db | Tx, channel: Channel, about = ''): Promise<void> {
  await tx.execute(sql`select ${notifySql(channel, about)}`)
}

/** The same as an SQL expression, for a statement that writes rows: notifies once per row returned. */
export function notifySql(channel: Channel, about: string | SQL): SQL {
  return sql`pg_notify(${channel}, ${about})`
}

/**
 * Listens over its own database connection and reconnects when that breaks or stays silent for 9 s. After a reconnect
 * each listener is called with null, since notifications sent meanwhile are lost.
 */
export function openPubSub(databaseUrl: string, onError: (error: Error) => void): PubSub & { close(): void } {
  const listeners: { channel: Channel; listener: Listener }[] = []
  let client: Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(isReconnect: boolean): Promise<void> {
    const next = new Client({
      connectionString: databaseUrl,
      application_name: 'level-up-pub-sub',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
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
      // A connection can die silently; only a query finds out.
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
      // Not awaited: an unreachable database cannot acknowledge the disconnect.
      client?.end().catch(() => {})
      client = null
    },
  }
}
