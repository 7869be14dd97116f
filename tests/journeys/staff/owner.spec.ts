import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callsTo } from '../by-call.ts'
import { installClock } from '../clock.ts'
import { expect, expectAccessible, expectSentToLogIn, signUp, test } from '../fixtures.ts'
import { signUpAdmin } from '../staff.ts'

async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Rows of bookings in the database: which stand first depends on what other journeys book meanwhile. */
function realBookings(page: Page) {
  return page.getByRole('row').filter({ hasText: '@', hasNotText: 'customer1@e2e.test' })
}

/** A made-up booking as the API answers it. */
function aBooking(number: number) {
  return {
    id: `booking-${number}`,
    customerName: `Customer ${number}`,
    customerEmail: `customer${number}@e2e.test`,
    customerPhone: null,
    coachName: 'VexFlip',
    serviceName: 'Group Session',
    minutes: 60,
    sessionDate: 'TBD',
    sessionTime: 'TBD',
    zone: 'America/New_York',
    startsAt: null,
    endsAt: null,
    price: '20.00',
    refunded: '0.00',
    refundDue: '0.00',
    paymentId: null,
    status: 'cancelled',
    createdAt: '2026-01-05T15:00:00.000Z',
  }
}

test('a signed-out owner is sent to log in and comes back to the bookings', { tag: '@gate' }, async ({
  page,
  context,
  isMobile,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await expectSentToLogIn(page, '/owner')

  await logIn(page, 'owner@demo.test')
  await expect(page).toHaveURL('/owner')
  await expect(page.getByRole('heading', { level: 1, name: 'Owner Dashboard' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Welcome, Demo Owner')).toBeVisible()

  await page.getByLabel('Search').fill('player@demo.test')
  await expect(page.getByRole('row').filter({ hasText: 'rimshot@demo.test' })).toHaveCount(0)
  const booking = page.getByRole('row').filter({ hasText: 'player@demo.test' }).filter({ hasText: 'Call' }).first()
  await expect(booking).toContainText(/\$\d+\.00/)
  await expect(booking).toContainText(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/)
  await expect(page.getByText('Business time (New York)', { exact: true })).toHaveCount(1)
  await expect(booking.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:\+1212555\d{4}$/)
  await expect(page.getByRole('row').filter({ hasText: 'No phone provided' }).first()).toBeVisible()

  await expect(page.getByRole('tab', { name: /^Admin Bookings \d+$/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab')).toHaveText([
    /^Admin Bookings\d+$/,
    /^Messages\d+(\d+ waiting)?$/,
    /^Contacts\d+$/,
    /^Ratings\d+$/,
    /^Stories\d+$/,
  ])
  // Each room stands once: the tabs here, the others in the rail.
  if (!isMobile)
    for (const tab of ['Messages', 'Contacts', 'Ratings', 'Stories'])
      await expect(page.getByRole('link', { name: tab, exact: true })).toHaveCount(0)

  await booking.getByRole('button', { name: /^Copy payment id pi_/ }).click()
  const copied = page.getByText('Payment id copied', { exact: true })
  await expect(copied).toBeVisible()
  if (!isMobile) {
    const logout = (await page.getByRole('button', { name: 'Logout' }).boundingBox())!
    expect((await copied.boundingBox())!.x).toBeGreaterThan(logout.x + logout.width)
  }
  expect(await booking.textContent()).toContain(await page.evaluate(() => navigator.clipboard.readText()))
  await expectAccessible(page)
})

test('an admin who is no owner sees the bookings, and new ones when the screen opens again', { tag: '@gate' }, async ({
  page,
}) => {
  await page.goto('/login?next=/owner')
  await logIn(page, 'admin@demo.test')
  await expect(page.getByRole('main').getByText('Welcome, Demo Admin')).toBeVisible()
  await expect(realBookings(page).first()).toBeVisible()

  await page.getByRole('link', { name: 'Level Up, home' }).click()
  await expect(page).toHaveURL('/')
  await page.route('**/api/bookings*', (route) =>
    route.fulfill({ json: [aBooking(1)], headers: { 'x-total-count': '1' } }),
  )
  await page.goBack()
  await expect(page.getByRole('tab')).toHaveCount(1)
  await expect(page.getByRole('tab', { name: 'Admin Bookings 1', exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'customer1@e2e.test' })).toContainText('TBD')

  await page.unroute('**/api/bookings*')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(realBookings(page).first()).toBeVisible()
})

test('a player is refused', { tag: '@gate' }, async ({ page, expectProblem }) => {
  expectProblem(/status of 403/)
  await signUp(page)
  await page.goto('/owner')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText('You need owner privileges to access this dashboard.')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expectAccessible(page)
})

test('staff whose role was taken meanwhile read that Admin Bookings are for admins', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 403/)
  const json = { message: 'Admin Access Required' }
  await page.route('**/api/bookings*', (route) => route.fulfill({ status: 403, json }))
  await page.goto('/login?next=/owner')
  await logIn(page, 'admin@demo.test')
  const panel = page.getByRole('tabpanel', { name: 'Admin Bookings' })
  await expect(panel.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
})

test('a session the server no longer knows leads to the login page', async ({ page, expectProblem }) => {
  expectProblem(/status of 401/)
  await signUp(page)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('auth_token', 'long gone'))
  await expectSentToLogIn(page, '/owner')
})

test('no bookings, more than a hundred, and a failure with a way out', async ({ page, expectProblem }) => {
  expectProblem(/status of 503|^503 /)
  await page.route('**/api/bookings*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Back in a minute.' } }),
  )
  await page.goto('/login?next=/owner')
  await logIn(page, 'owner@demo.test')
  await expect(page.getByRole('alert').filter({ hasText: 'Back in a minute.' })).toBeVisible()

  await page.route('**/api/bookings*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No Bookings Yet' })).toBeVisible()
  await expectAccessible(page)

  await page.route('**/api/bookings*', (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get('cursor') === 'further'
    const json = isSecond ? [aBooking(101)] : Array.from({ length: 100 }, (_, i) => aBooking(i + 1))
    const link = isSecond ? '' : '</api/bookings?cursor=further>; rel="next"'
    return route.fulfill({ json, headers: { 'x-total-count': '101', link } })
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Showing 100 of 101')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'customer101@e2e.test' })).toHaveCount(0)
  // Scrolling to the end brings the rest; rows far away are not in the document.
  await expect(async () => {
    await page.mouse.wheel(0, 5000)
    await expect(page.getByRole('row').filter({ hasText: 'customer101@e2e.test' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByText('Showing 101 of 101')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'customer1@e2e.test' })).toHaveCount(0)
})

test('search, filters, the way back, and a file of what was found', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/login?next=/owner')
  await logIn(page, 'owner@demo.test')
  await page.getByLabel('Search').fill('NachoBoost')
  await expect(page.getByRole('row').filter({ hasText: 'player@demo.test' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'nachoboost@demo.test' }).first()).toBeVisible()
  const more = page.getByRole('button', { name: 'Filters', exact: true })
  if (await more.isVisible()) await more.click()
  await page.getByLabel('Status').selectOption('Completed')
  await expect(page.getByRole('row').filter({ hasText: 'Confirmed' })).toHaveCount(0)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^level-up-bookings-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  await expect(page.getByText(`Showing ${lines.length - 1} of ${lines.length - 1}`)).toBeVisible()

  await page.getByLabel('Search').fill('nobody like this')
  await expect(page.getByRole('heading', { name: 'No booking fits' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(realBookings(page).first()).toBeVisible()

  await page.getByRole('tab', { name: /^Stories/ }).click()
  await expect(page).toHaveURL('/owner?tab=stories')
  await page.reload()
  await expect(page.getByRole('tab', { name: /^Stories/ })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('tab', { name: /^Admin Bookings/ })).toHaveAttribute('aria-selected', 'true')
})

test('a booking kept after all leads back to its row', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token, email } = await outside.signUp('Kept After All')
  await outside.book(token, 'VexFlip')
  await page.goto('/login?next=/owner')
  await logIn(page, 'owner@demo.test')
  await page.getByLabel('Search').fill(email)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const row = page.getByRole('button', { name: 'Kept After All' })
  await row.press('Enter')
  await page.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await page.getByRole('button', { name: 'Keep booking' }).press('Enter')
  // The keyboard goes on in the dialog that takes the place of the other.
  await expect(page.getByRole('dialog', { name: 'Kept After All' }).locator(':focus')).toBeVisible()
  // Radix hears Escape a moment after it has moved the focus, sooner than anybody but a test could press it.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 5_000 })
  }).toPass()
  await expect(row).toBeFocused()
  // Two dialogs in turn, and nothing of them left to go back through.
  await expect.poll(() => page.evaluate(() => history.state?.over)).toBeUndefined()
})

