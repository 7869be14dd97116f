import type { Page } from '@playwright/test'
import { expect, expectAccessible, setWidth, signUp, test } from '../fixtures.ts'

async function logInAsOwner(page: Page, next: string) {
  await page.goto(`/login?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('the owner reads the figures of a stretch, as pictures and as tables', async ({ page }) => {
  await logInAsOwner(page, '/owner')
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Last 30 days' })).toHaveAttribute('aria-pressed', 'true')
  const revenue = page.getByRole('region', { name: 'Revenue and money given back', exact: true })
  await expect(revenue.getByRole('img', { name: 'Dollars taken and given back each day' })).toBeVisible()
  await expectAccessible(page)

  const usual = page.viewportSize()!.width
  await setWidth(page, 320)
  expect(await page.evaluate(brokenFigures)).toEqual([])
  await setWidth(page, usual)

  await page.getByRole('button', { name: 'Last 90 days' }).click()
  await expect(page).toHaveURL('/owner/insights?days=90')
  await expect(revenue.getByRole('img', { name: 'Dollars taken and given back each week' })).toBeVisible()
  const swaps = page.getByRole('button', { name: /^Show as table/ })
  for (let left = await swaps.count(); left > 0; left--) await swaps.first().click()
  await expect(revenue.getByRole('columnheader', { name: 'Week from' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^ApexOrbit / })).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Last 90 days' })).toHaveAttribute('aria-pressed', 'true')
})

test('any stretch can be asked for, also one without anything, and a backward one is refused', {
  tag: '@edge',
}, async ({ page }) => {
  await logInAsOwner(page, '/owner/insights')
  await page.getByLabel('From', { exact: true }).fill('2020-02-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('Must not be before the first day')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL('/owner/insights')
  await page.getByLabel('To', { exact: true }).fill('2020-02-03')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL('/owner/insights?from=2020-02-01&to=2020-02-03')
  await expect(page.getByText('Nothing in these days.')).toHaveCount(6)
  await expectAccessible(page)
})

test('players do not get in', async ({ page, expectProblem }) => {
  expectProblem(/status of 403/)
  await signUp(page)
  await page.goto('/owner/insights')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

test.describe('an owner whose clock is another one', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' })

  test('the days end on the business’s today', { tag: '@edge' }, async ({ page }) => {
    // 11:22 PM of the day before in Honolulu.
    await page.clock.setFixedTime('2026-01-15T04:22:00-05:00')
    await logInAsOwner(page, '/owner/insights?days=7')
    await expect(page.getByText('Days of New York time.')).toBeVisible()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-01-09')
    await expect(page.getByLabel('From', { exact: true })).toHaveAttribute('max', '2026-01-15')
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-01-15')
  })
})

/** Runs in the page: figures and weekdays that take more than a line. */
function brokenFigures(): string[] {
  const broken: string[] = []
  const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (!/^(\$?[\d,.]+|Mon?|Tue?|Wed?|Thu?|Fri?|Sat?|Sun?)$/.test(node.data)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    if (range.getClientRects().length > 1) broken.push(node.data)
  }
  return broken
}
