/**
 * Remembers what `find` gave for a key, for answers that never change and are asked again and again. It forgets all when
 * it knows too many.
 */
export function createMemory<T>(most = 10_000): (key: string, find: () => T) => T {
  const known = new Map<string, T>()
  return (key, find) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= most) known.clear()
    const found = find()
    known.set(key, found)
    return found
  }
}
