import type { Page } from '@playwright/test'
import { pro } from '../../support/prices.ts'
import { cards, chooseFreeHour, openPackage, pay, proceed } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, signUp, test } from '../fixtures.ts'
import { beginSession } from '../hold-session.ts'
import { routeUntil } from '../route-until.ts'

/** What the browser says to a page that it shows again as it was left; the test's own keeps no such pages. */
const comeBack = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test('a page that comes back as it was left shows nothing of who logged out meanwhile', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page, 'Rimshot')
  await outside.book(token, 'DualShift')
  await page.goto('/sessions')
  const session = page.getByRole('article').filter({ hasText: 'DualShift' })
  await expect(session).toBeVisible()
  // Elsewhere, while this page could hear of nothing.
  await page.evaluate(() => {
    localStorage.removeItem('auth_token')
    localStorage.removeItem('user')
  })
  await comeBack(page)
  await expect(session).toBeHidden()
  await expect(page.getByText('Rimshot')).toHaveCount(0)
})

test('a page that comes back asks the server again, which knows more by then', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  expectProblem(/status of 401/)
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page, 'Rimshot')
  await page.goto('/sessions')
  await expect(page.getByRole('heading', { name: 'My Sessions', level: 1 })).toBeVisible()
  await outside.book(token, 'DualShift')
  await comeBack(page)
  await expect(page.getByRole('article').filter({ hasText: 'DualShift' })).toBeVisible()
  await outside.call('POST', '/api/auth/logout', token)
  await comeBack(page)
  await expect(page.getByRole('article').filter({ hasText: 'DualShift' })).toBeHidden()
})

test('who comes back from the bank’s page finds out what became of the payment, and a button that works', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  // The page was left while it waited.
  const confirm = /payment_intents\/\w+\/confirm/
  const letThrough = await routeUntil(page, confirm, () => {})
  await pay(page, cards.pays, pro.shown)
  await expect(dialog.getByRole('button', { name: 'Processing Payment...' })).toBeVisible()
  await comeBack(page)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Not paid.' })).toContainText(
    /You came back before your bank had answered\. No money was taken\. .* stays yours for 1[34]:\d\d: try again/,
  )
  letThrough()
  await dialog.getByRole('button', { name: `Pay ${pro.shown}` }).click()
  await expect(page).toHaveURL(/payment-success/)
})

test('who reloads the page while their bank asks reads that nothing is paid yet', async ({ page }) => {
  await signUp(page)
  await page.goto('/')
  const dialog = await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await pay(page, cards.asks, pro.shown)
  await expect(page.getByRole('dialog', { name: 'Confirm your payment' })).toBeVisible()
  await page.reload()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Not paid.' })).toContainText(
    'You came back before your bank had answered. No money was taken.',
  )
})

test('what is pressed without a network fails at once in words, and is not done later by itself', async ({
  page,
  baseURL,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'DualShift')
  const asked: string[] = []
  page.on('request', (request) => /^(POST|PUT|PATCH|DELETE)$/.test(request.method()) && asked.push(request.url()))
  const comeOnline = async () => {
    await context.setOffline(false)
    await expect(page.getByText('You are offline. What you see may be old.')).toBeHidden()
    await page.waitForLoadState('networkidle')
  }

  await page.goto('/sessions')
  await page.getByRole('button', { name: /^Prepare/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What holds you back?').fill('I whiff aerials.')
  asked.length = 0
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('You are offline. Nothing was sent or changed: press again when you are back.').first(),
  ).toBeVisible()
  await comeOnline()
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(asked).toHaveLength(1)

  // The code that this form needs is loaded with the press.
  await page.goto('/coaches/vexflip')
  const form = page.getByRole('region', { name: 'Ask a question first' })
  await form.getByLabel('Message').fill('Do you coach duos?')
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeVisible()
  asked.length = 0
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText(/You are offline\. Nothing was sent/)).toBeVisible()
  await comeOnline()
  expect(asked).toEqual([])
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message sent successfully!', { exact: true }).first()).toBeVisible()

  await page.goto(`/sessions?thread=${bookingId}`)
  await dialog.getByLabel('Your message').fill('Are you there?')
  asked.length = 0
  await context.setOffline(true)
  await dialog.getByLabel('Your message').press('Enter')
  await expect(dialog.getByText('Not sent: you are offline.')).toBeVisible()
  await comeOnline()
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog.getByRole('article').filter({ hasText: 'Are you there?' })).toBeVisible()
})

for (const hours of [6, -6])
  test(`with a device clock ${hours} hours off, what lies ahead and what is over goes by the server’s`, async ({
    page,
    baseURL,
  }) => {
    const outside = callsTo(baseURL!)
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    const { token } = await signUp(page)
    const [ahead, over] = [await outside.book(token, 'DualShift'), await outside.book(token, 'VexFlip')]
    await beginSession(ahead, 181)
    await beginSession(over, -181)
    await page.goto('/sessions')
    const upcoming = page.getByRole('region', { name: 'Upcoming' })
    await expect(upcoming.getByText('DualShift').first()).toBeVisible()
    await expect(upcoming.getByText(/3 hours/).first()).toBeVisible()
    await expect(upcoming.getByText('VexFlip')).toHaveCount(0)
    await expect(
      page
        .getByRole('button', { name: /^Rate session/ })
        .or(page.getByText(/^How was /))
        .first(),
    ).toBeVisible()
    await page.goto('/')
    await openPackage(page)
    await chooseFreeHour(page)
    await proceed(page)
    await expect(
      page
        .getByRole('dialog')
        .getByText(/1[45]:\d\d/)
        .first(),
    ).toBeVisible()
  })
