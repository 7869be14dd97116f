import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, signUp, test } from '../fixtures.ts'
import { takenOver } from '../hydrated.ts'
import { findLayoutFaults } from '../layout-faults.ts'

test('the active section follows scrolling', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  const entries = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  const active = entries.locator('[aria-current]')
  await expect(active).toHaveText('Home')
  await entries.getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Pick your step' })).toBeInViewport()
  await expect(active).toHaveText('Pricing')
  await goToSection(page, 'testimonials')
  await expect(active).toHaveText('Reviews')
  await goToSection(page, 'faq')
  await expect(active, 'a section without entry counts to the one before it').toHaveText('Reviews')
  await goToSection(page, 'contact')
  await expect(active).toHaveText('Contact')
  await goToSection(page, 'demo-session')
  await expect(active).toHaveText('Services')

  await page.goto('/about')
  await expect(active).toHaveCount(0)
  await entries.getByRole('link', { name: 'Coaches' }).click()
  await expect(page.getByRole('heading', { name: 'Meet our elite coaches' })).toBeInViewport()
})

test('who is signed in sees no way in, not even before their own entries are there', { tag: '@wide' }, async ({
  page,
}) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  const login = header.getByRole('link', { name: 'Login', exact: true })
  await expect(login).toBeVisible()
  await logIn(page, 'player@demo.test', '/about')
  const [code, entries] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/assets/index-*.js', (route) => code.promise.then(() => route.continue()))
  await page.route('**/assets/site-user-entries-*.js', (route) => entries.promise.then(() => route.continue()))
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-signed-in')
  await expect(login).toBeHidden()
  code.resolve()
  await takenOver(page)
  await expect(login).toBeHidden()
  entries.resolve()
  await expect(header.getByText('Welcome, ').filter({ visible: true })).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('auth_token'))
  await page.reload()
  await expect(login).toBeVisible()
})

test('the mobile menu opens, leads to a section, and closes', async ({ page }) => {
  await page.goto('/')
  const menu = page.locator('#mobile-menu')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  for (const entry of await menu.getByRole('link').all())
    expect((await entry.boundingBox())!.height, await entry.innerText()).toBeGreaterThanOrEqual(44)

  await page.getByRole('button', { name: 'Close menu' }).tap()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).press('Enter')
  await menu.getByRole('link', { name: 'Home' }).focus()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()

  await page.getByRole('button', { name: 'Open menu' }).tap()
  await menu.getByRole('link', { name: 'Reviews' }).tap()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Players who climbed' })).toBeInViewport()
})

export const rooms = [
  { label: 'Dashboard', path: '/owner', who: ['owner'] },
  { label: 'SMS', path: '/admin-sms', who: ['admin'] },
  { label: 'Free Booking', path: '/admin-booking', who: ['admin'] },
  { label: 'Today', path: '/today', who: ['owner', 'admin'] },
  { label: 'Deliveries', path: '/admin-deliveries', who: ['owner', 'admin'] },
  { label: 'Coach Dashboard', path: '/coach-dashboard', who: ['coach', 'owner'] },
  { label: 'My Sessions', path: '/sessions', who: ['player', 'owner', 'admin', 'coach'] },
  { label: 'Account', path: '/account', who: ['player', 'owner', 'admin', 'coach'] },
]

for (const who of ['player', 'owner', 'admin', 'coach'])
  test(`the header shows a demo ${who} their own rooms`, async ({ page, isMobile }) => {
    await logIn(page, `${who}@demo.test`, '/')
    const header = page.getByRole('banner')
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
    await expect(header.getByRole('button', { name: 'Logout' }).filter({ visible: true })).toBeVisible()
    await expect(header.getByText('Welcome, ').filter({ visible: true })).toBeVisible()
    const link = (label: string) => header.getByRole('link', { name: label, exact: true }).filter({ visible: true })
    // With many rooms some stand behind the name. Whether somebody is a coach is known a moment later.
    const more = header.getByRole('button', { name: /^Welcome/ })
    await expect(async () => {
      if ((await more.isVisible()) && (await link('Account').count()) === 0) await more.click()
      for (const { label, who: whose } of rooms)
        await expect(link(label), label).toHaveCount(whose.includes(who) ? 1 : 0, { timeout: 5_000 })
    }).toPass()
    await expectAccessible(page)
  })

test('a long name leaves room for everything else, and Logout ends the session', async ({ page, isMobile }) => {
  await signUp(page, `Bartholomew ${'Featherstonehaugh '.repeat(3)}`.trim())
  await page.goto('/')
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true })
  await expect(logout).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(findLayoutFaults)).toEqual([])
  await logout.click()
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible()
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).filter({ visible: true })).toBeVisible()
})

function goToSection(page: Page, id: string) {
  return page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
}
