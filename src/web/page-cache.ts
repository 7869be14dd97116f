import { type CacheOptions, createCache } from '#src/server/cache.ts'
import { type ReadyBytes, readyBytes, sizeOfReady } from '#src/server/ready-bytes.ts'

export type CachedPage = ReadyBytes & { status: number }

export type PageCacheOptions = Omit<CacheOptions<CachedPage>, 'make' | 'sizeOf'> & {
  /** Renders the page of a path; an incomplete one (data missing) is served once and not kept. */
  render(path: string): Promise<{ status: number; html: string; complete: boolean }>
}

/** Rendered and compressed pages by path. */
export function createPageCache({ render, ...options }: PageCacheOptions) {
  return createCache<CachedPage>({
    ...options,
    sizeOf: sizeOfReady,
    async make(path) {
      const { status, html, complete } = await render(path)
      return { value: { status, ...readyBytes(html) }, complete }
    },
  })
}
