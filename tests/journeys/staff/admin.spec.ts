import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { callsTo } from '../by-call.ts'
import { admin, logInFor, said, sentTo } from '../demo-admin.ts'
import { expect, expectAccessible, expectSentToLogIn, signUp, test } from '../fixtures.ts'
import { ownHour } from '../own-hour.ts'
import { change } from '../staff.ts'

/** A name and a phone number nobody else has. */
function somebody() {
  const number = randomInt(1_000, 10_000)
  const tag = `Gifted${number}${Date.now() % 100_000}`
  return { tag, email: `${tag.toLowerCase()}@e2e.test`, phone: `+1646555${number}` }
}

/** Chooses the first of what can be chosen in a list of options; of times one that no other journey takes. */
async function chooseOne(page: Page, label: string, hasText?: RegExp) {
  const select = page.getByLabel(label, { exact: true })
  await expect(select).toBeEnabled()
  const options = select.locator('option:not([disabled]):not([value=""])').filter({ hasText })
  await expect(options).not.toHaveCount(0)
  const words = await options.allInnerTexts()
  await select.selectOption({ label: label === 'Time' ? ownHour(words, String)! : words[0]! })
}

test('an admin’s day: a free booking, an SMS, a message, and an application decided', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  test.slow()
  const { tag, email, phone } = somebody()
  await logInFor(page, '/admin-booking')
  await expect(page.getByRole('heading', { level: 1, name: 'Create Free Booking' })).toBeVisible()
  await expect(page.getByText('No payment required')).toBeVisible()
  await page.getByRole('button', { name: 'Create Free Booking' }).click()
  await expect(said(page, 'Missing information')).toBeVisible()
  await expect(said(page, 'Please fill in all required fields.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(tag)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel(/^Phone/).fill(phone)
  // A coach gets no service of the other game.
  const service = page.getByLabel('Service', { exact: true })
  await service.selectOption('Basic Fortnite Coaching')
  const ofOwner = page.getByLabel('Coach', { exact: true }).getByRole('option', { name: /\(Owner, / })
  await expect(ofOwner).toHaveText(/^ApexOrbit \(Owner, /)
  await chooseOne(page, 'Coach', /\(Coach, Rocket League\)/)
  await expect(service).toHaveValue('')
  await expect(service.getByRole('option', { name: /^Basic Fortnite Coaching .*, not with/ })).toBeDisabled()
  await chooseOne(page, 'Coach', /\(Coach, Fortnite\)/)
  await service.selectOption('Basic Fortnite Coaching')
  await chooseOne(page, 'Date')
  await expect(page.getByLabel('Time', { exact: true }).getByRole('option')).toHaveCount(13)
  await chooseOne(page, 'Time')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(tag)
  await expect(page.getByLabel('Date', { exact: true })).not.toHaveValue('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Free Booking' }).click()
  await expect(said(page, 'Booking created successfully')).toBeVisible()
  await expect(said(page, 'Free admin booking has been created and notifications sent.')).toBeVisible()
  await sentTo(page, email, ({ text }) => text.includes('Basic Fortnite Coaching'))

  await page.goto('/admin-sms')
  await expect(page.getByText('Admin Only')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Customer Bookings \(\d+\)$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: `SMS ${tag}` }).click()
  const field = page.getByLabel('SMS', { exact: true })
  await page.getByRole('button', { name: 'Reminder' }).click()
  await expect(field).toHaveValue(new RegExp(tag))
  await field.fill('See you on Discord at six ✓')
  await expect(page.getByText('27/160')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send SMS' }).click()
  await expect(said(page, 'SMS sent successfully')).toBeVisible()
  await expect(page.getByText('The SMS provider has accepted it.')).toBeVisible()
  await sentTo(page, phone, ({ text }) => text.startsWith('Level Up: See you on Discord at six ✓'))
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: `Message ${tag}` }).click()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeDisabled()
  await page.getByLabel('Message', { exact: true }).fill('Bring a replay, please.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(said(page, 'Message sent successfully')).toBeVisible()
  await expect(page.getByRole('log').getByText('Bring a replay, please.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close Message' }).click()
  await expect(page).toHaveURL('/admin-sms')

  const { call, logIn } = callsTo(baseURL!)
  const applicant = `coach-${email}`
  const { id } = await call<{ id: string }>('POST', '/api/coach-applications', '', {
    applicantName: `${tag}Coach`,
    applicantEmail: applicant,
    gameExpertise: 'both',
    currentRank: 'Champion II',
    coachingExperience: 'Two seasons with my club.',
    whyCoach: 'I like to explain.',
    availability: 'Weekends',
  })
  await page.goto(`/admin-sms?application=${id}`)
  await expect(page.getByText('Two seasons with my club.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(said(page, 'Application updated!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await expect(page.getByText('Notes: Approved by admin')).toBeVisible()
  await expectAccessible(page)

  // Somebody else decides while this screen stands.
  const token = await logIn(admin.email)
  const headers = { authorization: `Bearer ${token}` }
  const data = { status: 'rejected', adminNotes: 'Rejected by admin' }
  await page.request.patch(`/api/coach-applications/${id}`, { data, headers })
  await page.request.patch(`/api/coach-applications/${id}`, { data: { ...data, status: 'approved' }, headers })
  await page.request.patch(`/api/coach-applications/${id}`, { data, headers })
  expectProblem(/status of 409/)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(said(page, 'Failed to update application')).toBeVisible()
  await expect(page.getByText('Nothing was changed by you')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await page.getByRole('button', { name: 'Close Review' }).click()
  await expect(page).toHaveURL('/admin-sms?tab=applications')
})

test('an hour that was just taken is refused with the nearest ones, and nothing typed is lost', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  const { tag, email } = somebody()
  await logInFor(page, '/admin-booking')
  await page.getByLabel('Name', { exact: true }).fill(tag)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await chooseOne(page, 'Coach')
  await page.getByLabel('Service', { exact: true }).selectOption('Premium Gaming Package')
  await chooseOne(page, 'Date')
  await chooseOne(page, 'Time')
  const { call, logIn } = callsTo(baseURL!)
  const chosen = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
  await call('POST', '/api/admin/create-booking', await logIn(admin.email), {
    customerName: 'First',
    customerEmail: `first-${email}`,
    coachName: await chosen('Coach'),
    serviceName: 'Premium Gaming Package',
    selectedDate: await chosen('Date'),
    selectedTime: await chosen('Time'),
  })
  expectProblem(/status of 409/)
  await page.getByRole('button', { name: 'Create Free Booking' }).click()
  await expect(said(page, 'Booking failed')).toBeVisible()
  await expect(said(page, 'Failed to create booking. Please check all fields and try again.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(tag)
  await page
    .getByRole('alert')
    .getByRole('button', { name: /^\w{3}, \w{3} \d+, \d+:00 [AP]M$/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Create Free Booking' }).click()
  await expect(said(page, 'Booking created successfully')).toBeVisible()
})

test('an owner makes themself an admin by one press, and goes on without logging in again', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 403/)
  const { email } = await signUp(page, 'Founder')
  await change('update users set is_owner = true, email_verified_at = now() where email = $1', email)
  await page.goto('/admin-sms')
  await page.getByRole('link', { name: 'To Roles' }).click()
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('button', { name: 'Make me an admin' }).click()
  await expect(said(page, 'You are an admin now')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Applications & SMS' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Admin SMS Center/ })).toBeVisible()
})

test('the admins’ rooms are for admins', async ({ page, expectProblem }) => {
  for (const path of ['/admin-sms', '/admin-booking']) await expectSentToLogIn(page, path)
  await signUp(page)
  expectProblem(/status of 403/)
  for (const path of ['/admin-sms', '/admin-booking']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Access Required' })).toBeVisible()
  }
  await expectAccessible(page)
})

test('a booking that cannot be loaded is not called gone', async ({ page, expectProblem }) => {
  expectProblem(/status of (404|503)|^503 /)
  const path = `/admin-sms?booking=${crypto.randomUUID()}&mode=message`
  await page.route('**/api/bookings/*/details', (route) =>
    route.fulfill({ status: 503, json: { message: 'Back in a minute.' } }),
  )
  await logInFor(page, path)
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByRole('alert')).toContainText('Back in a minute.')
  await expectAccessible(page)
  await page.unroute('**/api/bookings/*/details')
  await details.getByRole('button', { name: 'Try again' }).click()
  await expect(details.getByText('This link no longer works.')).toBeVisible()
})

test('Approve and Send keep the keyboard’s focus while they work and afterwards', async ({ page, baseURL }) => {
  const { id } = await callsTo(baseURL!).call<{ id: string }>('POST', '/api/coach-applications', '', {
    applicantName: 'Rimshot',
    applicantEmail: `coach-${crypto.randomUUID()}@e2e.test`,
    gameExpertise: 'both',
    currentRank: 'Champion II',
    coachingExperience: 'Two seasons with my club.',
    whyCoach: 'I like to explain.',
    availability: 'Weekends',
  })
  await logInFor(page, `/admin-sms?application=${id}`)
  async function press(button: Locator, url: string, done: string, focused = button) {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(url, async (route) => {
      await held
      await route.continue()
    })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-busy')
    await expect(button).toBeFocused()
    letGo()
    await expect(page.getByText(done, { exact: true })).toBeVisible()
    await expect(button).toBeDisabled()
    await expect(focused).toBeFocused()
  }
  const approve = page.getByRole('button', { name: 'Approve' })
  const undo = page.getByRole('button', { name: /^Undo: application of/ })
  await press(approve, '**/api/coach-applications/*', 'Application updated!', undo)
  await page.getByLabel('Message', { exact: true }).fill('Welcome.')
  const send = page.getByRole('button', { name: /^(Send Message|Sending\.\.\.)$/ })
  await press(send, '**/api/admin/send-internal-message', 'Message sent successfully')
})
