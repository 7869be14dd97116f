import { randomBytes } from 'node:crypto'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, expectSentToLogIn, signUp, test } from '../fixtures.ts'
import { mailedCode } from '../mailed-code.ts'
import { change } from '../staff.ts'

test('a player who forgot the password sets a new one by a mailed code, and goes on where they wanted to go', {
  tag: '@gate',
}, async ({ page, baseURL }) => {
  const { email, name } = await callsTo(baseURL!).signUp()
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

  await page.reload()
  await expect(page.getByRole('heading', { name: 'We sent a code' })).toBeVisible()
  const code = await mailedCode(page, email, /password/i)
  await page.getByLabel('Code', { exact: true }).fill(` ${code.slice(0, 4)} ${code.slice(4)} `)
  await page.getByLabel('New password', { exact: true }).fill('another horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('another horse')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL('/sessions')
  await expect(page.getByText(`Welcome back, ${name}!`).first()).toBeVisible()
  await page.goto('/forgot-password')
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible()
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

test('an account: e-mail verified, name and password changed, another device logged out', { tag: '@gate' }, async ({
  page,
  openSecondPage,
  expectProblem,
}) => {
  expectProblem(/status of 400/)
  const { email, password } = await signUp(page)
  const second = await openSecondPage()
  await second.request.post('/api/auth/login', { data: { email, password: 'a wrong guess' } })
  await second.request.post('/api/auth/login', { data: { email, password } })

  await page.goto('/sessions')
  await page.getByRole('link', { name: 'Verify now' }).click()
  await expect(page.getByText('Not verified')).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'E-mail', exact: true })).toBeFocused()
  const devices = page.getByRole('region', { name: 'Logged in on' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(page.getByText('This device')).toBeVisible()
  const logins = page.getByRole('region', { name: 'Recent logins' }).getByRole('listitem')
  await expect(logins).toHaveText([/^Password/, /^Wrong password.*Failed$/, /^Signed up/])
  await expectAccessible(page)
  const verification = page.getByRole('region', { name: 'E-mail' })
  await verification.getByRole('button', { name: 'I have a code' }).click()
  await verification.getByRole('button', { name: 'Send another code' }).click()
  await expect(page.getByText('A code is on its way', { exact: true }).first()).toBeVisible()
  // It came at sign-up: for a minute no other follows it.
  const code = await mailedCode(page, email, /verif|confirm/i)
  await verification.getByLabel('Code', { exact: true }).fill(code)
  await verification.getByRole('button', { name: 'Verify e-mail' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  await page.getByLabel('Full name').fill('Renamed Player')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('You are Renamed Player now.').first()).toBeVisible()

  await page.getByRole('button', { name: /^End the session/ }).click()
  await expect(devices).toHaveCount(1)
  await expect(devices).toBeFocused()
  expect((await second.request.get('/api/auth/me')).status()).toBe(401)

  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill('another horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('another horse')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('That is not your current password').first()).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password', { exact: true }).fill('Fortnite2026')
  await page.getByLabel('Confirm password', { exact: true }).fill('Fortnite2026')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('That one is easy to guess.').first()).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('another horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('another horse')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
})

test('the code mailed at sign-up verifies the e-mail, and then one chooses which mails come', async ({
  page,
  expectProblem,
}) => {
  const { email } = await signUp(page)
  await page.goto('/account')
  const mails = page.getByRole('region', { name: 'Mails you get' })
  await expect(mails).toContainText('Verify your e-mail first')
  await page.getByRole('button', { name: 'I have a code' }).click()
  await expect(page.getByText(/^Enter the 8 digits of our mail/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'outbox' })).toHaveAttribute('href', '/dev/outbox')
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(page, email, /verif|confirm/i))
  await page.getByRole('button', { name: 'Verify e-mail' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  await mails.getByLabel('Reminders before my sessions').uncheck()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.goto('/mail-preferences')
  await expect(page.getByLabel('Reminders before my sessions')).not.toBeChecked()
  await expect(page.getByLabel('New messages I have not read yet')).toBeChecked()
  await expectAccessible(page)

  expectProblem(/status of 404/)
  await page.goto('/mail-preferences?off=reminders&token=unknown')
  await expect(page.getByText(/^This link does not work any more/)).toBeVisible()
})

/** Somebody got a mail that can be switched off. Gives what its link carries. */
async function aMailsToken(): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await change(
    `insert into mail_choices (address_hash, token) values (encode(sha256(convert_to($1, 'UTF8')), 'hex'), '${token}')`,
    `reader-${token.slice(0, 8)}@e2e.test`,
  )
  return token
}

test('the link of a mail opens its reader’s choice of mails without a log-in, and keeps it', async ({ page }) => {
  const token = await aMailsToken()
  await page.goto(`/mail-preferences?off=reminders&token=${token}`)
  const reminders = page.getByLabel('Reminders before my sessions')
  await expect(reminders).toBeChecked()
  await reminders.uncheck()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(reminders).not.toBeChecked()
  await expect(page.getByLabel('New messages I have not read yet')).toBeChecked()
  await expectAccessible(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the link of a mail switches it off by one press', async ({ page, expectProblem }) => {
    // Playwright calls a script that may not run a failed request.
    expectProblem(/^csp .*\.js$/)
    const token = await aMailsToken()
    const isWanted = async () => (await (await page.request.get(`/api/mail-choices?token=${token}`)).json()).reminders
    await page.goto(`/mail-preferences?off=reminders&token=${token}`)
    expect(await isWanted()).toBe(true)
    await page.getByRole('button', { name: 'Switch off the mail that led here' }).click()
    await expect(page.getByRole('heading', { name: 'Switched off' })).toBeVisible()
    expect(await isWanted()).toBe(false)
  })
})

test('the word about verifying can be dismissed for good', async ({ page }) => {
  await signUp(page)
  await page.goto('/sessions')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Verify your e-mail')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Sessions' })).toBeVisible()
  await expect(page.getByText('No session yet')).toBeVisible()
  await expect(page.getByText('Verify your e-mail')).toBeHidden()
})

