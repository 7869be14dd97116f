/**
 * Keeps what `find` gave for a key, for small answers that never change and are asked again and again; a key may come
 * from a visitor, so it forgets all when it has `most`.
 */
export function memoise<T>(most: number): (key: string, find: () => T) => T {
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
