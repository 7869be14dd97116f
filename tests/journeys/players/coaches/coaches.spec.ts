import type { Page } from '@playwright/test'
import { openPackage } from '../../book.ts'
import { expect, expectAccessible, test } from '../../fixtures.ts'

test('a visitor narrows the line-up, shares it by its address, and clears it', async ({ page }) => {
  await page.goto('/')
  const coaches = page.getByRole('region', { name: 'Meet our elite coaches' })
  const filters = coaches.getByRole('search', { name: 'Filter coaches' })
  const result = coaches.getByRole('status')
  // Other journeys publish coaches of their own meanwhile.
  await expect(result).toHaveText(/^\d+ coaches$/)
  await filters.scrollIntoViewIfNeeded()

  await filters.getByLabel('Game').selectOption('Fortnite')
  await expect(result).toHaveText(/^\d+ of \d+ coaches$/)
  await expect(coaches.getByRole('heading', { name: 'RampRiot' })).toBeVisible()
  await expect(coaches.getByRole('heading', { name: 'VexFlip' })).toBeHidden()
  await filters.getByLabel('Coach rank').selectOption('Unreal')
  await expect(coaches.getByRole('heading', { name: 'ZonePilot' })).toBeHidden()
  await filters.getByLabel('Free').selectOption('After 5 PM, your time')
  await expect(coaches.getByText(/, [5-8]:00 PM$/).first()).toBeVisible()
  await expect(page).toHaveURL('/?game=fortnite&rank=8&free=evening#coaches')
  await expectAccessible(page)

  await page.reload()
  await expect(result).toHaveText(/^\d+ of \d+ coaches$/)
  await expect(coaches.getByRole('heading', { name: 'VexFlip' })).toBeHidden()
  await coaches.getByRole('button', { name: 'Clear filters' }).click()
  await expect(result).toHaveText(/^\d+ coaches$/)
  await expect(coaches.getByRole('heading', { name: 'VexFlip' })).toBeVisible()
  await expect(page).toHaveURL('/#coaches')
})

test('a coach’s button chooses the game that was looked for, and none of the seven offers', async ({ page }) => {
  await page.goto('/?game=fortnite#coaches')
  await expect(page.getByText(/^\d+ of \d+ coaches$/)).toBeVisible()
  await page.getByRole('button', { name: 'Book Session with DualShift' }).click()
  const dialog = page.getByRole('dialog')
  const offered = dialog.getByRole('group', { name: 'Service' }).getByRole('radio')
  await expect(offered).toHaveCount(7)
  await expect(offered.and(page.locator(':checked'))).toHaveCount(0)
  await expect(dialog.getByRole('radio', { name: 'Fortnite' })).toBeChecked()
})

test('when nobody fits there is a way back', async ({ page }) => {
  await page.goto('/?game=rocket-league&rank=8&free=2020-01-01#coaches')
  await expect(page.getByRole('heading', { name: 'No coach fits all of that' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('button', { name: 'Book Session with VexFlip' })).toBeVisible()
})

test('from the card to the coach’s page, and from a free hour there into the dialog', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'VexFlip' }).click()
  await expect(page).toHaveURL('/coaches/vexflip')
  await expect(page).toHaveTitle('VexFlip, Rocket League coach (Grand Champion III) | Level Up')
  await expect(page.getByRole('heading', { name: 'VexFlip', level: 1 })).toBeVisible()
  await expect(page.getByText('Patient, even when I whiffed the same touch twenty times.')).toBeVisible()
  const day = page.getByRole('button', { name: /[1-9]\d* free$/ }).nth(2)
  const [date] = (await day.innerText()).split('\n')
  await day.click()
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  const hour = page.getByRole('button', { name: /^Book \d+:00 [AP]M/ }).last()
  const [time] = (await hour.innerText()).match(/\d+:00 [AP]M/)!
  await hour.click()
  const dialog = page.getByRole('dialog', { name: 'VexFlip' })
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${date}`) })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${time}`) })).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Coaches' }).click()
  await expect(page).toHaveURL('/coaches')
})

