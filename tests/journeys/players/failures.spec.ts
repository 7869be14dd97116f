import { chooseFreeHour, openPackage, proceed } from '../book.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'

test('an unknown address is a readable 404, also without scripts', { tag: '@edge' }, async ({
  page,
  request,
  expectProblem,
}) => {
  expectProblem(/status of 404/)
  const answer = await request.get('/nowhere/at-all')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Page Not Found')
  await page.goto('/nowhere/at-all')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessible(page)
})

for (const path of ['/%E0%A4%A', '/coaches/%E0%A4%A?from=mail'])
  test(`${path} cannot be decoded and is no page either`, { tag: '@edge' }, async ({ page, expectProblem }) => {
    expectProblem(/status of 404/)
    const answer = await page.goto(path)
    expect(answer!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByRole('heading', { name: 'Level Up Your Game' })).toBeVisible()
  })

test('a damaged address is answered with a page, not with JSON', { tag: '@edge' }, async ({ page, expectProblem }) => {
  expectProblem(/status of 400/)
  const answer = await page.goto('/?game=%00')
  expect(answer!.status()).toBe(400)
  await expect(page.getByRole('heading', { name: 'This address is not readable' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Your Game' })).toBeVisible()
})

test('a server that cannot be reached empties no page: what was typed stays, and a toast says so', {
  tag: '@edge',
}, async ({ page, expectProblem }) => {
  expectProblem(/ERR_FAILED|Failed to fetch/)
  await page.goto('/login')
  // The toaster is loaded by the first press that React hears.
  await expect(async () => {
    const toaster = page.waitForResponse(/toaster/, { timeout: 1_000 })
    await page.getByLabel('Email').click()
    await toaster
  }).toPass()
  await page.getByLabel('Email').fill('player@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('player@demo.test')
})

test('an address that brings no payment claims none', { tag: '@edge' }, async ({ page }) => {
  await page.goto('/payment-success')
  await expect(page.getByRole('heading', { name: 'No payment here' })).toBeVisible()
  await expect(page.getByText('Check your e-mail')).toBeHidden()
})

test('without a network a bar says so, until it is back, and links lead to no error page', { tag: '@edge' }, async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/login')
  // The first press that React hears brings the toaster.
  await expect(async () => {
    await page.getByLabel('Email').click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached({ timeout: 500 })
  }).toPass()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByText('That page did not load', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await context.setOffline(false)
  await expect(page.getByText('You are offline. What you see may be old.')).toBeHidden()
})

test('without a network the home page stays readable to its end, and works once it is back', { tag: '@edge' }, async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  // With all that it needs, but for dialogs.
  await page.goto('/', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible()
  const faq = page.getByRole('region', { name: 'Before you ask' })
  await faq.getByText('What if I am not satisfied?').click()
  await expect(faq.getByText('100% satisfaction guarantee')).toBeVisible()
  await page.getByRole('button', { name: 'Book Now: Pro' }).click()
  await expect(page.getByRole('dialog', { name: 'Loading' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Choose your coach' })).toBeVisible()
})

test('code of a page that is gone after a new release leads to one fresh load, then to words and a way out', {
  tag: '@edge',
}, async ({ page, expectProblem }) => {
  expectProblem(/status of 404|dynamically imported module/)
  await page.route('**/assets/terms*', (route) => route.fulfill({ status: 404 }))
  await page.goto('/about')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await reloaded
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('alert')).toContainText('Part of this page did not arrive')
  await expectAccessible(page)
})

test('a dialog whose code is gone leads to one fresh load, then to words in its place on the page as it was', {
  tag: '@edge',
}, async ({ page, expectProblem }) => {
  expectProblem(/status of 404|dynamically imported module/)
  await page.route('**/assets/booking-dialog*', (route) => route.fulfill({ status: 404 }))
  await signUp(page)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Book Now: Pro' }).click()
  await reloaded
  const shell = page.getByRole('dialog', { name: 'Loading' })
  await expect(shell.getByText('Part of this page did not arrive')).toBeVisible()
  await expectAccessible(page)
  await shell.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Your Game' })).toBeVisible()
})

test('the page stays whole when what the header has for its user does not come', { tag: '@edge' }, async ({
  page,
  isMobile,
  expectProblem,
}) => {
  expectProblem(/status of 404|ERR_FAILED|dynamically imported/)
  await page.route('**/assets/site-user-entries*', (route) => route.fulfill({ status: 404 }))
  await signUp(page)
  await page.goto('/sessions')
  await expect(page.getByRole('heading', { level: 1, name: 'My Sessions' })).toBeVisible()
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
  const reload = page.getByRole('button', { name: 'Reload to see your account' })
  await expect(reload).toBeVisible()
  await page.unroute('**/assets/site-user-entries*')
  await reload.click()
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('a page that fails while it is shown offers ways out', { tag: '@edge' }, async ({ page, expectProblem }) => {
  expectProblem(/is not a function/)
  await signUp(page)
  await page.route('**/api/auth/sessions', (route) => route.fulfill({ json: {} }))
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'This page tripped over itself' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('Back goes from the checkout to the choice, then closes the dialog, then leaves the page', {
  tag: '@edge',
}, async ({ page }) => {
  await signUp(page)
  await page.goto('/terms')
  await page.goto('/')
  const dialog = await openPackage(page)
  const { time } = await chooseFreeHour(page)
  await proceed(page)
  await page.goBack()
  await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Book Now: Pro' })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('a closed dialog leaves nothing to go back through', { tag: '@edge' }, async ({ page }) => {
  await page.goto('/terms')
  await page.goto('/')
  const dialog = await openPackage(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state?.over)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('a page reloaded under the booking dialog opens it again, and is left by the first Back after it', {
  tag: '@edge',
}, async ({ page }) => {
  await page.goto('/terms')
  await page.goto('/')
  const dialog = await openPackage(page)
  await dialog.getByRole('radio', { name: /1-on-1 Basic/ }).check()
  await page.reload()
  await expect(dialog.getByRole('radio', { name: /1-on-1 Basic/ })).toBeChecked()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('a toast covers no part of an open dialog, and goes when the form is sent again', { tag: '@edge' }, async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 409/)
  await signUp(page)
  await page.route('**/api/success-stories', (route) => route.fulfill({ status: 409, json: { message: 'Not now.' } }))
  await page.getByRole('button', { name: 'Share Your Story' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Coach', { exact: true }).selectOption({ index: 1 })
  await dialog.getByLabel('Game').selectOption('fortnite')
  await dialog.getByLabel('Rank before').fill('Gold')
  await dialog.getByLabel('Rank after').fill('Diamond')
  await dialog.getByLabel('Your story').fill('From Gold to Diamond in a month.')
  await dialog.getByRole('button', { name: /share|send|submit/i }).click()
  const toast = page.getByText('Error submitting story', { exact: true })
  await expect(toast).toBeVisible()
  const toastTop = (await toast.boundingBox())!.y
  await expect.poll(async () => bottomOf(await dialog.boundingBox())).toBeLessThan(toastTop)

  await page.route('**/api/success-stories', () => {})
  await dialog.getByRole('button', { name: /share|send|submit/i }).click()
  await expect(toast).toBeHidden()
})

test('a toast stays for 5 seconds; F8 leads to it, and a swipe of 50 px to the right sends it away', {
  tag: '@edge',
}, async ({ page }) => {
  await page.clock.install()
  await page.goto('/apply-coach')
  const info = page.getByText('No account needed', { exact: true })
  await expect(info).toBeVisible()
  await page.clock.fastForward(3_500)
  await expect(info).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect(info).toBeHidden()

  await page.getByRole('button', { name: 'Submit Application' }).click()
  const toast = page.getByText('Missing information', { exact: true })
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  // From its middle: right after the first swipe it may not be quite back yet.
  const box = (await toast.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  for (const [distance, isThere] of [
    [40, true],
    [60, false],
  ] as const) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance / 2, y)
    await page.mouse.move(x + distance, y)
    await page.mouse.up()
    await expect(toast).toBeVisible({ visible: isThere })
  }
})

test('on paper the page is light', { tag: '@edge' }, async ({ page }) => {
  await page.goto('/terms')
  await page.emulateMedia({ media: 'print' })
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await expect.poll(background).toBe('rgba(0, 0, 0, 0)')
})

function bottomOf(box: { y: number; height: number } | null): number {
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}

test('what is chosen before the page’s code arrives stays chosen', { tag: '@edge' }, async ({ page }) => {
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
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await expect(page.getByText('Please select a game')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Fortnite' })).toBeChecked()
  await expect(page.getByLabel('Current rank')).toHaveValue('Unreal')
})
