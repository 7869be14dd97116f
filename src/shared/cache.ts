export type CacheOptions<T> = {
  /** Makes the value of a key; an incomplete one (data missing) is served once and not kept. */
  make(key: string): Promise<{ value: T; complete: boolean }>
  /** The version of the data that values come from. A value is kept only if it did not change meanwhile. */
  version?: () => string | number
  /** How long a value is served without making it again, in milliseconds. */
  maxAge?: number
  /** How many values are kept; those made longest ago go first. */
  atMost?: number
}

/**
 * Values by key. `read` gives one, making it at most once at a time; `keeps` tells whether it would give this one again;
 * `drop` forgets all of them, and those being made at that moment too, since they may come from old data.
 */
export function createCache<T>({
  make,
  version = () => 0,
  maxAge = 60_000,
  atMost = Number.POSITIVE_INFINITY,
}: CacheOptions<T>) {
  type Entry = { value: Promise<T>; made?: T; version: string | number; madeAt: number }
  const entries = new Map<string, Entry>()

  const isFresh = (entry: Entry) => entry.version === version() && Date.now() - entry.madeAt < maxAge

  function keeps(key: string, value: T): boolean {
    const kept = entries.get(key)
    return kept !== undefined && kept.made === value && isFresh(kept)
  }

  function read(key: string): Promise<T> {
    const kept = entries.get(key)
    if (kept && isFresh(kept)) return kept.value
    const entry: Entry = { version: version(), madeAt: Date.now(), value: makeAndKeep() }
    // Set anew, so that the map's order is that in which values were made.
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size > atMost) entries.delete(entries.keys().next().value!)
    return entry.value

    async function makeAndKeep(): Promise<T> {
      let keep = false
      try {
        const { value, complete } = await make(key)
        keep = complete && version() === entry.version
        if (!complete && kept) return serveKept()
        entry.made = value
        return value
      } catch (error) {
        if (kept) return serveKept()
        throw error
      } finally {
        if (!keep && entries.get(key) === entry) entries.delete(key)
      }
    }

    /** The data cannot be had now: what was true a minute ago is better than nothing. */
    function serveKept(): Promise<T> {
      if (entries.get(key) === entry) entries.set(key, { ...kept!, madeAt: Date.now() })
      return kept!.value
    }
  }

  return { read, keeps, drop: () => entries.clear() }
}
