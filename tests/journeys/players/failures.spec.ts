import type { Page, Route } from '@playwright/test'
import { chooseFreeHour, openPackage, proceed } from '../book.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { takenOver } from '../hydrated.ts'

test('an unknown address is a readable 404, also without scripts', async ({ page, request, expectProblem }) => {
  expectProblem(/status of 404/)
  const answer = await request.get('/nowhere/at-all')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Page Not Found')
  await page.goto('/nowhere/at-all')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessible(page)
})

for (const path of ['/%E0%A4%A', '/coaches/%E0%A4%A?from=mail'])
  test(`${path} cannot be decoded and is no page either`, async ({ page, expectProblem }) => {
    expectProblem(/status of 404/)
    const answer = await page.goto(path)
    expect(answer!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByRole('heading', { name: 'Level Up Your Game' })).toBeVisible()
  })

test('a damaged address is answered with a page, not with JSON', async ({ page, expectProblem }) => {
  expectProblem(/status of 400/)
  const answer = await page.goto('/?game=%00')
  expect(answer!.status()).toBe(400)
  await expect(page.getByRole('heading', { name: 'This address is not readable' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Your Game' })).toBeVisible()
})

test('a server that cannot be reached empties no page: what was typed stays, and a toast says so', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|Failed to fetch/)
  await page.goto('/login')
  await bringToaster(page)
  await page.getByLabel('Email').fill('player@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('player@demo.test')
})

test('an address that brings no payment claims none', async ({ page }) => {
  await page.goto('/payment-success')
  await expect(page.getByRole('heading', { name: 'No payment here' })).toBeVisible()
  await expect(page.getByText('Check your e-mail')).toBeHidden()
})

test('without a network a bar says so, until it is back, and links lead to no error page', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/login')
  await bringToaster(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByText('That page did not load', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await context.setOffline(false)
  await expect(page.getByText('You are offline. What you see may be old.')).toBeHidden()
})

test('without a network the home page stays readable to its end, and works once it is back', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  // With all that it needs, but for dialogs.
  await page.goto('/')
  await takenOver(page)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible()
  const faq = page.getByRole('region', { name: 'Before you ask' })
  await faq.getByText('What if I am not satisfied?').click()
  await expect(faq.getByText('100% satisfaction guarantee')).toBeVisible()
  await page.getByRole('button', { name: 'Book Now: Pro' }).click()
  await expect(page.getByRole('alert')).toHaveText('You are offline. This works as soon as your connection is back.')
  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Choose your coach' })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // What is on the screen already listens, and only the dialog's code is missing.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'View Demo Session' }).first().click()
  await expect(page.getByRole('dialog').getByText('You are offline', { exact: true })).toBeVisible()
})

test('without a network, or without an answer, Proceed says why nothing happens and keeps the choice', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  const { time } = await chooseFreeHour(page)
  await context.setOffline(true)
  await expect(dialog.getByRole('alert')).toContainText('You are offline')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog).toHaveAccessibleName('Choose your coach')
  await context.setOffline(false)
  await expect(dialog.getByRole('alert')).toBeHidden()
  await page.route('**/api/create-payment-intent', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We could not reach the server.')
  await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked()
  await page.unroute('**/api/create-payment-intent')
  await proceed(page)
})

test('code of a page that is gone after a new release leads to one fresh load, then to words and a way out', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 404|dynamically imported module/)
  // Not the terms of sale, which other pages need.
  await page.route(/\/assets\/terms-[\w-]{7}\.js$/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/about')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await reloaded
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('alert')).toContainText('Part of this page did not arrive')
  await expectAccessible(page)
})

test('a dialog whose code is gone leads to one fresh load, then to words in its place on the page as it was', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 404|dynamically imported module/)
  await page.route('**/assets/booking-dialog*', (route) => route.fulfill({ status: 404 }))
  await signUp(page)
  await page.goto('/')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Book Now: Pro' }).click()
  await reloaded
  const shell = page.getByRole('dialog', { name: 'Choose your coach' })
  await expect(shell.getByText('Part of this page did not arrive')).toBeVisible()
  await expectAccessible(page)
  await shell.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Your Game' })).toBeVisible()
})

const missing: Record<string, (route: Route) => unknown> = {
  'does not come': (route) => route.fulfill({ status: 404 }),
  'comes too late': () => {},
}
for (const [how, answer] of Object.entries(missing))
  test(`the page stays whole when what the header has for its user ${how}`, async ({
    page,
    isMobile,
    expectProblem,
  }) => {
    expectProblem(/status of 404|ERR_FAILED|dynamically imported/)
    await page.clock.install()
    await page.route('**/assets/site-user-entries*', answer)
    await signUp(page)
    await page.goto('/')
    const asked = page.waitForRequest('**/assets/site-user-entries*')
    await page.goto('/sessions')
    await expect(page.getByRole('heading', { level: 1, name: 'My Sessions' })).toBeVisible()
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
    await asked
    await page.clock.fastForward(10_000)
    const reload = page.getByRole('button', { name: 'Reload to see your account' })
    await expect(reload).toBeVisible()
    await page.unroute('**/assets/site-user-entries*')
    await reload.click()
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })

test('a page that fails while it is shown offers ways out', async ({ page, expectProblem }) => {
  expectProblem(/is not a function/)
  await signUp(page)
  await page.goto('/')
  await page.route('**/api/auth/sessions', (route) => route.fulfill({ json: {} }))
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'This page tripped over itself' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('what is chosen before the page’s code arrives stays chosen', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/entry-client*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/apply-coach')
  await page.getByLabel('Current rank').fill('Unreal')
  await page.getByRole('radio', { name: 'Fortnite' }).check()
  release()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription(/^Please enter your name/)
  await expect(page.getByText('Please select a game')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Fortnite' })).toBeChecked()
  await expect(page.getByLabel('Current rank')).toHaveValue('Unreal')
})

/** The first press that React hears brings the toaster. */
const bringToaster = (page: Page) =>
  expect(async () => {
    await page.getByLabel('Email').click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached({ timeout: 2_000 })
  }).toPass()

test('a page is changed over to also when the window changes its size meanwhile', async ({ page }) => {
  await page.exposeFunction('changeSize', () => page.setViewportSize({ width: 500, height: 500 }))
  await page.goto('/')
  // Until React listens a link is the browser's.
  await expect(page.getByText(/Next free hour: .+\d+:00 [AP]M/)).toBeVisible()
  await page.evaluate(() => {
    const { changeSize } = window as unknown as { changeSize(): Promise<void> }
    const begin = document.startViewTransition.bind(document)
    document.startViewTransition = (change) => {
      const transition = begin(change)
      void changeSize()
      // The next frame, with which the transition begins, has the new size.
      const began = performance.now()
      while (performance.now() - began < 300);
      return Object.assign(window, { transition }).transition
    }
  })
  await page.getByRole('link', { name: 'Terms' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await page.evaluate(async () => {
    await (window as unknown as { transition: ViewTransition }).transition.finished
    await new Promise(requestAnimationFrame)
  })
})
