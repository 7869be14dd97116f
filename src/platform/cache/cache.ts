import { LRUCache } from 'lru-cache'

export type CacheOptions<T> = {
  /** Creates the value of a key. */
  make(key: string): Promise<T>
  /** Maximum age of a value, counted from when its creation began. */
  seconds?: number
  /** Maximum size of all values together, in bytes; the least recently used are evicted first. */
  maxBytes: number
  /** Size of a value in bytes; by default the size of its JSON. */
  sizeOf?(value: T): number
  /** Whether a value is complete. An incomplete one is returned to the callers waiting for it but not cached. */
  isComplete?(value: T): boolean
  /** If a new value cannot be created or is incomplete, keep serving the old one for another `seconds` (RFC 5861). */
  staleIfError?: boolean
  /** The clock used for ages; by default the process's monotonic one. */
  now?: () => Date
}

export type Cache<T> = {
  /**
   * Returns the value of a key and creates it if needed. Concurrent callers share one creation. Throws what `make`
   * throws.
   */
  read(key: string): Promise<T>
  /** Returns the value of a key if it is cached and fresh. */
  ready(key: string): T | undefined
  /** Clears the cache. A value being created is still returned to its callers, but not cached: it may use old data. */
  drop(): void
}

/** A cache of values by key, bounded in bytes and in age (ADR 021). */
export function createCache<T extends object>({
  make,
  seconds = 60,
  maxBytes,
  sizeOf = sizeOfJson,
  isComplete = () => true,
  staleIfError = false,
  now,
}: CacheOptions<T>): Cache<T> {
  const values = new LRUCache<string, T>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => 1 + key.length + sizeOf(value),
    // A value is still served in this millisecond.
    ttl: seconds * 1_000 - 1,
    ttlResolution: 0,
    perf: now && { now: () => now().getTime() },
    // `read` still needs the old value when a new one cannot be created.
    noDeleteOnStaleGet: true,
    // Clearing aborts a creation under way; without this, its callers would get an error.
    ignoreFetchAbort: true,
    async fetchMethod(key, before, { options, signal }) {
      const began = values.perf.now()
      const old = staleIfError ? before : undefined
      try {
        const value = await make(key)
        if (!isComplete(value)) {
          if (old) return old
          // Return it without caching it, as after a clear.
          if (!signal.aborted) values.delete(key)
        }
        options.ttl = Math.max(1, values.ttl - (values.perf.now() - began))
        return value
      } catch (error) {
        if (old) return old
        throw error
      }
    },
  })
  return {
    // `make` never returns undefined, so neither does `fetch`.
    read: (key) => values.fetch(key) as Promise<T>,
    ready: (key) => values.get(key),
    drop: () => values.clear(),
  }
}

function sizeOfJson(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}
