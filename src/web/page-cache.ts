import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type CacheOptions, createCache } from './cache.ts'

export type CachedPage = { status: number; etag: string; bodies: { br: Buffer; gzip: Buffer; identity: Buffer } }

export type PageCacheOptions = Omit<CacheOptions<CachedPage>, 'make'> & {
  /** Renders the page of a path; an incomplete one (data missing) is served once and not kept. */
  render(path: string): Promise<{ status: number; html: string; complete: boolean }>
}

/** Rendered and compressed pages by path. */
export function createPageCache({ render, ...options }: PageCacheOptions) {
  return createCache<CachedPage>({
    ...options,
    async make(path) {
      const { status, html, complete } = await render(path)
      return { value: compress(status, html), complete }
    },
  })
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
