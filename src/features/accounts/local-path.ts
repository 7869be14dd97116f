const here = 'http://here.invalid'

/**
 * Where to go after signing in: `next` when it is a path of this site, else null. It is resolved the way browsers do
 * it, because `//other.site`, `/\other.site` and a tab after the first slash all lead away.
 */
export function localPath(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, here)) return null
  const { origin, pathname, search, hash } = new URL(next, here)
  // Dots can hide two leading slashes: `/.//other.site`.
  if (origin !== here || pathname.startsWith('//')) return null
  return pathname + search + hash
}
