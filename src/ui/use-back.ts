import { useEffect, useEffectEvent, useId } from 'react'

/**
 * While the caller is on the screen, the browser's Back does `onBack` instead of leaving the page: for what lies over
 * a page, as phones have it. An entry of its own in the history takes the step back; it goes away with the caller.
 */
export function useBack(onBack: () => void): void {
  const id = useId()
  const goBack = useEffectEvent(onBack)
  useEffect(() => {
    const isOnTop = () => history.state?.over === id
    const putOnTop = () => history.pushState({ ...history.state, over: id }, '')
    let isGone = false
    function step() {
      if (isOnTop()) return
      goBack()
      // Whoever stays on the screen takes the next step back, too.
      setTimeout(() => !isGone && putOnTop())
    }
    // Both entries show the same page, which stays where it is.
    history.scrollRestoration = 'manual'
    putOnTop()
    addEventListener('popstate', step)
    return () => {
      isGone = true
      removeEventListener('popstate', step)
      // Later: whatever made the caller go may be leading elsewhere, and then the entry is not on top any more.
      setTimeout(() => {
        if (isOnTop()) history.back()
        else history.scrollRestoration = 'auto'
      })
    }
  }, [id])
}
