import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, expectSentToLogIn, signUp, test } from '../fixtures.ts'

async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Rows of bookings in the database: which stand first depends on what other journeys book meanwhile. */
function realBookings(page: Page) {
  return page.getByRole('row').filter({ hasText: '@', hasNotText: 'customer1@e2e.test' })
}

/** A made-up coach as the owner's API answers it. */
function aCoach(name: string) {
  return {
    ...{ id: name, slug: name, name, title: 'Aim coach', description: 'Calm and clear.', gameExpertise: 'fortnite' },
    ...{
      currentRank: 'Unreal',
      isActive: true,
      averageRating: '4.80',
      accountEmail: 'pilot@e2e.test',
      missing: [],
      sessionsAhead: 1,
    },
  }
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
    paymentId: null,
    status: 'cancelled',
    createdAt: '2026-01-05T15:00:00.000Z',
  }
}

test('a signed-out owner is sent to log in and comes back to the bookings', async ({ page, context }) => {
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
  await expect(booking).toContainText('(New York time)')
  await expect(booking.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:\+1212555\d{4}$/)
  await expect(page.getByRole('row').filter({ hasText: 'No phone provided' }).first()).toBeVisible()

  await expect(page.getByRole('tab', { name: /^Admin Bookings \d+$/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab')).toHaveText([
    /^Admin Bookings\d+$/,
    /^Messages\d+$/,
    /^Contacts\d+$/,
    /^Ratings\d+$/,
    /^Stories\d+$/,
    /^Money/,
    'Coaches',
    'Roles',
    'Audit',
  ])

  await booking.getByRole('button', { name: /^Copy payment id pi_/ }).click()
  await expect(page.getByText('Payment id copied', { exact: true })).toBeVisible()
  expect(await booking.textContent()).toContain(await page.evaluate(() => navigator.clipboard.readText()))
  await expectAccessible(page)
})

test('an admin who is no owner sees the bookings, and new ones when the screen opens again', async ({ page }) => {
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

test('a player is refused', async ({ page, expectProblem }) => {
  expectProblem(/status of 403/)
  await signUp(page)
  await page.goto('/owner')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText('You need owner privileges to access this dashboard.')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expectAccessible(page)
})

test('a session the server no longer knows leads to the login page', { tag: '@edge' }, async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 401/)
  await signUp(page)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('auth_token', 'long gone'))
  await expectSentToLogIn(page, '/owner')
})

test('no bookings, more than a hundred, and a failure with a way out', { tag: '@edge' }, async ({
  page,
  expectProblem,
}) => {
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
    await expect(page.getByRole('row').filter({ hasText: 'customer101@e2e.test' })).toBeVisible({ timeout: 300 })
  }).toPass()
  await expect(page.getByText('Showing 101 of 101')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'customer1@e2e.test' })).toHaveCount(0)
})

test('search, filters, the way back, and a file of what was found', async ({ page }) => {
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

test('of many coaches a page is shown, the rest on demand, and one is found by name', { tag: '@edge' }, async ({
  page,
}) => {
  const names = Array.from({ length: 51 }, (_, i) => `Pilot ${String(i + 1).padStart(2, '0')}`)
  await page.route('**/api/owner/coaches*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const found = names.filter((name) => name.includes(query.get('q') ?? ''))
    const json = (query.has('cursor') ? found.slice(50) : found.slice(0, 50)).map(aCoach)
    const link = found.length > 50 && !query.has('cursor') ? '</api/owner/coaches?cursor=further>; rel="next"' : ''
    return route.fulfill({ json, headers: { 'x-total-count': String(found.length), link } })
  })
  await page.goto('/login?next=/owner?tab=coaches')
  await logIn(page, 'owner@demo.test')
  const entries = page.getByRole('list', { name: 'Coaches' }).getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(page.getByText('51 coaches', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(entries).toHaveCount(51)
  await expect(entries.last()).toContainText('1 session ahead, 4.80/5, pilot@e2e.test')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  const field = page.getByLabel('Find a coach')
  await field.fill('Pilot 07')
  await expect(entries).toHaveText([/^Pilot 07/])
  await expect(page.getByText('1 coach found', { exact: true })).toBeVisible()
  await field.fill('nobody')
  await expect(page.getByRole('heading', { name: 'No coach has this name or e-mail' })).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('')
  await expect(page.getByText('51 coaches', { exact: true })).toBeVisible()
})

test('a booking kept after all leads back to its row', { tag: '@edge' }, async ({ page, baseURL }) => {
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
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(row).toBeFocused()
  // Two dialogs in turn, and nothing of them left to go back through.
  await expect.poll(() => page.evaluate(() => history.state?.over)).toBeUndefined()
})

test.describe('an owner whose clock is another one', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' })

  test('the bookings say by the business’s clock how fresh they are', { tag: '@edge' }, async ({ page }) => {
    await page.clock.setFixedTime('2026-01-15T04:22:00-05:00')
    await page.goto('/login?next=/owner')
    await logIn(page, 'owner@demo.test')
    await expect(page.getByText('as of 4:22 AM (New York time)')).toBeVisible()
  })
})
