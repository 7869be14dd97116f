/**
 * What `make` gives for a key, given again to whoever asks within `seconds`: for answers that are dear and may be that
 * old. Unlike `createCache` it never gives an older one where `make` fails, and forgets what nobody asks for any more.
 */
export function keepBriefly<T>(
  seconds: number,
  now: () => Date,
  make: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const kept = new Map<string, { at: number; value: Promise<T> }>()
  return (key) => {
    const at = now().getTime()
    for (const [each, known] of kept) if (at - known.at >= seconds * 1_000) kept.delete(each)
    const known = kept.get(key)
    if (known) return known.value
    const value = make(key)
    kept.set(key, { at, value })
    value.catch(() => kept.delete(key))
    return value
  }
}