test('more ratings are shown when asked for', async ({ page }) => {
  await page.goto('/coaches/apexorbit')
  // Seven, and those that other journeys approve meanwhile.
  await expect(page.getByText(/^([7-9]|\d\d) ratings$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ratings' }).getByRole('listitem')).toHaveCount(6)
  await page.getByRole('button', { name: 'Show more ratings' }).click()
  await expect(page.getByRole('list', { name: 'Ratings' }).last()).toBeFocused()
  await expect(page.getByRole('list', { name: 'Ratings' }).getByRole('listitem').nth(6)).toBeVisible()
})

test('nothing moves when free hours arrive', async ({ page }) => {
  const home = await holdBack(page, '**/api/next-free-hours')
  await page.goto('/')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'VexFlip' }) })
  await card.scrollIntoViewIfNeeded()
  await home.expectStill(() => expect(card.getByText(/\w{3}, \w{3} \d+, \d+:00 [AP]M/)).toBeVisible())

  const profile = await holdBack(page, '**/api/free-hours?*')
  await page.goto('/coaches/vexflip')
  await page.getByRole('heading', { name: 'Free hours' }).scrollIntoViewIfNeeded()
  await profile.expectStill(() => expect(page.getByRole('button', { name: /^Book \d+:00/ }).first()).toBeVisible())
})

test('a coach nobody knows is a page not found, and says so to machines', async ({ page, expectProblem }) => {
  expectProblem(/status of 404/)
  const answer = await page.goto('/coaches/nobody')
  expect(answer!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('Page Not Found | Level Up')
  expect((await page.request.get('/og/coaches/nobody.png')).status()).toBe(404)
  // The first press makes the page come alive, and that finds nothing amiss.
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('search engines find every coach, and links to us show a picture', async ({ page }) => {
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/coaches/vexflip</loc>')
  expect(sitemap).not.toContain(':slug')
  const robots = await (await page.request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /api/')
  expect(robots).toMatch(/Sitemap: http:\/\/.+\/sitemap\.xml/)

  await page.goto('/coaches/vexflip')
  const address = await page.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await page.request.get(new URL(address!).pathname)
  expect(picture.headers()).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
})

test('a game without a coach says so instead of showing full days', async ({ page }) => {
  await page.route('**/api/coaches', async (route) => {
    const coaches: { gameExpertise: string }[] = await (await route.fetch()).json()
    await route.fulfill({ json: coaches.filter((coach) => coach.gameExpertise === 'rocket-league') })
  })
  // From a page without the coaches in its HTML, so that they are fetched.
  await page.goto('/login')
  await page.getByLabel('Email').fill('player@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/')
  const dialog = await openPackage(page)
  await expect(dialog.getByRole('heading', { name: 'No coach for Fortnite yet' })).toBeVisible()
  await expect(dialog.getByText('Full')).toBeHidden()
  await dialog.getByRole('radio', { name: 'Rocket League' }).check()
  await expect(dialog.getByRole('radio', { name: /\d+ free$/ }).first()).toBeVisible()
})

/** Holds answers back until `expectStill`, which lets them go and expects that nothing on the page moves then. */
async function holdBack(page: Page, url: string) {
  const gate = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await gate.promise
    await route.continue()
  })
  return {
    async expectStill(arrived: () => Promise<void>) {
      await page.evaluate(async () => {
        await document.fonts.ready
        const seen = { shift: 0 }
        Object.assign(window, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift' })
      })
      gate.resolve()
      await arrived()
      // Two frames later what moved has been reported.
      const shift = await page.evaluate(async () => {
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
        return (window as unknown as { seen: { shift: number } }).seen.shift
      })
      expect(shift).toBeLessThan(0.0005)
    },
  }
}
