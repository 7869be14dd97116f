import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { hydratedEvent } from './hydrated-event.ts'

/**
 * A section far down a page. The server's HTML has all of it; its code loads when it comes near the screen, is pressed or
 * gets the focus, and until then React leaves that HTML alone. `id` is the section's own.
 *
 * React would throw the waiting HTML away if a property changed meanwhile, so sections take none: render them from a
 * constant, and hand them what they need by a context whose value stays. `preload()` is for pages without that HTML.
 */
export function lazySection(id: string, load: () => Promise<{ default: ComponentType }>) {
  let loaded: ComponentType | undefined
  const Waiting = lazy(() => comingNear(id).then(serverInReach).then(load))
  function LazySection() {
    const frame = useRef<HTMLDivElement>(null)
    const Content = loaded ?? Waiting
    return (
      <div ref={frame} data-lazy>
        <Suspense>
          <Content />
          <SayHydrated frame={frame} />
        </Suspense>
      </div>
    )
  }
  async function preload() {
    if (!serverHtml(id)) loaded = (await load()).default
  }
  return Object.assign(LazySection, { preload })
}

function SayHydrated({ frame }: { frame: React.RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    frame.current!.dispatchEvent(new Event(hydratedEvent))
  }, [frame])
  return null
}

/** What the server rendered of the section; null on the server itself, and before a change of page within the browser. */
function serverHtml(id: string): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.getElementById(id)
}

/** Waits for the server's HTML of that section to come within a screen of what one sees; on the server, not at all. */
async function comingNear(id: string): Promise<void> {
  const section = serverHtml(id)
  // The server's HTML is the visitor's: who is signed in gets their own at once.
  if (!section || localStorage.getItem('auth_token')) return
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry!.isIntersecting) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(section)
    for (const sign of ['pointerdown', 'focusin', 'change'])
      section.addEventListener(sign, () => resolve(), { once: true })
  })
}

/**
 * Waits for a network. Until then the server's HTML is better than an error, and browsers remember of a file of code that
 * it could not be loaded. Asks the server first: a computer without any network can still reach a server of its own.
 */
async function serverInReach(): Promise<void> {
  if (typeof document === 'undefined' || navigator.onLine) return
  if (await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)) return
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}
