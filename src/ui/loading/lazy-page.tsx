import { type ComponentType, lazy } from 'react'

/** What varies in a page's path, by name: `{ slug: 'vexflip' }`. */
export type PathParams = Record<string, string>

/**
 * A page whose code loads when needed, with `preload()` beside it: called on link hover, before hydrating and before
 * rendering on the server. Once preloaded it renders at once, without a Suspense fallback. A page's own `preload` loads
 * what it needs besides.
 */
// biome-ignore lint/suspicious/noExplicitAny: each page names the parameters of its own path
export function lazyPage(load: () => Promise<{ default: ComponentType<any>; preload?: () => Promise<unknown> }>) {
  let loaded: ComponentType<PathParams> | undefined
  const Lazy = lazy(load)
  function Page(params: PathParams) {
    const Ready = loaded ?? Lazy
    return <Ready {...params} />
  }
  async function preload() {
    const page = await load()
    loaded = page.default
    await page.preload?.()
  }
  return Object.assign(Page, { preload })
}
