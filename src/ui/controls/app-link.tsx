import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { toast } from '#src/ui/feedback/toast.ts'
import { loadTimeoutMs, serverAnswers } from '#src/ui/loading/missing-code.ts'

/** Loads the code of a path's page; given by the application, since the interface kit knows no pages. */
export const PreloadContext = createContext<(path: string) => Promise<void>>(async () => {})

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of ours, with query if wanted: `/login?next=/owner`. */
  to: string
}

/** A link to one of our pages: loads the page's code on hover, focus or touch, and changes over in a view transition. */
export function AppLink({ to, onClick, ...rest }: AppLinkProps) {
  const preload = useContext(PreloadContext)
  const go = useGo()
  const path = pathOf(to)
  // A failed preload is no matter: the click tries again. Without a network it would be remembered as failed.
  const warm = () => void (navigator.onLine && preload(path).catch(() => {}))

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const elsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target
    // To a section of this very page the browser scrolls by itself.
    const isSection = to.includes('#') && path === location.pathname
    if (event.defaultPrevented || elsewhere || isSection) return
    event.preventDefault()
    void go(to)
  }

  return <a {...rest} href={to} onPointerEnter={warm} onFocus={warm} onTouchStart={warm} onClick={follow} />
}

/** Where somebody last wanted to go. */
let wanted: { to: string } | null = null

/**
 * Returns `go`, which changes over to a path of ours once its page is loaded, so that it is drawn whole. Until then the page
 * stays, with a bar on top (theme.css). A page whose code does not come in time is asked of the server instead. With `replace`
 * Back does not lead to the page that was left.
 */
export function useGo(): (to: string, options?: { replace?: boolean }) => Promise<void> {
  const preload = useContext(PreloadContext)
  const [, navigate] = useLocation()
  return async (to, options) => {
    const mine = { to }
    const from = location.href
    wanted = mine
    document.documentElement.dataset.going = ''
    try {
      const isLoaded = await inTime(preload(pathOf(to)))
      const isReachable = isLoaded || (await serverAnswers(to))
      // Meanwhile somebody may have gone elsewhere.
      if (wanted !== mine || location.href !== from) return
      if (!isReachable) {
        const description = 'We could not reach the server. Please try again.'
        return toast({ title: 'That page did not load', description, variant: 'destructive' })
      }
      // Most likely the code is gone, after a new release.
      if (!isLoaded) return options?.replace ? location.replace(to) : location.assign(to)
      const change = () => {
        // Back leads to where one was; browsers would lead to the section that an address names.
        if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
        flushSync(() => navigate(to, options))
      }
      // Whoever waits is busy until the page is there: a phone takes a moment to begin.
      if (!document.startViewTransition) return change()
      const { ready, updateCallbackDone } = document.startViewTransition(change)
      // Where the window changes its size meanwhile, browsers give up the transition, but not the change.
      ready.catch(() => {})
      await updateCallbackDone
    } finally {
      if (wanted === mine) delete document.documentElement.dataset.going
    }
  }
}

function pathOf(to: string): string {
  return to.replace(/[?#].*/s, '')
}

/** Whether something is done within `loadTimeoutMs`; not when it fails. */
function inTime(work: Promise<unknown>): Promise<boolean> {
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, loadTimeoutMs, false))
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    tooLate,
  ])
}
