import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../fixtures.ts'

test('a visitor finds a coach in the directory, shares the address, comes back, and books', async ({
  page,
  openSecondPage,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: /^All \d+ coaches$/ }).click()
  await expect(page).toHaveURL('/coaches')
  await expect(page.getByRole('heading', { name: 'Find your coach', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Rocket League and Fortnite Coaches | Level Up')
  const { filters, result, coach } = partsOf(page)
  await expect(result).toHaveText(/^\d+ coaches$/)
  await expectAccessible(page)

  await filters.getByLabel('Search').fill('edits')
  await expect(result).toHaveText(/^1 of \d+ coaches$/)
  await expect(coach('RampRiot')).toBeVisible()
  await expect(coach('VexFlip')).toBeHidden()
  await expect(page).toHaveURL('/coaches?q=edits')
  await filters.getByLabel('Search').fill('')
  const openFilters = filters.getByRole('button', { name: 'Filters' })
  if (await openFilters.isVisible()) await openFilters.click()
  await filters.getByLabel('Game').selectOption('Fortnite')
  await filters.getByLabel('My rank').selectOption('Elite')
  await filters.getByLabel('My goal').selectOption('Unreal')
  await expect(result).toHaveText(/^\d+ of \d+ coaches, Unreal or above$/)
  if (await openFilters.isVisible()) await expect(openFilters).toHaveText('Filters (3)')
  await filters.getByRole('button', { name: 'Box fights' }).click()
  await filters.getByLabel('Free').selectOption('After 5 PM, your time')
  await filters.getByLabel('Sort by').selectOption('Free soonest')
  const address = '/coaches?game=fortnite&from=6&rank=8&free=evening&tag=Box+fights&sort=free'
  await expect(page).toHaveURL(address)
  await expect(result).toHaveText(/^1 of \d+ coaches, Unreal or above$/)
  await expect(coach('RampRiot').getByText(/, [5-8]:00 PM$/)).toBeVisible()
  await expectAccessible(page)

  const friend = await openSecondPage()
  // What the server sends is narrowed down already.
  const scripts = '**/assets/entry-client*.js'
  await friend.route(scripts, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await friend.goto('/coaches?q=edits&game=fortnite')
  await expect(partsOf(friend).result).toHaveText(/^1 of \d+ coaches$/)
  await expect(partsOf(friend).coach('RampRiot')).toBeVisible()
  await expect(partsOf(friend).coach('VexFlip')).toBeHidden()
  await friend.unroute(scripts)
  await friend.goto(address)
  const theirs = partsOf(friend)
  await expect(theirs.result).toHaveText(/^1 of \d+ coaches, Unreal or above$/)
  await expect(theirs.coach('RampRiot')).toBeVisible()
  await expect(theirs.filters.getByRole('button', { name: 'Box fights' })).toHaveAttribute('aria-pressed', 'true')

  await coach('RampRiot').getByRole('link', { name: 'RampRiot' }).click()
  await expect(page).toHaveURL('/coaches/rampriot')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(result).toHaveText(/^1 of \d+ coaches, Unreal or above$/)
  await page.reload()
  await expect(result).toHaveText(/^1 of \d+ coaches, Unreal or above$/)
  // Each choice is a step back: here the order, then the hours.
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/coaches?game=fortnite&from=6&rank=8&tag=Box+fights')
  await coach('RampRiot').getByRole('button', { name: 'Book Session with RampRiot' }).click()
  const dialog = page.getByRole('dialog', { name: 'RampRiot' })
  await expect(dialog.getByRole('radio', { name: /^Starter Session/ })).toBeVisible()
})

test('when nobody in the directory fits it says which filter to take off, and else to clear them', async ({ page }) => {
  await page.goto('/coaches?q=dribble&language=ja')
  const { filters, result, coach } = partsOf(page)
  await expect(page.getByRole('heading', { name: 'No coach fits all of that' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: "Without 'Japanese': 1 coach" }).click()
  await expect(page).toHaveURL('/coaches?q=dribble')
  await expect(coach('VexFlip').getByText('Air dribbles')).toBeVisible()

  await page.goto('/coaches?q=nobody+of+this+name&language=ja')
  await expect(result).toHaveText(/^0 of \d+ coaches$/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(coach('VexFlip')).toBeVisible()
  await expect(filters.getByLabel('Search')).toHaveValue('')
  await expect(page).toHaveURL('/coaches')
})

test('a specialty on a coach’s page or card leads to all who have it, to the top of the list', async ({ page }) => {
  await page.goto('/coaches/rampriot')
  await page.getByRole('link', { name: 'Box fights' }).click()
  const { filters, result, coach } = partsOf(page)
  await expect(result).toHaveText(/^1 of \d+ coaches$/)
  await expect(filters.getByRole('button', { name: 'Box fights', pressed: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await coach('DualShift').getByRole('link', { name: 'Mindset' }).click()
  await expect(page).toHaveURL('/coaches?tag=Mindset')
  await expect(result).toHaveText(/^1 of \d+ coaches$/)
  await expect(result).toBeInViewport()
})

test('more coaches come below those that are there, and the focus goes to the first of them', async ({
  page,
  expectProblem,
}) => {
  // The focus on a name loads that page's data, and nobody has these names.
  expectProblem(/status of 404/)
  await page.route('**/api/coaches', async (route) => {
    const [one] = await (await route.fetch()).json()
    // Equals come in the order of their ids.
    const json = Array.from({ length: 60 }, (_, i) => ({
      ...one,
      id: `${i + 100}`,
      slug: `c-${i}`,
      name: `Climber${i}`,
    }))
    await route.fulfill({ json })
  })
  // From a page without coaches in its HTML, so that they are fetched.
  await page.goto('/about')
  // Before it has come alive a link would ask the server for its page.
  const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
  await expect.poll(() => page.getByRole('main').evaluate(isReacts)).toBe(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'All coaches' }).click()
  const { result } = partsOf(page)
  await expect(result).toHaveText('60 coaches')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('button', { name: 'Show more coaches' }).click()
  await expect(cards).toHaveCount(48)
  await expect(page.getByRole('link', { name: 'Climber24', exact: true })).toBeFocused()
  await expect(page).toHaveURL('/coaches?more=1')
  await page.getByRole('button', { name: 'Show more coaches' }).click()
  await expect(cards).toHaveCount(60)
  await expect(page.getByRole('button', { name: 'Show more coaches' })).toBeHidden()
})

test('what is typed before the directory has come alive is looked for, and nothing jumps when it does', async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/entry-client*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/coaches')
  const { filters, result } = partsOf(page)
  await filters.getByLabel('Search').fill('edits')
  gate.resolve()
  await expect(result).toHaveText(/^1 of \d+ coaches$/)
  await expect(filters.getByLabel('Search')).toHaveValue('edits')

  for (const address of ['/coaches', '/coaches?game=fortnite&sort=free']) {
    await page.goto(address)
    await expect(page.getByText(/, \d+:00 [AP]M$/).first()).toBeVisible()
    expect(await shiftOf(page), address).toBeLessThanOrEqual(0.05)
  }
})

function partsOf(page: Page) {
  const main = page.getByRole('main')
  return {
    filters: main.getByRole('search', { name: 'Find coaches' }),
    result: main.getByRole('status').first(),
    coach: (name: string) => main.getByRole('article').filter({ has: page.getByRole('heading', { name }) }),
  }
}

/** How much has moved on the page since it was opened. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let shift = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // Two frames later what has moved is reported.
        requestAnimationFrame(() => requestAnimationFrame(() => done(shift)))
      }),
  )
}
