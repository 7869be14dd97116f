import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { toast } from './toast.ts'

/** Loads the code of a path's page; given by the application, since the interface kit knows no pages. */
export const PreloadContext = createContext<(path: string) => Promise<void>>(async () => {})

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of ours, with query if wanted: `/login?next=/owner`. */
  to: string
}

/** A link to one of our pages: loads the page's code on hover, focus or touch, and changes over in a view transition. */
export function AppLink({ to, onClick, ...rest }: AppLinkProps) {
  const preload = useContext(PreloadContext)
  const [, navigate] = useLocation()
  const path = to.split(/[?#]/)[0]!
  // A failed preload is no matter: the click tries again. Without a network it would be remembered as failed.
  const warm = () => void (navigator.onLine && preload(path).catch(() => {}))

  async function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const elsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target
    // To a section of this very page the browser scrolls by itself.
    const isSection = to.includes('#') && path === location.pathname
    if (event.defaultPrevented || elsewhere || isSection) return
    event.preventDefault()
    try {
      await preload(path)
    } catch {
      // The code is gone, most likely after a new release: load the page afresh. Without a server that would end on the
      // browser's own error page.
      const answer = await fetch(to, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
      if (answer) return location.assign(to)
      const description = 'We could not reach the server. Please try again.'
      return toast({ title: 'That page did not load', description, variant: 'destructive' })
    }
    const change = () => flushSync(() => navigate(to))
    if (document.startViewTransition) document.startViewTransition(change)
    else change()
  }

  return <a {...rest} href={to} onPointerEnter={warm} onFocus={warm} onTouchStart={warm} onClick={follow} />
}
