import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { findLayoutFaults, lengthenTexts } from '../layout-faults.ts'

test('the active section follows scrolling', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the phone shows its sections in the menu')
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

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('html')).not.toHaveCSS('scroll-behavior', 'smooth')

  await page.goto('/about')
  await expect(active).toHaveCount(0)
  await entries.getByRole('link', { name: 'Coaches' }).click()
  await expect(page.getByRole('heading', { name: 'Meet our elite coaches' })).toBeInViewport()
})

test('the mobile menu opens, leads to a section, and closes', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'only narrow screens have it')
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

const rooms = [
  { label: 'Dashboard', path: '/owner', who: ['owner'] },
  { label: 'SMS', path: '/admin-sms', who: ['admin'] },
  { label: 'Free Booking', path: '/admin-booking', who: ['admin'] },
  { label: 'Deliveries', path: '/admin-deliveries', who: ['owner', 'admin'] },
  { label: 'Coach Dashboard', path: '/coach-dashboard', who: ['coach', 'owner'] },
  { label: 'My Sessions', path: '/sessions', who: ['player', 'owner', 'admin', 'coach'] },
  { label: 'Account', path: '/account', who: ['player', 'owner', 'admin', 'coach'] },
]

for (const who of ['player', 'owner', 'admin', 'coach'])
  test(`the header shows a demo ${who} their own rooms`, async ({ page, isMobile }) => {
    await logIn(page, `${who}@demo.test`)
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
        await expect(link(label), label).toHaveCount(whose.includes(who) ? 1 : 0, { timeout: 1_000 })
    }).toPass()
    await expectAccessible(page)
  })

test('a long name leaves room for everything else, and Logout ends the session', { tag: '@edge' }, async ({
  page,
  isMobile,
}) => {
  await signUp(page, `Bartholomew ${'Featherstonehaugh '.repeat(3)}`.trim())
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true })
  await expect(logout).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(findLayoutFaults)).toEqual([])
  await logout.click()
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible()
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).filter({ visible: true })).toBeVisible()
})

test('of the four questions one is open at a time, by keyboard too', async ({ page }) => {
  await page.goto('/')
  const faq = page.getByRole('region', { name: 'Before you ask' })
  const questions = faq.getByRole('heading', { level: 3 })
  await expect(questions).toHaveCount(4)
  await expect(faq.getByText('You share your screen')).toBeVisible()
  await faq.getByText('What if I am not satisfied?').click()
  await expect(faq.getByText('100% satisfaction guarantee')).toBeVisible()
  await expect(faq.getByText('You share your screen')).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(faq.getByText('Every session and package is for Rocket League or Fortnite')).toBeVisible()
  await expect(faq.getByText('100% satisfaction guarantee')).toBeHidden()
})

test('the demo session plays, by keyboard', { tag: '@edge' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'View Demo Session' }).first()
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'One session, minute by minute' })
  const slider = dialog.getByRole('slider', { name: 'Minute of the session' })
  await expect(slider).not.toHaveValue('0')
  await dialog.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Play' })).toBeFocused()
  await expectAccessible(page)

  await slider.press('Home')
  await expect(dialog.getByText('You are Platinum and want Diamond.')).toBeVisible()
  await slider.press('ArrowRight')
  await expect(slider).toHaveValue('1')
  await expect(slider).toHaveAttribute('aria-valuetext', '1:00, Hello and goal')
  await dialog.getByRole('button', { name: '20:00 Freeze the moment' }).press('Enter')
  await expect(slider).toHaveValue('20')
  await expect(dialog.getByText('Two cars, one ball.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fortnite', exact: true }).press('Space')
  await expect(dialog.getByText('They are high, you are low.')).toBeVisible()
  await slider.press('End')
  await expect(dialog.locator('[aria-current=step]')).toHaveText('60:00 Your plan')
  await dialog.getByRole('button', { name: 'Play again' }).press('Enter')
  await expect(dialog.locator('[aria-current=step]')).toHaveText('0:00 Hello and goal')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the demo session goes in steps for who wants less motion', { tag: '@edge' }, async ({ page, isMobile }) => {
  test.skip(isMobile, 'the steps are the same, and take their time')
  await page.goto('/')
  await page.getByRole('button', { name: 'View Demo Session' }).last().click()
  const slider = page.getByRole('slider', { name: 'Minute of the session' })
  await expect(slider).toHaveValue('0')
  await expect(slider).toHaveValue('10')
})

