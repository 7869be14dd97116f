import { announcements, recordAnnouncements } from '../announcements.ts'
import { installClock } from '../clock.ts'
import { expect, expectAccessible, logIn, setWidth, signUp, test } from '../fixtures.ts'

test('the owner reads the figures of a stretch, as pictures and as tables', async ({ page }) => {
  await logIn(page, 'owner@demo.test', '/owner')
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Last 30 days' })).toHaveAttribute('aria-pressed', 'true')
  const revenue = page.getByRole('region', { name: 'Revenue and refunds', exact: true })
  await expect(revenue.getByRole('img', { name: 'Dollars taken and refunded each day' })).toBeVisible()
  await expect(page.getByText('“With the bank” is what players’ banks hold back or took back.')).toBeVisible()
  await expectAccessible(page)

  const usual = page.viewportSize()!.width
  await setWidth(page, 320)
  expect(await page.evaluate(brokenFigures)).toEqual([])
  await setWidth(page, usual)

  await page.getByRole('button', { name: 'Last 90 days' }).press('Enter')
  await expect(page).toHaveURL('/owner/insights?days=90')
  await expect(page.getByRole('button', { name: 'Last 90 days' })).toBeFocused()
  await expect(revenue.getByRole('img', { name: 'Dollars taken and refunded each week' })).toBeVisible()
  const swaps = page.getByRole('button', { name: /^Show as table/ })
  for (let left = await swaps.count(); left > 0; left--) await swaps.first().click()
  await expect(revenue.getByRole('columnheader', { name: 'Week from' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^ApexOrbit / })).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Last 90 days' })).toHaveAttribute('aria-pressed', 'true')
})

test('without colours the chosen stretch, the bars and the hours still differ from what is around them', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await logIn(page, 'owner@demo.test', '/owner/insights')
  const days = page.getByRole('group', { name: 'Days' }).getByRole('button')
  await expect(days.and(page.getByRole('button', { pressed: true }))).toHaveText('Last 30 days')
  for (const each of await days.all()) {
    const isChosen = (await each.getAttribute('aria-pressed')) === 'true'
    await expect(each).toHaveCSS('outline-style', isChosen ? 'solid' : 'none')
  }
  // One below the other, each in a pattern of its own, none like the page.
  for (const [picture, lines] of [
    [/^Dollars taken and refunded/, 2],
    [/^Bookings made/, 1],
    [/^Sessions held, cancelled/, 3],
  ] as const)
    expect(await page.getByRole('img', { name: picture }).evaluate(looksOfBars), `${picture}`).toHaveLength(lines)
  const coaches = page.getByRole('img', { name: /^Hours booked of the hours/ })
  expect(await coaches.evaluate(looksOfFilledBars)).toEqual({ areSeen: true, areFramed: true })
  await expect(page.getByRole('img', { name: /^Sessions by weekday/ })).toHaveText(/\d/)
})

test('any stretch can be asked for, also one without anything, and a backward one is refused', async ({ page }) => {
  await recordAnnouncements(page)
  // What is typed while the script is still on its way counts, too.
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/assets/entry-client*', async (route) => {
    await typed
    await route.continue()
  })
  await logIn(page, 'owner@demo.test', '/owner/insights')
  await page.getByLabel('From', { exact: true }).fill('2020-02-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  goOn()
  await expect(page.getByText('Must not be before the first day')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL('/owner/insights')
  await page.getByLabel('To', { exact: true }).fill('2020-02-03')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL('/owner/insights?from=2020-02-01&to=2020-02-03')
  await expect(page.getByText('Nothing in these days.')).toHaveCount(6)
  await expect.poll(() => announcements(page)).toContain('Figures for Feb 1 to 3')
  await expectAccessible(page)
})

test('players do not get in', { tag: '@gate' }, async ({ page, expectProblem }) => {
  expectProblem(/status of 403/)
  await signUp(page)
  await page.goto('/owner/insights')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

test.describe('an owner whose clock is another one', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' })

  test('the days end on the business’s today', async ({ page }) => {
    // 11:22 PM of the day before in Honolulu.
    await installClock(page, '2026-01-15T04:22:00-05:00')
    await logIn(page, 'owner@demo.test', '/owner')
    // The server, which draws the page that is opened first, has a clock of its own.
    await page.getByRole('link', { name: 'Insights' }).click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expect(page.getByText('Days of New York time.')).toBeVisible()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-01-09')
    await expect(page.getByLabel('From', { exact: true })).toHaveAttribute('max', '2026-01-15')
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-01-15')
  })
})

/** Runs in the page: the different looks of a picture's bars, those left out that look like the page. */
function looksOfBars(picture: Element): string[] {
  const page = getComputedStyle(document.documentElement).backgroundColor
  const drawn = [...picture.querySelectorAll('rect[stroke]')].filter((bar) => bar.getBoundingClientRect().height > 0)
  const bars = drawn.map((bar) => getComputedStyle(bar))
  const seen = bars.filter(({ fill, stroke }) => stroke !== page && fill !== page)
  return [...new Set(seen.map(({ fill }) => fill))]
}

/** Runs in the page: whether each filled bar differs from the one it fills, and that one has a frame. */
function looksOfFilledBars(picture: Element): { areSeen: boolean; areFramed: boolean } {
  const bars = [...picture.querySelectorAll<HTMLElement>('[style*=width]')]
  const look = (bar: Element) => getComputedStyle(bar)
  return {
    areSeen:
      bars.length > 0 && bars.every((bar) => look(bar).backgroundColor !== look(bar.parentElement!).backgroundColor),
    areFramed: bars.every((bar) => look(bar.parentElement!).outlineStyle !== 'none'),
  }
}

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
