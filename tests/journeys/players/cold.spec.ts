import type { Page, Route } from '@playwright/test'
import { chooseFreeHour, openPackage } from '../book.ts'
import { expect, signUp, test } from '../fixtures.ts'

// As strangers come: to the home page, which they have not scrolled, and from there by what they can press.

const entries = {
  Services: 'Two games, one way up',
  Coaches: 'Meet our elite coaches',
  Pricing: 'Pick your step',
  Reviews: 'Players who climbed',
  Contact: 'Your next rank starts here',
}
const headings = [...Object.values(entries), 'What one hour looks like', 'Success stories', 'Before you ask']

test('a player who signs up from the header finds the whole home page, and every entry leads to its section', async ({
  page,
}) => {
  await page.goto('/')
  await press(page, 'Sign Up')
  // The home page has a form, too.
  await expect(page).toHaveURL('/signup')
  await page.getByLabel('Full name').fill('Cold Climber')
  await page.getByLabel('Email').fill(`cold-${crypto.randomUUID()}@e2e.test`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password').fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Account Created', { exact: true })).toBeVisible()
  await expectWhole(page)
  await page.getByRole('link', { name: 'Start Coaching Now' }).click()
  await expect(page.getByRole('heading', { name: entries.Contact })).toBeInViewport()
  for (const [entry, heading] of Object.entries(entries)) {
    await press(page, entry)
    await expect(page.getByRole('heading', { name: heading })).toBeInViewport()
  }
})

test('a player who logs in from the header finds the whole home page, and after logging out again', {
  tag: ['@gate', '@both-widths'],
}, async ({ page }) => {
  await page.goto('/')
  await press(page, 'Login')
  await logIn(page)
  await expectWhole(page)
  await press(page, 'My Sessions')
  await expect(page.getByRole('heading', { name: 'My Sessions', level: 1 })).toBeVisible()
  await press(page, 'Logout', 'button')
  await expectWhole(page)
})

test('a player who logs in from the header of another page comes back to it', async ({ page }) => {
  await page.goto('/coaches/vexflip')
  await press(page, 'Sign Up')
  await expect(page).toHaveURL('/signup?next=%2Fcoaches%2Fvexflip')
  await page.goBack()
  await press(page, 'Login')
  await logIn(page)
  await expect(page).toHaveURL('/coaches/vexflip')
})

test('Back from the login and from the footer’s pages leads to the whole home page, where one was', async ({
  page,
}) => {
  await page.goto('/')
  await press(page, 'Login')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.goBack()
  await expectWhole(page)

  await page.goto('/')
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
  await terms.click()
  await expect(page).toHaveURL('/terms')
  await page.goBack()
  await expectWhole(page)
  await expect(terms).toBeInViewport()
})

test('without motion a pressed section is there at once', async ({ page }) => {
  await page.goto('/')
  const [scrolled] = await Promise.all([positionsUntilScrolled(page), press(page, 'Reviews')])
  expect(scrolled.length, `the page jumps: ${scrolled}`).toBeLessThan(3)
  await expect(page.getByRole('heading', { name: entries.Reviews })).toBeInViewport()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a page opened by keyboard from far below stands at its top, and Back leads to where one was', async ({
    page,
  }) => {
    await signUp(page)
    await page.goto('/sessions')
    await expect(page.getByRole('button', { name: /^Book this hour/ }).first()).toBeVisible()
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
    // The page still scrolls to the link when it is pressed.
    await terms.focus()
    await terms.press('Enter')
    await expect(page).toHaveURL('/terms')
    await expect(page.getByRole('main')).toBeFocused()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(terms).toBeInViewport()
  })

  test('the page glides to a section whose link is pressed', async ({ page }) => {
    await page.goto('/')
    const [scrolled] = await Promise.all([positionsUntilScrolled(page), press(page, 'Reviews')])
    expect(scrolled.length).toBeGreaterThan(3)
    await expect(page.getByRole('heading', { name: entries.Reviews })).toBeInViewport()
  })
})

test('a player who logs in to book and then cancels finds the whole home page behind the dialog', async ({ page }) => {
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Login Required', { exact: true })).toBeVisible()
  await logIn(page)
  await expect(dialog).toHaveAccessibleName('Complete Payment')
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expectWhole(page)
})