test('the buttons of the first screen and the services lead to the contact section', async ({ page }) => {
  for (const name of ['Start Coaching Now', 'Start RL Coaching', 'Start Fortnite Coaching']) {
    await page.goto('/')
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name: 'Your next rank starts here' })).toBeInViewport()
  }
})

const publicPages = ['/', '/login', '/signup', '/apply-coach', '/about', '/stories', '/privacy', '/terms']

test('the pages to read are accessible', async ({ page }) => {
  for (const path of ['/about', '/privacy', '/terms']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
  // On paper: dark on white, without what one would press.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expectAccessible(page)
})

test('every link of the public pages leads somewhere', { tag: '@edge' }, async ({ page, isMobile }) => {
  test.skip(isMobile, 'the links are the same')
  const links = new Set<string>()
  for (const path of publicPages) {
    await page.goto(path)
    const found = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const link of found) links.add(link)
  }
  for (const link of links) {
    const { origin, hash } = new URL(link)
    if (origin !== new URL(page.url()).origin) continue
    const answer = await page.request.get(link)
    expect(answer.status(), link).toBe(200)
    if (hash) expect(await answer.text(), link).toContain(`id="${hash.slice(1)}"`)
  }
  expect([...links].map((link) => new URL(link).pathname)).toContain('/terms')
})

for (const width of [320, 390, 768, 1280, 1440, 2560])
  test(`nothing overflows, is cut off or overlaps at ${width} px, and no other host is asked`, async ({
    page,
    isMobile,
    baseURL,
  }) => {
    test.skip(isMobile, 'sets its own widths')
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL!) && /^https?:/.test(request.url())) foreign.push(request.url())
    })
    await page.setViewportSize({ width, height: 900 })
    for (const path of [...publicPages, ...(await someCoachPage(page))]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      expect.soft(await page.evaluate(findLayoutFaults), path).toEqual([])
      await hydrated(page)
      await page.evaluate(lengthenTexts)
      expect.soft(await page.evaluate(findLayoutFaults), `${path} with long texts`).toEqual([])
    }
    expect(foreign).toEqual([])
  })

test('the page is shown before React is asked for', { tag: '@edge' }, async ({ page }) => {
  for (let visit = 0; visit < 5; visit++) {
    await page.goto('/')
    await hydrated(page)
    const since = await page.evaluate(() => {
      const react = performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/entry-client'))
      return react!.startTime - performance.getEntriesByName('first-contentful-paint')[0]!.startTime
    })
    expect(since).toBeGreaterThan(0)
  }
})

/** React has taken everything over; texts changed before would not be the ones it expects. */
async function hydrated(page: Page) {
  const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
  await expect.poll(() => page.getByRole('main').evaluate(isReacts)).toBe(true)
}

async function someCoachPage(page: Page): Promise<string[]> {
  const [coach] = await (await page.request.get('/api/coaches')).json()
  const path = `/coaches/${coach.slug}`
  return (await page.request.get(path)).ok() ? [path] : []
}

function goToSection(page: Page, id: string) {
  return page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
}

async function logIn(page: Page, email: string) {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: 'levelup-demo' } })
  const { token, user } = await answer.json()
  await page.goto('/')
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('auth_token', token!)
      localStorage.setItem('user', user!)
    },
    [token, JSON.stringify(user)],
  )
  await page.reload()
}
