/*
 * For a browser that keeps nothing for our site, where even to look at the storage throws: until the page is left, its memory
 * stands in. `useKeepsNothing` tells, so that logging in can say so.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  const kept = new Map<string, string>()
  Object.defineProperty(window, name, {
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
      clear: () => kept.clear(),
    },
  })
}
