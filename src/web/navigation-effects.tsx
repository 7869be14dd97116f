import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * Does on client-side navigation what browsers do on a page load: sets the title, scrolls to the top or to the section
 * in the URL (not on back and forward, where the browser restores the position), moves focus to it or the content and
 * announces the title. Scrolls smoothly (theme.css) to a section whose link is pressed.
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
    const { dataset } = document.documentElement
    const begin = (event: Event) => {
      const { target, ctrlKey, metaKey, shiftKey } = event as MouseEvent
      const isElsewhere = ctrlKey || metaKey || shiftKey
      if (!isElsewhere && (target as Element).closest('a[href*="#"]')) dataset.toSection = ''
    }
    const end = () => delete dataset.toSection
    // Not every browser says when it has scrolled.
    const when = { pointerdown: end, keydown: end, click: begin, scrollend: end }
    for (const [kind, act] of Object.entries(when)) addEventListener(kind, act, { capture: true })
    return () => {
      for (const [kind, act] of Object.entries(when)) removeEventListener(kind, act, { capture: true })
    }
  }, [])
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.title = title
    const section = isBackOrForward.current ? null : document.getElementById(location.hash.slice(1))
    if (section) section.scrollIntoView({ behavior: 'instant' })
    else if (!isBackOrForward.current) window.scrollTo({ top: 0, behavior: 'instant' })
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    // Not every one takes it.
    section?.focus({ preventScroll: true })
    if (announcement.current) announcement.current.textContent = title
  }, [pathname, title])
  return <p ref={announcement} role="status" className="sr-only" />
}
