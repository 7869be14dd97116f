import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { Db, Tx } from './db.ts'

const heartbeat = 5_000
const patience = 4_000

/** Tells every process, when the transaction commits. PostgreSQL sends nothing for a transaction rolled back. */
export async function notify(tx: Db | Tx, channel: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, '')`)
}

/**
 * Listens on channels of the database over one connection of its own, and comes back by itself when that breaks or, for
 * 9 s, stays silent. Each listener is also called after a reconnect, because what was said meanwhile is lost.
 */
export function listenLive(
  databaseUrl: string,
  listeners: Record<string, () => void>,
  onError: (error: Error) => void,
): { close(): void } {
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
    next.on('notification', ({ channel }) => listeners[channel]?.())
    try {
      await next.connect()
      for (const channel of Object.keys(listeners)) await next.query(`listen ${next.escapeIdentifier(channel)}`)
      if (isReconnect) for (const listener of Object.values(listeners)) listener()
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
    close() {
      closed = true
      clearTimeout(retry)
      // Not waited for: a database that does not answer takes no leave either.
      client?.end().catch(() => {})
      client = null
    },
  }
}