test.describe('an owner whose clock is another one', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('rooms are on the business’s clock until one chooses one’s own', async ({ page }) => {
    await signUpAdmin(page, 'Nightowl', { isOwner: true })
    await installClock(page, '2026-01-15T20:22:00-05:00')
    await page.goto('/owner')
    await expect(page.getByText('as of 8:22 PM')).toBeVisible()
    await page.getByRole('button', { name: 'My time (Berlin)' }).click()
    await expect(page.getByText('as of 2:22 AM')).toBeVisible()

    await page.goto('/today')
    await expect(page.getByText('Friday, January 16, 2026')).toBeVisible()
    await page.getByRole('button', { name: 'Business time (New York)' }).click()
    await expect(page.getByText('Thursday, January 15, 2026')).toBeVisible()
    await page.getByRole('button', { name: 'My time (Berlin)' }).click()

    await page.goto('/owner?tab=health')
    await expect(page.getByText(/running since .+ GMT\+[12]\./)).toBeVisible()

    await page.goto('/owner?tab=money')
    await expect(page.getByRole('button', { name: 'My time (Berlin)' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByLabel('Day (New York time)')).toHaveValue('2026-01-15')
    await page.getByRole('button', { name: 'Business time (New York)' }).click()
    await expect(page.getByRole('button', { name: 'My time (Berlin)' })).toHaveAttribute('aria-pressed', 'false')
    await expectAccessible(page)
  })
})
