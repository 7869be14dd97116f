import type { Page } from '@playwright/test'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, expectSentToLogIn, signUp, test } from '../fixtures.ts'
import { signUpAdmin } from '../staff.ts'

type Sent = { to: string; text: string }

const admin = { email: 'admin@demo.test', name: 'Demo Admin' }

/** Logs the demo's admin in on the login page that a room of theirs led to. */
async function logInFor(page: Page, path: string) {
  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(path)
}

/** A name and a phone number nobody else has. */
function somebody() {
  const number = Math.floor(Math.random() * 9000) + 1000
  const tag = `Gifted${number}${Date.now() % 100_000}`
  return { tag, email: `${tag.toLowerCase()}@e2e.test`, phone: `+1646555${number}` }
}

/** What was sent to an address or number, newest first, once there is any that fits. */
async function sentTo(page: Page, to: string, fits: (sent: Sent) => boolean): Promise<Sent> {
  let found: Sent | undefined
  await expect(async () => {
    const all: Sent[] = await (await page.request.get('/dev/outbox.json')).json()
    found = all.find((each) => each.to === to && fits(each))
    expect(found).toBeDefined()
  }).toPass()
  return found!
}

/** Chooses one at random of what can be chosen in a list of options, since tests share the coaches. */
async function chooseAny(page: Page, label: string, hasText?: RegExp) {
  const select = page.getByLabel(label, { exact: true })
  await expect(select).toBeEnabled()
  const options = select.locator('option:not([disabled]):not([value=""])').filter({ hasText })
  await expect(options).not.toHaveCount(0)
  const values = await options.evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  await select.selectOption(values[Math.floor(Math.random() * values.length)]!)
}

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

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
  await chooseAny(page, 'Coach', /\(Coach, Rocket League\)/)
  await expect(service).toHaveValue('')
  await expect(service.getByRole('option', { name: /^Basic Fortnite Coaching .*, not with/ })).toBeDisabled()
  await chooseAny(page, 'Coach', /\(Coach, Fortnite\)/)
  await service.selectOption('Basic Fortnite Coaching')
  await chooseAny(page, 'Date')
  await expect(page.getByLabel('Time', { exact: true }).getByRole('option')).toHaveCount(13)
  await chooseAny(page, 'Time')
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
  await sentTo(page, phone, ({ text }) => text === 'See you on Discord at six ✓')
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
  await sentTo(page, applicant, ({ text }) => text.includes('/signup'))
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

test('an hour that was just taken is refused with the nearest ones, and nothing typed is lost', {
  tag: '@edge',
}, async ({ page, baseURL, expectProblem }) => {
  const { tag, email } = somebody()
  await logInFor(page, '/admin-booking')
  await page.getByLabel('Name', { exact: true }).fill(tag)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await chooseAny(page, 'Coach')
  await page.getByLabel('Service', { exact: true }).selectOption('Premium Gaming Package')
  await chooseAny(page, 'Date')
  await chooseAny(page, 'Time')
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

test('the admin area: bookings, a thread, a reload, and the way out', async ({ page, context, expectProblem }) => {
  await logInFor(page, '/sessions')
  await page.goto('/admin')
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

test('the admin area is listed among the devices, and ends there or with logging out of the account', {
  tag: '@edge',
}, async ({ page, isMobile, expectProblem }) => {
  expectProblem(/status of 401/)
  const { email, name } = await signUpAdmin(page, 'Leaving Admin')
  await page.goto('/admin')
  await page.getByLabel('Admin email').fill(email)
  await page.getByLabel('Name', { exact: true }).fill(name)
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
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  await expect(page.getByLabel('Admin email')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Admin email')).toHaveValue('')
})

test('the admin area opens by a mailed code', async ({ page, expectProblem }) => {
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

test('a booking that cannot be loaded is not called gone', { tag: '@edge' }, async ({ page, expectProblem }) => {
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
