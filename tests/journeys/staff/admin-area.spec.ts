import { admin, logInFor, said, sentTo } from '../demo-admin.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { logOutOfRooms, signUpAdmin } from '../staff.ts'

test('the admin area: bookings, a thread, a reload, and the way out', async ({ page, context, expectProblem }) => {
  await logInFor(page, '/sessions')
  await page.goto('/admin')
  // It is filled for who is logged in.
  await expect(page.getByLabel('Admin email')).toHaveValue(admin.email)
  await page.getByLabel('Admin email').fill('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(said(page, 'Missing Information')).toBeVisible()
  await expect(said(page, 'Please enter both email and name.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Admin email').fill(admin.email)
  await page.getByLabel('Name', { exact: true }).fill(admin.name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(said(page, 'Admin Login Successful')).toBeVisible()
  await expectAccessible(page)

  // By the keyboard alone, as on a desk.
  const booking = page.getByRole('list', { name: 'Recent bookings' }).getByRole('button').nth(2)
  await booking.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/booking=/)
  await expect(page.getByRole('region', { name: /^Booking of/ })).toBeFocused()
  const content = `Answer ${Math.random()}`
  await page.getByLabel('Your message').fill(content)
  await page.keyboard.press('Enter')
  await expect(said(page, 'Message Sent')).toBeVisible()
  // The stored e-mail alone keeps it open.
  await page.evaluate(() => localStorage.removeItem('adminName'))
  await page.reload()
  await expect(page.getByRole('log').getByText(content)).toBeVisible()
  await expect(page.getByText(`Logged in as ${admin.email}`)).toBeVisible()
  await expectAccessible(page)

  await page.evaluate(() => localStorage.removeItem('auth_token'))
  await context.clearCookies()
  expectProblem(/status of 401/)
  await page.reload()
  await expect(page.getByText('Your admin session has ended.')).toBeVisible()
  await expect(page.getByLabel('Admin email')).toHaveValue(admin.email)
})

test('the admin area is listed among the devices, and ends there or with logging out of the account', async ({
  page,
  isMobile,
  expectProblem,
}) => {
  expectProblem(/status of 401/)
  const { email } = await signUpAdmin(page, 'Leaving Admin')
  await page.goto('/admin')
  await expect(page.getByLabel('Admin email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('list', { name: 'Recent bookings' })).toBeVisible()

  await page.goto('/account')
  const devices = page.getByRole('region', { name: 'Logged in on' })
  const area = devices.getByRole('listitem').filter({ hasText: 'admin area' })
  await expectAccessible(page)
  await area.getByRole('button', { name: /^End the session on .*, admin area$/ }).click()
  await expect(area).toHaveCount(0)

  // The account's own session is an admin's, too, until it ends.
  await page.goto('/admin')
  await expect(page.getByRole('list', { name: 'Recent bookings' })).toBeVisible()
  await logOutOfRooms(page, isMobile)
  await expect(page.getByLabel('Admin email')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Admin email')).toHaveValue('')
})

test('the admin area opens by a mailed code', { tag: '@gate' }, async ({ page, expectProblem }) => {
  await page.goto('/admin')
  await page.getByLabel('Admin email').fill(admin.email)
  await page.getByLabel('Name', { exact: true }).fill(admin.name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('link', { name: 'outbox' })).toHaveAttribute('href', '/dev/outbox')
  await expect(page.getByText(/No code after a minute\?.* ask the owner to add you/)).toBeVisible()
  await expectAccessible(page)
  // Alerts go to the same address, and have numbers, too.
  const mail = await sentTo(page, admin.email, ({ text }) => text.includes('Enter this code to open the admin area.'))
  const code = /\b\d{4} ?\d{4}\b/.exec(mail.text)![0].replace(' ', '')
  expectProblem(/status of 400/)
  await page.getByLabel('Code', { exact: true }).fill(code === '00000000' ? '11111111' : '00000000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(said(page, 'Login Failed')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(said(page, 'Admin Login Successful')).toBeVisible()
  await page.getByRole('list', { name: 'Recent bookings' }).getByRole('button').first().click()
  await expect(page.getByLabel('Your message')).toBeVisible()
  await expect(page.getByRole('log').getByText('could not be loaded')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log out of admin' }).click()
  await expect(said(page, 'Logged out')).toBeVisible()
  await expect(page.getByLabel('Admin email')).toHaveValue('')
  expect(await page.evaluate(() => localStorage.getItem('adminEmail'))).toBeNull()
})
