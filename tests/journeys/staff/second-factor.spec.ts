import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { callsTo, type Player } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { ageConfirmation, change, logOutOfRooms, signUpAdmin } from '../staff.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Second step' })
const codeField = (page: Page) => page.getByLabel('Code from your app')

async function logOut(page: Page, isMobile: boolean) {
  await logOutOfRooms(page, isMobile)
  await expect(page).toHaveURL('/')
}

/** Fills the first step of logging in; ends where the code is asked for. */
async function logIn(page: Page, { email, password }: Player) {
  await page.goto('/login?next=/account')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const forgot = page.getByRole('link', { name: 'Forgot password?' })
  await expect(forgot).toBeVisible()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(forgot).toHaveCount(0)
  await expect(codeField(page)).toBeFocused()
}

/** The code of the admin area's mail, as soon as that is there. */
async function codeMailedTo(page: Page, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const mails: { to: string; text: string }[] = await (await page.request.get('/dev/outbox.json')).json()
    const mail = mails.find(({ to, text }) => to === email && text.includes('Enter this code to open the admin area.'))
    code = /\b\d{4} ?\d{4}\b/.exec(mail?.text ?? '')?.[0]
    expect(code).toBeDefined()
  }).toPass()
  return code!
}

test('an admin sets up a second step, logs in with the app and with a recovery code, enters the admin area, and turns it off', async ({
  page,
  isMobile,
  expectProblem,
}) => {
  expectProblem(/status of 400/)
  const admin = await signUpAdmin(page, 'Careful Admin')
  await page.goto('/account')
  await section(page).getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  await expectAccessible(page)
  const key = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await dialog.innerText())![0].replaceAll(' ', '')
  let shownFor = 0
  /** What the app shows now, or next when that was used. */
  const nextCode = () => {
    shownFor = Math.max(Date.now(), shownFor + 30_000)
    return TOTP.generate({ secret: Secret.fromBase32(key), timestamp: shownFor })
  }
  await codeField(page).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('That code is not right, or it was used already.')).toBeVisible()
  await codeField(page).fill(nextCode())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const recoveryCodes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  await page.evaluate(() => history.back())
  // The dialog puts itself on top again.
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.over))).toBe(true)
  await expect(dialog.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('level-up-recovery-codes.txt')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section(page).getByText('10 recovery codes are left.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expectAccessible(page)

  await logOut(page, isMobile)
  await logIn(page, admin)
  await expectAccessible(page)
  await codeField(page).fill('000000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('main').getByText('That code is not right, or it was used already.')).toBeVisible()
  await codeField(page).fill(nextCode())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/account')

  await logOut(page, isMobile)
  await logIn(page, admin)
  await codeField(page).fill(recoveryCodes[0]!.toLowerCase())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(section(page).getByText('9 recovery codes are left.')).toBeVisible()

  await logOut(page, isMobile)
  await page.goto('/admin')
  await page.getByLabel('Admin email').fill(admin.email)
  await page.getByLabel('Name', { exact: true }).fill(admin.name)
  await page.getByRole('button', { name: 'Continue' }).click()
  const mailedCode = page.getByLabel('Code', { exact: true })
  await mailedCode.fill(await codeMailedTo(page, admin.email))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page)
  await codeField(page).fill('000000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(
    page.getByRole('main').getByText('That code is not right, or it was used already.').first(),
  ).toBeVisible()
  await codeField(page).fill(recoveryCodes[2]!)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Admin Login Successful', { exact: true })).toBeVisible()

  await logIn(page, admin)
  await codeField(page).fill(recoveryCodes[3]!)
  await page.getByRole('button', { name: 'Log in' }).click()
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await expectAccessible(page)
  await dialog.getByLabel('Your password').fill(admin.password)
  await codeField(page).fill(recoveryCodes[1]!)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(section(page).getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('our mail’s link names the colleague who set a new password by mail, and an owner lets them set up a second step', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  // An old mail's link.
  expectProblem(/status of 404/)
  const { call, signUp } = callsTo(baseURL!)
  const waiting = await signUp(`Waiting${Date.now() % 1_000_000}`)
  await change(`update users set is_admin = true, second_step_from = '9999-01-01' where email = $1`, waiting.email)
  const { user } = await call<{ user: { id: string } }>('GET', '/api/auth/me', waiting.token)
  await signUpAdmin(page, 'Letting Owner', { isOwner: true })
  await page.goto(`/account?step=${user.id}`)
  await expect(page.getByText(`${waiting.name} set a new password by mail`)).toBeVisible()
  await expect(page.getByText(`${waiting.email} has no second step yet.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Let them set up a second step' }).click()
  await expect(page.getByText(`${waiting.name} may set up a second step`, { exact: true })).toBeVisible()
  await page.reload()
  await expect(section(page)).toBeVisible()
  await expect(page.getByText(`${waiting.name} set a new password by mail`)).toHaveCount(0)
})

test('ten minutes after login an export and a refund ask who one is, and go on by themselves', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  expectProblem(/status of 40[03]/)
  const player = await callsTo(baseURL!).signUp(`Refunded${Date.now() % 1_000_000}`)
  await callsTo(baseURL!).book(player.token, 'VexFlip')
  const admin = await signUpAdmin(page, 'Absent Admin')
  await ageConfirmation(admin.email)
  await page.goto('/owner')

  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(confirm.getByLabel('Your password')).toBeFocused()
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('Not exported', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await confirm.getByLabel('Your password').fill('not this one')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByText('That is not your password')).toBeVisible()
  const download = page.waitForEvent('download')
  await confirm.getByLabel('Your password').fill(admin.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toMatch(/^level-up-bookings-[\d-]+\.csv$/)
  await expect(confirm).toBeHidden()

  await ageConfirmation(admin.email)
  await page.getByLabel('Search').fill(player.email)
  await page.getByRole('button', { name: player.name }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('radio', { name: /^The player asked/ }).check()
  await page.getByRole('button', { name: /Cancel booking, refund/ }).click()
  await expect(confirm.getByLabel('Your password')).toBeFocused()
  await expectAccessible(page)
  await confirm.getByLabel('Your password').fill(admin.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Booking cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('Cancelled')
})

test('staff who need a second step for their role are led to where it is set up', async ({ page, expectProblem }) => {
  expectProblem(/status of 403/)
  await signUpAdmin(page, 'Late Admin')
  const message = 'Everybody on the team needs a second step. Please set it up on your account page first.'
  // The rule is for everybody on the team: in earnest it would stop the journeys beside this one.
  await page.route(/\/api\/bookings(\?|$)/, (route) =>
    route.fulfill({ status: 403, json: { message, reason: 'second-factor' } }),
  )
  await page.route('**/api/auth/second-factor', (route) =>
    route.fulfill({ json: { isOn: false, recoveryCodesLeft: 0, isDemanded: true } }),
  )
  await page.goto('/owner')
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('Set up your second step', { exact: true })).toBeVisible()
  await expect(section(page).getByText('You need this for your role')).toBeVisible()
  await expectAccessible(page)
})
