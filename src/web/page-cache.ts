import { type ReadyBytes, readyBytes } from '#src/server/ready-bytes.ts'
import { type CacheOptions, createCache } from '#src/shared/cache.ts'

export type CachedPage = ReadyBytes & { status: number }

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
      return { value: { status, ...readyBytes(html) }, complete }
    },
  })
}
