import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUp, test } from './fixtures.ts'

test('who forgot the password sets a new one by a mailed code, and goes on where they wanted to go', async ({
  page,
  openSecondPage,
}) => {
  const { email, name } = await signUp(await openSecondPage())
  await page.goto('/login?next=/sessions')
  const forgot = page.getByRole('link', { name: 'Forgot password?' })
  // Before React listens it is a plain link, which takes no e-mail along.
  await expect(forgot).toHaveAttribute('href', '/forgot-password?next=%2Fsessions')
  await page.getByLabel('Email').fill(email)
  await forgot.click()
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'We sent a code' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'outbox' })).toHaveAttribute('href', '/dev/outbox')
  await expectAccessible(page)

  const code = await mailedCode(page, email, /password/i)
  await page.getByLabel('Code', { exact: true }).fill(` ${code.slice(0, 4)} ${code.slice(4)} `)
  await page.getByLabel('New password', { exact: true }).fill('another horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('another horse')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL('/sessions')
  await expect(page.getByText(`Welcome back, ${name}!`).first()).toBeVisible()
})

test('too many codes are refused with when to try again', async ({ page, expectProblem }) => {
  expectProblem(/status of 429/)
  const message = 'Too many codes. Please try again in 12 minutes.'
  await page.route('**/api/auth/codes', (route) => route.fulfill({ status: 429, json: { message } }))
  await page.goto('/forgot-password?email=player@demo.test')
  await expect(page.getByLabel('Email')).toHaveValue('player@demo.test')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(message).first()).toBeVisible()
})

test('an account: e-mail verified, name and password changed, another device logged out', async ({
  page,
  openSecondPage,
  expectProblem,
}) => {
  expectProblem(/status of 400/)
  const { email, password } = await signUp(page)
  const second = await openSecondPage()
  await second.request.post('/api/auth/login', { data: { email, password } })

  await page.goto('/sessions')
  await page.getByRole('link', { name: 'Verify now' }).click()
  await expect(page.getByText('Not verified')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Logged in on' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('This device')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('We sent a code', { exact: true }).first()).toBeVisible()
  const verification = page.getByRole('region', { name: 'E-mail' })
  await verification.getByLabel('Code', { exact: true }).fill(await mailedCode(page, email, /verif|confirm/i))
  await verification.getByRole('button', { name: 'Verify e-mail' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  await page.getByLabel('Full name').fill('Renamed Player')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('You are Renamed Player now.').first()).toBeVisible()

  await page.getByRole('button', { name: /^End the session/ }).click()
  await expect(page.getByRole('region', { name: 'Logged in on' }).getByRole('listitem')).toHaveCount(1)
  expect((await second.request.get('/api/auth/me')).status()).toBe(401)

  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill('another horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('another horse')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('That is not your current password').first()).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
})

test('the word about verifying can be dismissed for good', async ({ page }) => {
  await signUp(page)
  await page.goto('/sessions')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Verify your e-mail')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Sessions' })).toBeVisible()
  await expect(page.getByText('No sessions yet')).toBeVisible()
  await expect(page.getByText('Verify your e-mail')).toBeHidden()
})

test('a session that ends meanwhile is said so, and login leads back here', async ({ page, expectProblem }) => {
  expectProblem(/status of 401/)
  await signUp(page)
  await page.route('**/api/auth/sessions', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }))
  await page.goto('/account')
  await expect(page.getByText('You are logged out. Logging in again...').first()).toBeVisible()
  await expect(page).toHaveURL('/login?next=%2Faccount')
})

/** The code of the newest mail to this address with such a subject. */
async function mailedCode(page: Page, email: string, subject: RegExp): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const answer = await page.request.get('/dev/outbox.json')
    const mails = (await answer.json()) as { to: string; subject: string; text: string }[]
    const mail = mails.find((each) => each.to === email && subject.test(each.subject))
    code = mail?.text.match(/\b\d{4} ?\d{4}\b/)?.[0].replace(' ', '')
    expect(code).toBeDefined()
  }).toPass()
  return code!
}
