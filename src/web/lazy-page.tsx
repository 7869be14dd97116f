import { type ComponentType, lazy } from 'react'

/**
 * A page whose code loads when needed, with `preload()` beside it: called on link hover, before hydrating and before
 * rendering on the server. Once preloaded it renders at once, without a Suspense fallback.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  let loaded: ComponentType | undefined
  const Lazy = lazy(load)
  function Page() {
    const Ready = loaded ?? Lazy
    return <Ready />
  }
  async function preload() {
    loaded = (await load()).default
  }
  return Object.assign(Page, { preload })
}
