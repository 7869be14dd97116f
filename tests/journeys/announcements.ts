import type { Page } from '@playwright/test'

/** Writes down what live regions say, as a screen reader hears it: what is new in the nearest region, unless it is a timer. */
export async function recordAnnouncements(page: Page) {
  await page.addInitScript(() => {
    const key = 'said'
    const live = '[role="alert"], [role="status"], [role="timer"], [aria-live]'
    const say = (region: Element | null | undefined) => {
      if (!region || region.role === 'timer' || region.ariaLive === 'off') return
      const text = region.textContent?.trim()
      const said: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
      if (text && said.at(-1) !== text) sessionStorage.setItem(key, JSON.stringify([...said, text]))
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        say(element?.closest(live))
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const region of [node, ...node.querySelectorAll('*')]) if (region.matches(live)) say(region)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** What was said until now. */
export const announcements = (page: Page): Promise<string[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('said') ?? '[]'))
