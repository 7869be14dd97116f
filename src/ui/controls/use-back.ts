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

/** `useBack`, for what is on the screen at times only: it is rendered as long as that is. */
export function BackCloses({ onBack }: { onBack(): void }): null {
  useBack(onBack)
  return null
}

function takeNextStep() {
  if (isLeaving || history.state?.over) return
  // Both entries show the same page, which stays where it is on the way back from one to the other.
  history.scrollRestoration = 'manual'
  history.pushState({ ...history.state, over: true }, '')
  // Whoever follows a link from here comes back to where they were.
  history.scrollRestoration = 'auto'
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
  // A step back would break off the way of whoever pressed a link (`useGo`), which leads past this entry.
  if (document.documentElement.dataset.going !== undefined) return void setTimeout(leave, 100)
  isLeaving = Boolean(history.state?.over)
  if (isLeaving) history.back()
  else history.scrollRestoration = 'auto'
}