test('a dialog whose code fails once opens after one fresh load by itself', async ({ page, expectProblem }) => {
  expectProblem(/status of 404|dynamically imported module/)
  await signUp(page)
  await page.goto('/')
  await page.route('**/assets/booking-dialog*', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await openPackage(page)
  await expect(page.getByRole('dialog', { name: 'Choose your coach' })).toBeVisible()
})

test('a dialog whose code does not come opens a shell at once, says so, and opens after a reload', async ({ page }) => {
  await page.clock.install()
  await signUp(page)
  await page.goto('/')
  const answerAgain = await stall(page, '**/assets/booking-dialog*')
  await openPackage(page)
  const shell = page.getByRole('dialog', { name: 'Choose your coach', description: '' })
  await expect(shell.getByRole('status')).toHaveText('Loading')
  await expect(shell).toContainText('Pro Session')
  await page.goBack()
  await expect(shell).toBeHidden()
  await expect(page.getByRole('button', { name: 'Book Now: Pro' })).toBeFocused()
  await openPackage(page)
  await page.keyboard.press('Escape')
  await expect(shell).toBeHidden()
  await openPackage(page)
  await expect(shell).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(shell.getByText('Part of this page did not arrive')).toBeVisible()
  const close = shell.getByRole('button', { name: 'Close' })
  const reload = shell.getByRole('button', { name: 'Reload' })
  // The page behind it is not reached by the keyboard.
  for (const key of ['Tab', 'Shift+Tab']) {
    await expect(close).toBeFocused()
    await page.keyboard.press(key)
    await expect(reload).toBeFocused()
    await page.keyboard.press(key)
  }
  answerAgain()
  await reload.click()
  await expect(page.getByRole('dialog', { name: 'Choose your coach' })).toBeVisible()
})

test('a page whose code does not come is asked of the server, which says what is missing', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  // Until React listens a link is the browser's.
  await expect(page.getByText(/Next free hour: .+\d+:00 [AP]M/)).toBeVisible()
  await stall(page, '**/assets/terms*')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-going')
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('alert')).toContainText('Part of this page did not arrive')
})

test('a button pressed before the page listens shows that it was heard, and is told when the code does not come', async ({
  page,
}) => {
  await page.clock.install()
  const answerAgain = await stall(page, '**/assets/home*')
  await page.goto('/')
  const book = page.getByRole('button', { name: 'Book Now: Pro' })
  await book.click()
  await expect(book).toHaveAttribute('data-heard')
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('alert')).toContainText('Part of this page did not arrive')
  answerAgain()
  const loaded = page.waitForEvent('load')
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click()
  await loaded
  await expect(page.getByRole('alert')).toBeHidden()
  await openPackage(page)
  await expect(page.getByRole('dialog', { name: 'Choose your coach' })).toBeVisible()
})

test('a button pressed before any file of code has come does its work once they are there', async ({ page }) => {
  await page.route('**/*.js', () => {})
  await page.goto('/coaches/vexflip', { waitUntil: 'commit' })
  const book = page.getByRole('button', { name: /^Book Session/ }).first()
  await book.click()
  await expect(book).toHaveAttribute('data-heard')
  // Those that wait go on.
  await page.unroute('**/*.js')
  await expect(page.getByRole('dialog', { name: 'VexFlip' })).toBeVisible()
})

const failures: Record<string, (route: Route) => unknown> = {
  fails: (route) => route.abort(),
  stalls: () => {},
}
for (const [how, answer] of Object.entries(failures))
  test(`a page whose first script ${how} says so without any script, and works after a reload`, async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/ERR_FAILED/)
    const answerAgain = await stall(page, '**/assets/index*.js', answer)
    await page.goto('/', { waitUntil: 'commit' })
    const notice = page.getByText('Part of this page did not arrive.')
    await expect(notice).toBeHidden()
    await notice.evaluate((element) => {
      for (const animation of element.getAnimations()) animation.finish()
    })
    await expect(notice).toBeVisible()
    answerAgain()
    const loaded = page.waitForEvent('load')
    await notice.getByRole('link', { name: 'Reload the page' }).click()
    await loaded
    await openPackage(page)
    await expect(page.getByRole('dialog', { name: 'Choose your coach' })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

/** Requests for that are not answered, or otherwise. Returns what to call so that later ones are. */
async function stall(page: Page, url: string, answer: (route: Route) => unknown = () => {}) {
  let isStalled = true
  await page.route(url, (route) => (isStalled ? answer(route) : route.continue()))
  return () => {
    isStalled = false
  }
}

async function expectWhole(page: Page) {
  await expect(page).toHaveURL(/\/(#\w+)?$/)
  for (const name of headings) await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
}

/** The different heights a page stands at until it has scrolled. */
function positionsUntilScrolled(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const seen = new Set<number>()
        let isOver = false
        const look = () => {
          seen.add(scrollY)
          if (isOver) done([...seen])
          else requestAnimationFrame(look)
        }
        addEventListener('scrollend', () => {
          isOver = true
        })
        look()
      }),
  )
}

/** Presses an entry of the header, which phones have in a menu. */
async function press(page: Page, name: string, role: 'link' | 'button' = 'link') {
  const header = page.getByRole('banner')
  const menu = header.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await header.getByRole(role, { name, exact: true }).filter({ visible: true }).click()
}

async function logIn(page: Page) {
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill('player@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Login Successful', { exact: true })).toBeVisible()
}
