import { LRUCache } from 'lru-cache'

/** How much may be kept of one kind of answer, in characters of their JSON. */
const maxSize = 4_000_000

/**
 * What `make` gives for a key, given again to whoever asks within `seconds`: for answers that are dear and may be that
 * old. Unlike `createCache` it never gives an older one where `make` fails.
 */
export function keepBriefly<T extends object>(
  seconds: number,
  now: () => Date,
  make: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const kept = new LRUCache<string, T>({
    // The last millisecond at which it is given.
    ttl: seconds * 1_000 - 1,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    maxSize,
    sizeCalculation: (value) => JSON.stringify(value).length,
    fetchMethod: make,
    // Who asked gets it, also when others took its room meanwhile.
    ignoreFetchAbort: true,
  })
  return (key) => kept.fetch(key) as Promise<T>
}
