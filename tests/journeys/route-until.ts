import type { Page, Route } from '@playwright/test'

/**
 * Answers what a page asks of an address in a way of its own, until the returned function is called. Where a request may be on
 * its way at that moment, since Playwright's `unroute` and `times` then lose it or let it through.
 */
export async function routeUntil(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<() => void> {
  let isOver = false
  await page.route(url, (route) => (isOver ? route.fallback() : answer(route)))
  return () => {
    isOver = true
  }
}
