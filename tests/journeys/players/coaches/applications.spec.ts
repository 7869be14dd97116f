import type { Page } from '@playwright/test'
import { codeIn } from '../../../support/code-in.ts'
import { announcements, recordAnnouncements } from '../../announcements.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'

const newEmail = () => `applicant-${crypto.randomUUID().slice(0, 8)}@e2e.test`

test('applying without an account, chatting at once, and entering from another browser with a code', async ({
  page,
  openSecondPage,
  expectProblem,
}) => {
  expectProblem(/status of 40[034].*(coach-application|coachApplicationId|messages\/application)/)
  const email = newEmail()
  await recordAnnouncements(page)
  await page.goto('/apply-coach')
  await expect(page.getByText('No account needed', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // Nonsense first.
  await page.getByLabel('Email').fill('nowhere')
  const consent = page.getByText(/Our team may text you about your application/)
  await expect(consent).toBeVisible()
  await page.getByLabel('Phone').fill('+49 170 1234567')
  await expect(page.getByText('We cannot text Germany yet. Your mails say everything.', { exact: true })).toBeVisible()
  await expect(consent).toBeHidden()
  await expect(page.getByLabel('Country')).toHaveValue('DE')
  await page.getByLabel('Phone').fill('12')
  await page.getByLabel('Phone').blur()
  await expect(page.getByText(/^Which country is this number from\?/)).toBeVisible()
  await page.getByLabel('Current rank').fill('Supersonic Legend')
  await submit(page)
  await expect(page.getByText('Missing information', { exact: true })).toBeVisible()
  await expect(page.getByText('Please fill in all required fields.', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Full name')).toBeFocused()
  for (const problem of [
    'Please enter your name',
    'Please enter a valid email address',
    'Please select a game',
    'Please tell us about your coaching experience',
    'Please tell us why you want to coach',
    'Please tell us when you are available',
  ])
    await expect(page.getByText(problem)).toBeVisible()
  await expectAccessible(page)
  const aboutFields = async () => (await announcements(page)).filter((text) => /^Please (?!fill)|need you/.test(text))
  await expect.poll(aboutFields).toEqual(['6 fields need you'])
  await page.getByRole('button', { name: 'Availability' }).click()
  await expect(page.getByLabel('Availability')).toBeFocused()

  await page.getByLabel('Full name').fill('Rimshot')
  await page.getByRole('radio', { name: 'Both' }).check()
  await page.getByLabel('Coaching experience').fill('Two seasons of replay reviews.')
  await page.getByLabel('Why do you want to coach?').fill('I like it when something clicks.')
  await page.getByLabel('Availability').fill('Weekday evenings')
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Rimshot')
  await expect(page.getByLabel('Email')).toHaveValue('nowhere')
  await expect(page.getByRole('radio', { name: 'Both' })).toBeChecked()
  await expect(page.getByLabel('Coaching experience')).toHaveValue('Two seasons of replay reviews.')

  await submit(page)
  await expect(page.getByText('Application failed', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Failed to submit application. Please check all fields and try again.', { exact: true }),
  ).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Portfolio links').fill('https://clips.test/a javascript:alert(1)')
  expectProblem(/ERR_FAILED/)
  await page.route('**/api/coach-applications', (route) => route.abort(), { times: 1 })
  await submit(page)
  await expect(page.getByRole('alert').filter({ hasText: 'What you typed is still here.' })).toBeVisible()
  await submit(page)
  await expect(page.getByText('Application submitted successfully!', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Chat with Team' }).click()
  await expect(page).toHaveURL(`/applicant-chat?email=${encodeURIComponent(email)}`)
  await expectOpened(page)
  await page.getByText('What you sent').click()
  await expect(page.getByRole('link', { name: 'https://clips.test/a' })).toBeVisible()
  await expect(page.getByRole('link', { name: /javascript/ })).toHaveCount(0)
  await expectAccessible(page)

  const other = await openSecondPage()
  await other.goto('/applicant-chat')
  await other.getByRole('button', { name: 'Access Chat' }).click()
  await expect(other.getByText('Email required', { exact: true })).toBeVisible()
  await expect(
    other.getByText('Please enter your email to access your application chat.', { exact: true }).first(),
  ).toBeVisible()
  await other.getByLabel('Email').fill('stranger@e2e.test')
  await other.getByRole('button', { name: 'Access Chat' }).click()
  await expect(other.getByText('No application found with this email address.')).toBeVisible()
  await expect(other.getByText('Please check your email or submit a new application.')).toBeVisible()
  await expectAccessible(other)

  await other.getByLabel('Email').fill(email.toUpperCase())
  await other.getByRole('button', { name: 'Access Chat' }).click()
  await expect(other.getByLabel('Code')).toBeFocused()
  await expect(other.getByRole('link', { name: 'outbox' })).toHaveAttribute('href', '/dev/outbox')
  await expect(other.getByText('Rimshot')).toHaveCount(0)
  await expectAccessible(other)
  const code = await mailedCode(other, email)
  await other.getByLabel('Code').fill(code === '12345678' ? '87654321' : '12345678')
  await other.getByRole('button', { name: 'Open my application' }).click()
  await expect(other.getByLabel('Code')).toHaveAccessibleDescription(/That code is not right/)
  await other.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4)}`)
  await other.getByRole('button', { name: 'Open my application' }).click()
  await expectOpened(other)
  await other.reload()
  await expectOpened(other)
  // Until now anybody could have typed that e-mail: the browser that did is told, and gets a code on demand.
  await expect(page.getByText(`The owner of ${email} confirmed it on another device. Is that you?`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
  await expect(page.getByText('Rimshot')).toHaveCount(0)
})

test('a signed-in applicant finds name and email filled in, can apply again, and leaves nothing', async ({
  page,
  isMobile,
}) => {
  const { name, email } = await signUp(page, 'Quietstorm')
  await page.goto('/apply-coach')
  await expect(page.getByLabel('Full name')).toHaveValue(name)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByText('No account needed')).toHaveCount(0)
  await fillIn(page)
  await submit(page)
  await page.getByRole('button', { name: 'Submit Another Application' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue(name)
  await expect(page.getByLabel('Current rank')).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'Fortnite' })).not.toBeChecked()

  // The next person at this browser is somebody else.
  await fillIn(page)
  if (isMobile) await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const label of ['Full name', 'Email', 'Current rank']) await expect(page.getByLabel(label)).toHaveValue('')
  await page.reload()
  for (const label of ['Full name', 'Email', 'Current rank']) await expect(page.getByLabel(label)).toHaveValue('')
})

test('a session that ended while writing leads to the login page, and the draft waits', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 401/)
  const { token, email, password } = await signUp(page)
  await page.goto('/apply-coach')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await fillIn(page)
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await submit(page)
  await expect(page.getByText('Session expired', { exact: true })).toBeVisible()
  await expect(page.getByText('Please log in again to submit your application.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login?next=%2Fapply-coach')

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/apply-coach')
  await expect(page.getByLabel('Current rank')).toHaveValue('Unreal')
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
})

/** Everything a signed-in applicant has to say. */
async function fillIn(page: Page) {
  await page.getByRole('radio', { name: 'Fortnite' }).check()
  await page.getByLabel('Current rank').fill('Unreal')
  await page.getByLabel('Coaching experience').fill('My duo, for a year.')
  await page.getByLabel('Why do you want to coach?').fill('I like it when something clicks.')
  await page.getByLabel('Availability').fill('Weekends')
}

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit Application' }).click()
}

async function expectOpened(page: Page) {
  const summary = page.getByRole('region', { name: 'Your application' })
  await expect(summary).toContainText('Rimshot')
  await expect(summary).toContainText('Both Games')
  await expect(summary).toContainText('Pending')
  await expect(summary).toContainText(/Applied[A-Z][a-z]{2} \d{1,2}, \d{4}/)
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
}

/** Waits for the mail with the code, as its owner would. */
async function mailedCode(page: Page, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const mails: { to: string; text: string }[] = await (await page.request.get('/dev/outbox.json')).json()
    code = mails.flatMap(({ to, text }) => (to === email ? (codeIn(text) ?? []) : []))[0]
    expect(code).toBeDefined()
  }).toPass()
  return code!
}
