import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTransport } from 'nodemailer'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#src/sandbox/sandbox.ts'

let dataDir: string
let sandbox: Sandbox
let app: FastifyInstance
let stripe: Stripe

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  sandbox = await startSandbox({ dataDir, webhook: { url: () => null, secret: 'whsec_test' } })
  app = Fastify()
  app.register(sandbox.plugin)
  stripe = new Stripe(sandbox.stripe.secretKey, sandbox.stripe.apiAddress)
})

afterAll(async () => {
  await app.close()
  await sandbox.close()
  await rm(dataDir, { recursive: true })
})

const payments = '/dev/stripe/v1/payment_intents'
const newIntent = () => stripe.paymentIntents.create({ amount: 2900, currency: 'usd', metadata: { orderId: 'secret' } })

/** What the Stripe.js stand-in sends. */
const confirm = (intent: Stripe.PaymentIntent, number: string, more = {}) =>
  post(`${payments}/${intent.id}/confirm`, {
    client_secret: intent.client_secret!,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
    ...more,
  })

const post = async (url: string, body: Record<string, string>) => {
  const payload = new URLSearchParams({ key: sandbox.stripe.publishableKey, ...body }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await app.inject({ method: 'POST', url, payload, headers })
  return { status: response.statusCode, body: response.json() }
}

test('a browser reads its own payment by client secret, and only its public part', async () => {
  const intent = await newIntent()
  const query = { key: sandbox.stripe.publishableKey, client_secret: intent.client_secret! }
  const response = await app.inject({ url: `${payments}/${intent.id}`, query })
  expect(response.json()).toMatchObject({ id: intent.id, amount: 2900, status: 'requires_payment_method' })
  expect(response.body).not.toContain('orderId')

  const wrong = await app.inject({ url: `${payments}/${intent.id}`, query: { ...query, client_secret: 'x' } })
  expect(wrong.statusCode).toBe(400)
  const withoutKey = await app.inject({
    url: `${payments}/${intent.id}`,
    query: { client_secret: query.client_secret },
  })
  expect(withoutKey.statusCode).toBe(401)
})

test('the routes inside the app never take the secret key and never create, list or cancel', async () => {
  const headers = { authorization: `Bearer ${sandbox.stripe.secretKey}` }
  const intent = await newIntent()
  expect((await app.inject({ url: `${payments}/${intent.id}`, headers })).statusCode).toBe(401)
  expect((await app.inject({ url: payments, headers })).statusCode).toBe(404)
  expect((await post(`${payments}/${intent.id}/cancel`, {})).status).toBe(404)
  const browser = new Stripe(sandbox.stripe.publishableKey, sandbox.stripe.apiAddress)
  await expect(browser.paymentIntents.create({ amount: 2900, currency: 'usd' })).rejects.toMatchObject({
    code: 'secret_key_required',
  })
})

test('typed cards pay, are declined, or cannot be right', async () => {
  expect(await confirm(await newIntent(), '4242424242424242')).toMatchObject({ body: { status: 'succeeded' } })

  const declined = await confirm(await newIntent(), '4000000000000002')
  expect(declined).toMatchObject({ status: 402, body: { error: { message: 'Your card was declined.' } } })
  expect(declined.body.error.payment_intent.status).toBe('requires_payment_method')
  expect(JSON.stringify(declined.body)).not.toContain('orderId')

  const realCard = await confirm(await newIntent(), '5555555555554444')
  expect(realCard).toMatchObject({ status: 402, body: { error: { decline_code: 'test_mode_live_card' } } })
  expect(await confirm(await newIntent(), '4242424242424241')).toMatchObject({
    body: { error: { code: 'incorrect_number' } },
  })
  const expired = { 'payment_method_data[card][exp_year]': '20' }
  expect(await confirm(await newIntent(), '4242424242424242', expired)).toMatchObject({
    body: { error: { code: 'invalid_expiry_year' } },
  })
})

test('3155 asks for confirmation; the answer decides', async () => {
  const intent = await newIntent()
  const client_secret = intent.client_secret!
  expect(await confirm(intent, '4000002500003155')).toMatchObject({ body: { status: 'requires_action' } })
  const failed = await post(`${payments}/${intent.id}/authenticate`, { client_secret, answer: 'fail' })
  expect(failed.body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { message: expect.stringContaining('We are unable to authenticate your payment method.') },
  })

  await confirm(intent, '4000002500003155')
  const paid = await post(`${payments}/${intent.id}/authenticate`, { client_secret, answer: 'complete' })
  expect(paid.body.status).toBe('succeeded')
  expect(
    sandbox.ledger
      .events()
      .slice(0, 2)
      .map(({ type }) => type),
  ).toEqual(['payment_intent.succeeded', 'payment_intent.requires_action'])
})

