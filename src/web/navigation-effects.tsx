import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * What a browser does on a page load and a client-side navigation has to do itself: set the title, scroll to the top
 * (not on back and forward, where the browser restores the position), move focus to the content and say the title.
 */
export function NavigationEffects({ title }: { title: string }) {
  const { pathname } = useLocation()
  const action = useNavigationType()
  const announcement = useRef<HTMLParagraphElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.title = title
    if (action !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' })
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    announcement.current!.textContent = title
  }, [pathname, action, title])
  return <p ref={announcement} role="status" className="sr-only" />
}
