import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, expect as expectPage, type Page } from '@playwright/test'
import Fastify, { type FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { build, type Rolldown } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#src/sandbox/sandbox.ts'
import { findChromium } from '#tests/support/browser/chromium.ts'

// The strictest policy a page may have: nothing inline, nothing from elsewhere.
const policy = "default-src 'self'"

let dataDir: string
let sandbox: Sandbox
let stripe: Stripe
let app: FastifyInstance
let url: string
let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  sandbox = await startSandbox({ dataDir, webhook: { url: () => null, secret: 'whsec_test' } })
  stripe = new Stripe(sandbox.stripe.secretKey, sandbox.stripe.apiAddress)
  app = await serveCheckout()
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  browser = await chromium.launch(await findChromium())
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
  await sandbox?.close()
  await rm(dataDir, { recursive: true })
})

beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 720, height: 900 }, colorScheme: 'dark' })
  page = await context.newPage()
  problems = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
})

afterEach(async () => {
  await page.context().close()
})

async function serveCheckout(): Promise<FastifyInstance> {
  const entry = join(import.meta.dirname, 'fixture/checkout.tsx')
  const bundle = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput
  const html = `<!doctype html><html lang="en"><title>Checkout</title><link rel="stylesheet" href="/page.css">
    <main id="root"></main><script src="/dev/stripe.js"></script><script type="module" src="/checkout.js"></script>`

  const app = Fastify()
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', policy)
  })
  app.register(sandbox.plugin)
  app.get('/', async (_, reply) => reply.type('text/html').send(html))
  app.get('/checkout.js', async (_, reply) => reply.type('text/javascript').send(bundle.output[0].code))
  app.get('/page.css', async (_, reply) => reply.type('text/css').send('body { background: #0d1017; color: #fff }'))
  app.get('/payment-success', async (_, reply) => reply.type('text/html').send('<title>Done</title>'))
  return app
}

async function openCheckout(): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.create({ amount: 2900, currency: 'usd' })
  await page.goto(`${url}/?secret=${intent.client_secret}`)
  await expectPage(page.getByRole('status')).toHaveText('ready')
  return intent
}

async function type(number: string, expiry = '1234', code = '123') {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: 'Expiration date' }).fill(expiry)
  await page.getByRole('textbox', { name: 'Security code' }).fill(code)
}

const payButton = () => page.getByRole('button', { name: 'Pay $29.00' })
const isPaid = (intent: Stripe.PaymentIntent) => sandbox.ledger.intent(intent.id).status

test('a card pays and the browser returns as Stripe returns it', async () => {
  const intent = await openCheckout()
  await type('4242424242424242')
  await expectPage(page.getByRole('textbox', { name: 'Card number' })).toHaveValue('4242 4242 4242 4242')
  await expectPage(page.getByRole('textbox', { name: 'Expiration date' })).toHaveValue('12 / 34')
  await payButton().click()
  await page.waitForURL(/payment-success/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    from: 'checkout',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  })
  expect(isPaid(intent)).toBe('succeeded')
  expect(problems).toEqual([])
})

test('a declined card is told to the page, and a test card can be picked instead', async () => {
  await openCheckout()
  await type('4000000000000002')
  await payButton().click()
  await expectPage(page.getByRole('status')).toHaveText('card_declined: Your card was declined.')
  await page.getByRole('button', { name: 'Use test card 4000 0000 0000 0077' }).click()
  await page.getByRole('textbox', { name: 'Security code' }).press('Enter')
  await page.waitForURL(/redirect_status=processing/)
})

test('an unfinished form is pointed out in the words of Stripe', async () => {
  const intent = await openCheckout()
  await type('4242', '0120', '1')
  await payButton().click()
  await expectPage(page.getByText('Your card number is incomplete.', { exact: true })).toBeVisible()
  await expectPage(page.getByText("Your card's expiration year is in the past.")).toBeVisible()
  await expectPage(page.getByText("Your card's security code is incomplete.")).toBeVisible()
  await expectPage(page.getByRole('textbox', { name: 'Card number' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242424242424241')
  await expectPage(page.getByText('Your card number is invalid.')).toBeVisible()

  await page.getByRole('tab', { name: 'Card' }).press('ArrowRight')
  await expectPage(page.getByRole('tab', { name: 'Bank' })).toBeFocused()
  await payButton().click()
  await expectPage(page.getByRole('status')).toContainText('Please choose Card')
  expect(isPaid(intent)).toBe('requires_payment_method')
})

test('typing keeps the caret, and a date can be deleted', async () => {
  await openCheckout()
  const number = page.getByRole('textbox', { name: 'Card number' })
  await number.pressSequentially('424242424242424')
  for (let steps = 0; steps < 5; steps += 1) await number.press('ArrowLeft')
  await number.press('Backspace')
  await number.pressSequentially('97')
  await expectPage(number).toHaveValue('4242 4242 4297 2424')
  const expiry = page.getByRole('textbox', { name: 'Expiration date' })
  await expiry.pressSequentially('4')
  await expectPage(expiry).toHaveValue('04 / ')
  for (let steps = 0; steps < 5; steps += 1) await expiry.press('Backspace')
  await expectPage(expiry).toHaveValue('')
})

test('the bank asks in a dialog of its own; the answer decides', async () => {
  const intent = await openCheckout()
  await type('4000002500003155')
  await payButton().click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your payment' })
  await dialog.getByRole('button', { name: 'Fail' }).click()
  await expectPage(page.getByRole('status')).toContainText('We are unable to authenticate your payment method.')

  await payButton().click()
  await expectPage(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expectPage(dialog).toBeHidden()
  await expectPage(page.getByRole('dialog', { name: 'Complete Payment' })).toBeVisible()

  await payButton().click()
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(/redirect_status=succeeded/)
  expect(isPaid(intent)).toBe('succeeded')
})

test('a payment that is over shows no form', async () => {
  const intent = await openCheckout()
  await stripe.paymentIntents.cancel(intent.id)
  await page.reload()
  await expectPage(page.getByRole('alert')).toHaveText('This payment is already complete or was canceled.')
})

test('the element has no accessibility violations', async () => {
  await openCheckout()
  await type('4242', '0120', '1')
  await payButton().click()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})
