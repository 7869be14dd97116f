import { type ComponentType, lazy, useState } from 'react'

/** What varies in a page's path, by name: `{ slug: 'vexflip' }`. */
export type PathParams = Record<string, string>

/**
 * A part of a page whose code loads when needed, with `preload()` beside it. Once preloaded it renders at once, without a
 * Suspense fallback.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined
  const Lazy = lazy(load)
  function Part(props: Props) {
    // The same as long as it is shown: another would start afresh.
    const [Ready] = useState(() => loaded ?? Lazy)
    return <Ready {...props} />
  }
  async function preload() {
    loaded = (await load()).default
  }
  return Object.assign(Part, { preload })
}

/**
 * The same for a page: preloaded on link hover, before hydrating and before rendering on the server. A page's own
 * `preload` loads what it needs besides.
 */
// biome-ignore lint/suspicious/noExplicitAny: each page names the parameters of its own path
export function lazyPage(load: () => Promise<{ default: ComponentType<any>; preload?: () => Promise<unknown> }>) {
  const Part = lazyPart<PathParams>(load)
  async function preload() {
    await Part.preload()
    await (await load()).preload?.()
  }
  const Page = (params: PathParams) => <Part {...params} />
  return Object.assign(Page, { preload })
}
