import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, expect as expectPage, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allWell } from '#src/sandbox/misbehaviour.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { findChromium } from '#tests/support/browser/chromium.ts'

let app: TestApp
let stripe: Stripe
let browser: Browser
let page: Page

beforeAll(async () => {
  app = await startTestApp()
  stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  browser = await chromium.launch(await findChromium())
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 390, height: 844 } })
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
beforeEach(() => app.sandbox.misbehave.clear())

const call = (method: 'GET' | 'POST' | 'DELETE', payload?: object, headers = {}) =>
  app.app.http.inject({ method, url: '/dev/sandbox.json', payload, headers })

test('calls read and change the switches, and set all back to normal', async () => {
  expect((await call('GET')).json()).toEqual(allWell)
  const changed = await call('POST', { doubled: 2, fail500: 'after' })
  expect(changed.json()).toEqual({ ...allWell, doubled: 2, fail500: 'after' })
  expect((await call('POST', { lost: true })).json()).toMatchObject({ doubled: 2, lost: true })
  expect((await call('DELETE')).json()).toEqual(allWell)
})

test('calls that make no sense, or come from another site, change nothing', async () => {
  for (const wrong of [{ lots: true }, { mailDown: 'yes' }, { delayed: -1 }]) {
    const answer = await call('POST', wrong)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(/./)
  }
  expect((await call('POST', { lost: true }, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  const unknown = await app.app.http.inject({ method: 'POST', url: '/dev/sandbox/payments/pi_no/dispute' })
  expect(unknown.statusCode).toBe(404)
  expect(app.sandbox.misbehave.read()).toEqual(allWell)
})

test('an owner sets switches on the page and sets them back', async () => {
  await page.goto(`${app.url}/dev/sandbox`)
  const status = page.getByRole('status')
  await expectPage(status).toHaveText('All is back to normal.')
  await page.getByLabel('Lost').check()
  await page.getByLabel('Repeated').fill('3')
  await page.getByLabel('Mail').selectOption('Cannot be reached')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectPage(status).toHaveText('Something is misbehaving now.')
  expect(app.sandbox.misbehave.read()).toEqual({ ...allWell, lost: true, doubled: 3, mailDown: 'unreachable' })
  await expectPage(page.getByLabel('Lost')).toBeChecked()

  await page.getByRole('button', { name: 'All back to normal' }).click()
  await expectPage(status).toHaveText('All is back to normal.')
  expect(app.sandbox.misbehave.read()).toEqual(allWell)
})

test('an owner lets the bank ask about a payment, dispute and decide it, and sends its webhooks again', async () => {
  const { id } = await stripe.paymentIntents.create({
    amount: 2900,
    currency: 'usd',
    description: 'Pro <1 h>',
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  await page.goto(`${app.url}/dev/sandbox`)
  const payment = page.getByRole('article', { name: 'Pro <1 h>' })
  await payment.getByRole('button', { name: 'Let the bank ask' }).click()
  await expectPage(payment).toContainText('dispute warning needs response')
  await payment.getByRole('button', { name: 'Make it a dispute' }).click()
  await expectPage(payment).toContainText('dispute needs response')
  await payment.getByRole('button', { name: 'Close it: lost' }).click()
  await expectPage(payment).toContainText('dispute lost')
  await payment.getByRole('button', { name: 'Resend its webhooks' }).click()
  await expectPage(payment).toContainText('$29.00')
  expect(app.sandbox.ledger.events('charge.dispute.closed')).toMatchObject([
    { data: { object: { payment_intent: id } } },
  ])
})

test('somebody replies to an SMS, and reads in the outbox what comes back', async () => {
  await page.goto(`${app.url}/dev/sandbox`)
  await page.getByLabel('From').fill('+12125550123')
  await page.getByLabel('Text').fill('HELP')
  await page.getByRole('button', { name: 'Send the reply' }).click()
  await expectPage(page.getByRole('article')).toContainText('STOP ends them')
  await page.getByRole('link', { name: 'Reply to this SMS' }).click()
  await expectPage(page.getByLabel('From')).toHaveValue('+12125550123')
})

test('the page has no accessibility violations and fits a phone', async () => {
  app.sandbox.misbehave.set({ lost: true })
  await page.goto(`${app.url}/dev/sandbox`)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
