import { LRUCache } from 'lru-cache'

export type CacheOptions<T> = {
  /** Makes the value of a key; an incomplete one (data missing) is served once and not kept. */
  make(key: string): Promise<{ value: T; complete: boolean }>
  /** How many bytes of memory a value takes. */
  sizeOf(value: T): number
  /** How many bytes all values together may take; those nobody asked for longest go first. */
  maxBytes: number
  /** The version of the data that values come from. A value is kept only if it did not change meanwhile. */
  version?: () => string | number
  /** How long a value is served without making it again, in milliseconds. */
  maxAge?: number
}

/**
 * Values by key. `read` gives one, making it at most once at a time; `drop` forgets all of them, and those being made at
 * that moment too, since they may come from old data.
 */
export function createCache<T>({ make, sizeOf, maxBytes, version = () => 0, maxAge = 60_000 }: CacheOptions<T>) {
  type Entry = { value: Promise<T>; bytes: number; version: string | number; madeAt: number }
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })

  const isFresh = (entry: Entry) => entry.version === version() && Date.now() - entry.madeAt < maxAge

  function read(key: string): Promise<T> {
    const kept = entries.get(key)
    if (kept && isFresh(kept)) return kept.value
    // Its size is known when it is made; the version of the data comes first.
    const entry: Entry = { version: version(), madeAt: Date.now(), bytes: 1, value: makeAndKeep() }
    entries.set(key, entry)
    return entry.value

    async function makeAndKeep(): Promise<T> {
      const isStillThere = () => entries.peek(key) === entry
      try {
        const { value, complete } = await make(key)
        if (!complete && kept) return serveKept()
        if (complete && version() === entry.version && isStillThere())
          entries.set(key, { ...entry, bytes: Math.max(1, sizeOf(value)) })
        return value
      } catch (error) {
        if (kept) return serveKept()
        throw error
      } finally {
        if (isStillThere()) entries.delete(key)
      }

      /** The data cannot be had now: what was true a minute ago is better than nothing. */
      function serveKept(): Promise<T> {
        if (isStillThere()) entries.set(key, { ...kept!, madeAt: Date.now() })
        return kept!.value
      }
    }
  }

  return { read, drop: () => entries.clear() }
}
