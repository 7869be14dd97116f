import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, logIn, signUp, test } from '../fixtures.ts'
import { holdSession } from '../hold-session.ts'
import { hydrated } from '../hydrated.ts'

test('of the four questions one is open at a time, by keyboard too', { tag: '@gate' }, async ({ page }) => {
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

test('the demo session plays, by keyboard', async ({ page }) => {
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

test('the demo session goes in steps for visitors who want less motion', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'View Demo Session' }).last().click()
  const slider = page.getByRole('slider', { name: 'Minute of the session' })
  await expect(slider).toHaveValue('0')
  await expect(slider).toHaveValue('10')
})

test('a phone shows all sections in their order on 11,000 px, and the first coach within two screens', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Two games, one way up',
    'What one hour looks like',
    'Meet our elite coaches',
    'Pick your step',
    'Players who climbed',
    'Success stories',
    'Before you ask',
    'Your next rank starts here',
  ])
  await hydrated(page)
  const coaches = page.getByRole('region', { name: 'Meet our elite coaches' })
  await expect(coaches.getByText(/\w{3}, \w{3} \d+, \d+:00 [AP]M/).first()).toBeVisible()
  const cards = await coaches.getByRole('article').evaluateAll((all) =>
    all.map((card) => {
      const { top, height } = card.getBoundingClientRect()
      return { top: top + scrollY, height }
    }),
  )
  expect(cards[0]!.top).toBeLessThanOrEqual(2 * 844)
  expect(Math.max(...cards.slice(0, 6).map(({ height }) => height))).toBeLessThanOrEqual(350)
  const chip = await coaches.getByRole('link', { name: 'Air dribbles' }).boundingBox()
  expect(Math.min(chip!.width, chip!.height)).toBeGreaterThanOrEqual(44)
  // Other journeys publish coaches of their own; the demo's are six.
  const added = cards.at(-1)!.top - cards[5]!.top
  const { scrollWidth, scrollHeight } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return { scrollWidth, scrollHeight }
  })
  expect(scrollHeight - added).toBeLessThanOrEqual(11_000)
  expect(scrollWidth, 'rows to swipe leave the page as wide as it is').toBe(390)
})

test('on a phone the keyboard swipes through the packages, and a coach’s card says more when asked', async ({
  page,
}) => {
  await page.goto('/')
  await hydrated(page)
  const elite = page.getByRole('heading', { name: 'Elite', exact: true })
  await page.getByRole('group', { name: 'Packages' }).focus()
  await expect(elite).not.toBeInViewport()
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(elite).toBeInViewport({ timeout: 1_000 })
  }).toPass()

  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'VexFlip' }) })
  const heightOf = () => card.getByText(/^Turns whiffed aerials/).evaluate((text) => text.clientHeight)
  const clamped = await heightOf()
  await card.getByRole('button', { name: 'More about VexFlip' }).click()
  await expect(card.getByRole('button', { name: 'Less about VexFlip', expanded: true })).toBeVisible()
  expect(await heightOf()).toBeGreaterThan(clamped)
})

test('the buttons of the first screen and the services lead to the contact section', async ({ page }) => {
  for (const name of ['Start Coaching Now', 'Start RL Coaching', 'Start Fortnite Coaching']) {
    await page.goto('/')
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name: 'Your next rank starts here' })).toBeInViewport()
  }
})

test('the first screen says what it costs and the next free hour, and to who is signed in what comes next', {
  tag: '@gate',
}, async ({ page, baseURL }) => {
  const news = page.getByRole('region', { name: 'Level Up Your Game' })
  await page.goto('/')
  await expect(news).toContainText(/Sessions from \$15\. Next free hour: .+ with \w+/)

  const { token } = await signUp(page, 'Rimshot')
  await page.goto('/')
  await expect(news).toContainText('Welcome, Rimshot. Your first hour is one choice away.')
  await expect(news.getByRole('link', { name: 'See free hours' })).toHaveAttribute('href', '#contact')
  const moved = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          done(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(done, 500, 0)
      }),
  )
  expect(moved).toBeLessThanOrEqual(0.05)

  const outside = callsTo(baseURL!)
  const bookingId = await outside.book(token, 'DualShift')
  await page.reload()
  await expect(news).toContainText(/Next up: .+, in .+1-on-1 Basic Session with DualShift/)
  await expect(news.getByRole('link', { name: 'Open session' })).toHaveAttribute('href', /^\/sessions\/[\w-]{36}$/)
  await news.getByRole('link', { name: 'Say what to fix' }).click()
  await page.getByRole('dialog').getByLabel('What holds you back?').fill('I whiff aerials.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/')
  await expect(news.getByRole('link', { name: 'Change what you said' })).toHaveAttribute('href', /prepare=/)
  await expect(news.getByRole('link', { name: 'Say what to fix' })).toHaveCount(0)

  await holdSession(bookingId)
  await page.goto('/')
  await expect(news).toContainText('Last time: 1-on-1 Basic Session with DualShift. Keep climbing?')
  await expect(news.getByRole('button', { name: /^Rate/ })).toBeVisible()
  await news.getByRole('button', { name: 'Book DualShift again' }).click()
  const dialog = page.getByRole('dialog', { name: 'DualShift' })
  await expect(dialog.getByRole('radio', { name: /^1-on-1 Basic Session/ })).toBeChecked()
})

test('coaches and the team read on the first screen what waits for them', async ({ page }) => {
  const rooms = {
    'coach@demo.test': '/coach-dashboard',
    'owner@demo.test': '/today',
    'admin@demo.test': '/today',
  }
  for (const [email, room] of Object.entries(rooms)) {
    await logIn(page, email, '/')
    const news = page.getByRole('region', { name: 'Level Up Your Game' })
    await expect(news).toContainText(/\d+ sessions? today, \d+ waiting for you/)
    await news.getByRole('link', { name: 'Open' }).click()
    await expect(page).toHaveURL(room)
    // The next log-in ends this one: no page of ours may be open then.
    await page.goto('/robots.txt')
    await page.evaluate(() => localStorage.clear())
  }
})

test('the page is shown before React is asked for', async ({ page }) => {
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

test('a page that somebody waits for names all files that its code begins with, the home page none', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0)
  await page.goto('/login')
  const named = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const file of ['entry-client', 'vendor', 'site', 'rooms'])
    expect(named, file).toContainEqual(expect.stringMatching(`^/assets/${file}-`))
})
