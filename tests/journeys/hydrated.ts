import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** React has taken over what is in sight. */
export async function takenOver(page: Page) {
  const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
  await expect.poll(() => page.getByRole('main').evaluate(isReacts)).toBe(true)
}

/** React has taken everything over; texts changed before would not be the ones it expects. */
export async function hydrated(page: Page) {
  await takenOver(page)
  // The lower part of the home page is taken over when somebody comes near it, the picture above with it.
  await page.evaluate(() =>
    [...document.querySelectorAll('[data-later] > *')].at(-1)?.scrollIntoView({ behavior: 'instant' }),
  )
  await expect(page.locator('[data-later]')).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
}
