import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type CachedPage = { status: number; etag: string; bodies: { br: Buffer; gzip: Buffer; identity: Buffer } }

export type PageCacheOptions = {
  /** Renders a route's page; an incomplete one (data missing) is served once and not kept. */
  render(route: string): Promise<{ status: number; html: string; complete: boolean }>
  /** The version of the data pages show. A page is kept only if it did not change while rendering. */
  version?: () => string | number
  /** How long a page is served without rendering it again, in milliseconds. */
  maxAge?: number
}

/**
 * Rendered and compressed pages by route. `read` gives a page, rendering it at most once at a time; `drop` forgets all
 * of them, and pages being rendered at that moment too, since they may show old data.
 */
export function createPageCache({ render, version = () => 0, maxAge = 60_000 }: PageCacheOptions) {
  type Entry = { page: Promise<CachedPage>; version: string | number; madeAt: number }
  const entries = new Map<string, Entry>()

  function read(route: string): Promise<CachedPage> {
    const kept = entries.get(route)
    if (kept && kept.version === version() && Date.now() - kept.madeAt < maxAge) return kept.page
    const entry: Entry = { version: version(), madeAt: Date.now(), page: make(route) }
    entries.set(route, entry)
    return entry.page

    async function make(route: string): Promise<CachedPage> {
      let keep = false
      try {
        const { status, html, complete } = await render(route)
        keep = complete && version() === entry.version
        if (!complete && kept) return serveKept()
        return compress(status, html)
      } catch (error) {
        if (kept) return serveKept()
        throw error
      } finally {
        if (!keep && entries.get(route) === entry) entries.delete(route)
      }
    }

    /** The data cannot be had now: the page of a minute ago is better than none. */
    function serveKept(): Promise<CachedPage> {
      if (entries.get(route) === entry) entries.set(route, { ...kept!, madeAt: Date.now() })
      return kept!.page
    }
  }

  return { read, drop: () => entries.clear() }
}

function compress(status: number, html: string): CachedPage {
  const identity = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  return {
    status,
    // Weak: the three bodies differ in bytes and mean the same.
    etag: `W/"${createHash('sha1').update(identity).digest('base64url')}"`,
    bodies: { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) },
  }
}