test('a mail with an invite reaches the outbox, as JSON and as a page', async () => {
  const invite = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'
  const mailer = createTransport(sandbox.smtpUrl)
  await mailer.sendMail({
    from: 'Level Up <hello@levelup.test>',
    to: 'player@demo.test',
    subject: 'Booked <3',
    text: 'See you at http://127.0.0.1/sessions?a=1&b=2.',
    html: '<p style="color:red">See you</p>',
    icalEvent: { filename: 'session.ics', method: 'REQUEST', content: invite },
  })
  mailer.close()

  const [mail] = (await app.inject('/dev/outbox.json?to=player@')).json()
  expect(mail).toEqual({
    id: expect.any(String),
    channel: 'email',
    to: 'player@demo.test',
    subject: 'Booked <3',
    text: expect.stringContaining('See you at'),
    sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect((await app.inject('/dev/outbox.json?to=coach@')).json()).toEqual([])
  expect(sandbox.outbox.list()).toEqual([mail])

  const detail = (await app.inject(`/dev/outbox/${mail.id}.json`)).json()
  expect(detail).toMatchObject({
    from: expect.stringContaining('hello@levelup.test'),
    html: expect.stringContaining('<p'),
  })
  const index = detail.attachments.findIndex(({ filename }: { filename: string }) => filename === 'session.ics')
  expect(detail.attachments[index].text).toContain('BEGIN:VCALENDAR')

  const page = await app.inject('/dev/outbox')
  expect(page.body).toContain('Booked &lt;3')
  expect(page.body).toContain('href="http://127.0.0.1/sessions?a=1&amp;b=2"')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  const file = await app.inject(`/dev/outbox/${mail.id}/attachments/${index}`)
  expect(file.headers['content-disposition']).toContain('session.ics')
  expect((await app.inject(`/dev/outbox/${mail.id}.html`)).body).toContain('See you')

  const one = (await app.inject(`/dev/outbox/${mail.id}`)).body
  expect(one).toContain('<h1>Booked &lt;3</h1>')
  for (const type of ['multipart/mixed', 'multipart/alternative', 'text/html', 'text/calendar', 'application/ics'])
    expect(one).toContain(`<strong>${type}</strong>`)
  expect(one).toContain('<pre class="source">BEGIN:VCALENDAR\r\nEND:VCALENDAR</pre>')
  expect(one).toContain('<dt>Subject</dt><dd>Booked &lt;3</dd>')
  expect(one).toContain('600 px, dark')
  const source = await app.inject(`/dev/outbox/${mail.id}.eml`)
  expect(source.body).toBe(detail.raw)
  expect(source.body).toContain('Subject: Booked <3\r\n')
  expect((await app.inject('/dev/outbox/999')).statusCode).toBe(404)
  expect((await app.inject('/dev/outbox/999.json')).statusCode).toBe(404)
})

test('a mail is shown as light and dark clients show it', async () => {
  const mailer = createTransport(sandbox.smtpUrl)
  const html = '<style>@media (prefers-color-scheme: dark) { p { color: white } }</style><p>Hi</p>'
  await mailer.sendMail({ from: 'a@levelup.test', to: 'dark@demo.test', subject: 'Dark', html })
  mailer.close()
  const [mail] = (await app.inject('/dev/outbox.json?to=dark@')).json()
  const shown = async (scheme: string) => (await app.inject(`/dev/outbox/${mail.id}.html?scheme=${scheme}`)).body
  expect(await shown('dark')).toContain('@media all {')
  expect(await shown('light')).toContain('@media not all {')
})

test('an SMS shows what it costs', async () => {
  const send = (text: string) =>
    fetch(`${sandbox.sms.apiAddress}/2010-04-01/Accounts/${sandbox.sms.accountSid}/Messages.json`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${sandbox.sms.accountSid}:${sandbox.sms.authToken}`)}`,
      },
      body: new URLSearchParams({ To: '+12125550100', From: sandbox.sms.phoneNumber, Body: text }),
    })
  await send('See you at 5')
  await send(`From 5 – 6 ${'.'.repeat(60)}`)
  const [long, short] = (await app.inject('/dev/outbox.json?to=%2B1212')).json()
  expect((await app.inject(`/dev/outbox/${short.id}`)).body).toContain('<strong>1 segment</strong> GSM-7')
  expect((await app.inject(`/dev/outbox/${long.id}`)).body).toContain('<strong>2 segments</strong> UCS-2')
})

test('the browser files are served', async () => {
  for (const name of ['stripe.js', 'stripe.css', 'dev.css']) {
    const response = await app.inject(`/dev/${name}`)
    expect([name, response.statusCode]).toEqual([name, 200])
  }
})
