import { useEffect, useEffectEvent } from 'react'

/** What Back does to each of those that lie over the page, the uppermost last. */
const open: (() => void)[] = []
/** From our own step back until the browser has taken it. */
let isLeaving = false

/**
 * While the caller is on the screen, the browser's Back does `onBack` instead of leaving the page: for what lies over
 * a page, as phones have it. One entry of its own in the history takes the step back; it goes with the last of them.
 */
export function useBack(onBack: () => void): void {
  const goBack = useEffectEvent(onBack)
  useEffect(() => {
    const mine = () => goBack()
    open.push(mine)
    // Once, however often it is asked for.
    addEventListener('popstate', stepBack)
    takeNextStep()
    return () => {
      open.splice(open.indexOf(mine), 1)
      // Later: another may come in its place, or whatever made it go may be leading elsewhere.
      setTimeout(leave)
    }
  }, [])
}

function takeNextStep() {
  // Both entries show the same page, which stays where it is.
  history.scrollRestoration = 'manual'
  if (!isLeaving && !history.state?.over) history.pushState({ ...history.state, over: true }, '')
}

function stepBack() {
  const isOurs = isLeaving
  isLeaving = false
  if (!isOurs && !history.state?.over) open.at(-1)?.()
  // A person who stays on the screen can take the next step back, too; and whoever comes back from a page that they
  // left to from a dialog lands on its step without it.
  setTimeout(() => (open.length > 0 ? takeNextStep() : leave()))
}

function leave() {
  // Two that go together leave one entry, not two.
  if (open.length > 0 || isLeaving) return
  isLeaving = Boolean(history.state?.over)
  if (isLeaving) history.back()
  else history.scrollRestoration = 'auto'
}
