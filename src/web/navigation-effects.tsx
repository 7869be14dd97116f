import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * What a browser does on a page load and a client-side navigation has to do itself: set the title, scroll to the top or
 * to the section the address names (not on back and forward, where the browser restores the position), move focus to
 * the content and say the title.
 */
export function NavigationEffects({ title }: { title: string }) {
  const [pathname] = useLocation()
  const announcement = useRef<HTMLParagraphElement>(null)
  const shown = useRef(pathname)
  const isBackOrForward = useRef(false)
  useEffect(() => {
    const note = ({ type }: Event) => {
      isBackOrForward.current = type === 'popstate'
    }
    // The router makes an event of each of these; ours must come before the render it causes.
    const kinds = ['popstate', 'pushState', 'replaceState']
    for (const kind of kinds) addEventListener(kind, note, { capture: true })
    return () => {
      for (const kind of kinds) removeEventListener(kind, note, { capture: true })
    }
  }, [])
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.title = title
    if (!isBackOrForward.current) {
      const section = location.hash && document.getElementById(location.hash.slice(1))
      if (section) section.scrollIntoView({ behavior: 'instant' })
      else window.scrollTo({ top: 0, behavior: 'instant' })
    }
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    announcement.current!.textContent = title
  }, [pathname, title])
  return <p ref={announcement} role="status" className="sr-only" />
}
