import { missingEvent, signsOfUse, waitingEvent } from '#src/ui/loading/hydrated-event.ts'
import { reloadOnce } from '#src/ui/loading/missing-code.ts'
import { whenIdle } from '#src/ui/loading/when-idle.ts'
import { isShopWindow } from './shop-window.ts'

document.getElementById('late')?.remove()
// Where nothing is kept, even to look throws, or there is none.
try {
  localStorage.length
} catch {
  await import('./memory-storage.ts')
}

let started = false

/**
 * Starts React. A page reloaded under an open dialog still stands on the dialog's step of the
 * history (`useBack`) and leaves it first, since a dialog opened meanwhile would take that step for the visitor's Back.
 */
function boot() {
  if (!history.state?.over) return startWhenNeeded()
  addEventListener('popstate', startWhenNeeded, { once: true })
  // A restored tab may have no history step to go back to.
  setTimeout(startWhenNeeded, 500)
  history.back()
}

/**
 * The HTML is complete without React, so where visitors only read at first their browser hydrates when idle or at the
 * first sign of use; a page where a button was pressed already, any other page, one with a query string, and a signed-in visitor's, hydrates at once.
 */
function startWhenNeeded() {
  // It is called twice where a dialog was left: by whichever comes first.
  if (started) return
  const isWhole = isShopWindow(location.pathname) && !location.search && !localStorage.getItem('auth_token')
  const isUsed = document.querySelector('[data-heard]') !== null
  if (isWhole && !isUsed) return oncePainted(startWhenIdleOrUsed)
  dispatchEvent(new Event(waitingEvent))
  start()
}

function start() {
  if (started) return
  started = true
  // What does not come now is asked for again, and missed, by the page itself.
  if (!isShopWindow(location.pathname))
    import('./rooms.ts').then(({ preloadRoom }) => preloadRoom(location.pathname)).catch(() => {})
  // A waiting visitor is told, since they may have pressed something; others hardly notice a second try.
  import('./entry-client.tsx').catch((error) => {
    const isAwaited = !dispatchEvent(new Event(missingEvent, { cancelable: true }))
    return isAwaited || reloadOnce(error)
  })
}

function startWhenIdleOrUsed() {
  for (const sign of signsOfUse) addEventListener(sign, start, { once: true, passive: true, capture: true })
  const idle = () => whenIdle(start)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}

/**
 * Waits until the browser has painted: it may be idle before, and reports a pointer move when a page appears under the
 * pointer; React's 90 kB would then load before the page itself. Early input is kept (`early-use.ts`).
 */
function oncePainted(next: () => void) {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return next()
  new PerformanceObserver((entries, observer) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    next()
  }).observe({ type: 'paint', buffered: true })
}

boot()
