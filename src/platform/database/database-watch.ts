import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

const pause = 500
const usualTimeoutMs = 1_000

/**
 * Pings the database every half second over a connection of its own. After two failures in a row it counts as down:
 * requests are refused at once instead of waiting, until a ping succeeds. A ping fails after a second, times `patience`.
 */
export function watchDatabase(
  url: string,
  { onAway, onBack, patience }: { onAway(): void; onBack(): void; patience: number },
): { isAway(): boolean; close(): Promise<void> } {
  const timeoutMs = usualTimeoutMs * patience
  let client: Client | null = null
  let failures = 0
  const closed = new AbortController()

  async function ask(): Promise<void> {
    try {
      client ??= await connect(url, timeoutMs)
      await within(timeoutMs, client.query('select 1'))
      if (failures >= 2) onBack()
      failures = 0
    } catch {
      drop(client)
      client = null
      failures += 1
      if (failures === 2) onAway()
    }
  }
  const watching = (async () => {
    while (!closed.signal.aborted) {
      await ask()
      await sleep(pause, undefined, { ref: false, signal: closed.signal }).catch(() => {})
    }
  })()

  return {
    isAway: () => failures >= 2,
    async close() {
      closed.abort()
      await watching
      await client?.end()
    },
  }
}

async function connect(url: string, timeoutMs: number): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'level-up-watch',
    connectionTimeoutMillis: timeoutMs,
  })
  client.on('error', () => {})
  try {
    await within(timeoutMs, client.connect())
    return client
  } catch (error) {
    drop(client)
    throw error
  }
}

/** Not awaited: an unreachable database cannot acknowledge the disconnect. */
function drop(client: Client | null): void {
  client?.end().catch(() => {})
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: stop.signal }).then(() => {
    throw new Error('no answer in time')
  })
  // The loser of the race may reject later.
  work.catch(() => {})
  late.catch(() => {})
  return Promise.race([work, late]).finally(() => stop.abort())
}