test('a session that ends meanwhile is said so, and login leads back here', async ({ page, expectProblem }) => {
  expectProblem(/status of 401/)
  await signUp(page)
  await page.goto('/')
  await page.route('**/api/auth/sessions', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }))
  await expectSentToLogIn(page, '/account')
})

test('what was asked before Logout is given up, or refused quietly, and nothing is asked after it', async ({
  page,
  isMobile,
  expectProblem,
}) => {
  expectProblem(/status of 401/)
  await signUp(page)
  await page.goto('/')
  const leaving = Promise.withResolvers<void>()
  for (const call of ['**/api/threads', '**/api/bookings/mine'])
    await page.route(call, async (route) => {
      await leaving.promise
      await route.fulfill({ status: 401, json: { message: 'Unauthorized' } }).catch(() => {})
    })
  const isAsked = page.waitForRequest('**/api/threads')
  await page.goto('/sessions')
  await isAsked
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/threads'))
  const later: string[] = []
  page.on('request', (request) => /\/api\/(threads|bookings)/.test(request.url()) && later.push(request.url()))
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  await givenUp
  const refused = page.waitForResponse('**/api/bookings/mine')
  leaving.resolve()
  await refused
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('You are logged out. Logging in again...')).toHaveCount(0)
  expect(later).toEqual([])
})

test('a page that loads brings the stored user up to date, and quietly forgets a session that is over', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 401/)
  const { name } = await signUp(page)
  await page.goto('/')
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null')?.name)
  await expect.poll(stored).toBe(name)
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user')!)
    localStorage.setItem('user', JSON.stringify({ ...user, name: 'Old Name' }))
  })
  await page.reload()
  await expect.poll(stored).toBe(name)

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('auth_token', 'long gone'))
  await page.reload()
  await expect.poll(stored).toBeUndefined()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  await expect(page).toHaveURL('/')
})

test('who is logged in already goes on from the login or the sign-up, or takes another account', async ({ page }) => {
  const { name } = await signUp(page)
  await page.goto('/login?next=%2Fsessions')
  await expect(page.getByText(`You are logged in as ${name}.`)).toBeVisible()
  // The form would only ask again who they are.
  await expect(page.getByLabel('Email')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.goto('/signup?next=%2Fsessions')
  await expect(page.getByText(`You are logged in as ${name}.`)).toBeVisible()
  await expect(page.getByLabel('Full name')).toBeHidden()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(page).toHaveURL('/sessions')
})

test('the login form says what is wrong', { tag: '@gate' }, async ({ page, expectProblem }) => {
  expectProblem(/status of (401|500)|^500 /)
  await page.goto('/login')
  await page.getByLabel('Email').fill('nowhere')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /^Password must be at least 6 characters/,
  )

  await page.getByLabel('Email').fill('player@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('not-my-password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible()
  await expect(page.getByText('Invalid email or password', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not logged in.' })).toContainText('Invalid email or password')
  for (const field of [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })])
    await expect(field).toHaveAttribute('aria-invalid', 'true')

  // A server without words of its own gets the same ones.
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Invalid email or password', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Sign up', exact: true }).click()
  await expect(page).toHaveURL('/signup')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Return to homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('the sign-up form says what is wrong', { tag: '@gate' }, async ({ page, baseURL, expectProblem }) => {
  expectProblem(/status of (409|500)|^500 /)
  const taken = await callsTo(baseURL!).signUp()
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('R')
  await page.getByLabel('Email').fill('nowhere')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByLabel('Confirm password').fill('12345')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription(/^Name must be at least 2 characters/)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /^Password must be at least 6 characters/,
  )

  await page.getByLabel('Full name').fill('Rimshot')
  await page.getByLabel('Email').fill(taken.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password').fill('correct mule')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription("Passwords don't match")
  await page.getByLabel('Confirm password').fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Signup Failed', { exact: true })).toBeVisible()
  await expect(page.getByText('An account with this email already exists', { exact: true }).first()).toBeVisible()

  await page.route('**/api/auth/signup', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Failed to create account', { exact: true }).first()).toBeVisible()
})
