import type { Page } from '@playwright/test'

// What runs in the page. Each function is sent there alone: it can use nothing else of this file.

/** How long after the next press something visible changes; infinity if nothing does within three seconds. A page on its way shows by a bar that grows. */
export function watchFirstChange(): void {
  const isSeen = () =>
    !('going' in document.documentElement.dataset) ||
    new DOMMatrix(getComputedStyle(document.documentElement, '::before').transform).a > 0
  const firstChange = new Promise<number>((resolve) => {
    const listen = ({ timeStamp }: Event) => {
      setTimeout(resolve, 3_000, Number.POSITIVE_INFINITY)
      const paint = () => {
        if (!isSeen()) return requestAnimationFrame(paint)
        // After this frame's painting.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - timeStamp)
        port2.postMessage(null)
      }
      const change = () => {
        observer.disconnect()
        requestAnimationFrame(paint)
      }
      const observer = new MutationObserver(change)
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      // A popover opens without a change of the document.
      addEventListener('beforetoggle', change, { capture: true, once: true })
    }
    addEventListener('pointerup', listen, { capture: true, once: true })
  })
  Object.assign(window, { firstChange })
}

/** What `watchFirstChange` saw. */
export function firstChange(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { firstChange: Promise<number> }).firstChange)
}

/** `moved`: what moved most. */
type Seen = { shift: number; moved: string; tabsAt: number; listAt: number }

type Shift = { hadRecentInput: boolean; value: number; sources: { node: Node | null }[] }

/** From the page's start: how much moves that nobody touched, and when its tabs and what they list are there. */
export function watchShifts(): void {
  const seen: Seen = { shift: 0, moved: '', tabsAt: Number.NaN, listAt: Number.NaN }
  let most = 0
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as unknown as Shift[]) {
      if (hadRecentInput) continue
      seen.shift += value
      if (value <= most) continue
      most = value
      seen.moved = sources.map(({ node }) => node?.textContent?.trim().slice(0, 30)).join(' | ')
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const note = (what: 'tabsAt' | 'listAt', selector: string) => {
    if (Number.isNaN(seen[what]) && document.querySelector(selector))
      requestAnimationFrame(() => {
        seen[what] = performance.now()
      })
  }
  const observer = new MutationObserver(() => {
    note('tabsAt', '[role=tab]')
    note('listAt', '[role=tabpanel] li')
  })
  observer.observe(document, { subtree: true, childList: true })
}

/** What `watchShifts` saw. */
export function seenShifts(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

export type Opened = { shell: number; whole: number }

/** From the page's start: how long after the first press a dialog is painted, and how long until it has its offers; infinity if not within 25 seconds of the start. */
export function watchDialog(): void {
  let pressedAt = Number.NaN
  addEventListener('pointerup', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, once: true })
  const until = (selector: string) =>
    new Promise<number>((resolve) => {
      setTimeout(resolve, 25_000, Number.POSITIVE_INFINITY)
      const look = () => {
        if (!document.querySelector(selector)) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - pressedAt)
          port2.postMessage(null)
        })
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, attributes: true })
    })
  const opened = Promise.all([until('dialog[open], [role=dialog]'), until('[role=dialog] input[type=radio]')]).then(
    ([shell, whole]): Opened => ({ shell, whole }),
  )
  Object.assign(window, { opened })
}

/** What `watchDialog` saw. */
export function openedDialog(page: Page): Promise<Opened> {
  return page.evaluate(() => (window as unknown as { opened: Promise<Opened> }).opened)
}

/** From the page's start: notes how long each key and press took until the next painting. */
export function watchInteractions(): void {
  const durations: number[] = []
  Object.assign(window, { durations })
  const options = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { duration: number; interactionId: number }[])
      if (entry.interactionId) durations.push(entry.duration)
  }).observe(options)
}

/** What `watchInteractions` saw, at least 16 ms. */
export function slowestInteraction(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(16, ...(window as unknown as { durations: number[] }).durations))
}
