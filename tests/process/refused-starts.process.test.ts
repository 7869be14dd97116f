import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import Stripe from 'stripe'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildIfStale } from '#tools/scripts/build.ts'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { freePort, startFreshApp, startInVain } from '../support/fresh-app.ts'

type Settings = Record<string, string>

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-refused-'))
let database: TestDatabase
beforeAll(buildIfStale, 120_000)
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://start.test',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@start.test',
  RATE_LIMITS: 'on',
}
const stripe = (kind: string, secret = 'sk') => ({
  STRIPE_SECRET_KEY: `${secret}_${kind}_${'x'.repeat(30)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_x`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'x'.repeat(32)}`,
})
const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '0'.repeat(32),
  TWILIO_PHONE_NUMBER: '+12125550100',
}

/** That a start ends with 1 and one line on the standard error, which is `line` or fits it. */
async function expectRefusal(settings: Settings, line: string | RegExp) {
  const { code, stdout, stderr } = await startInVain(settings)
  expect(stderr).toMatch(/^[^\n]+\n$/)
  if (typeof line === 'string') expect(stderr).toBe(`${line}\n`)
  else expect(stderr).toMatch(line)
  expect([code, stdout]).toEqual([1, ''])
}

test('production does not start on what the demo has filled', async () => {
  const line = 'This database holds demo data. Set DATABASE_URL or DATA_DIR to an empty one.'
  const settings = { DATA_DIR: path.join(folder, 'demo') }
  const demo = await startFreshApp(settings)
  await demo.stop()
  await expectRefusal({ ...settings, ...production }, line)

  const server = { DATABASE_URL: database.url }
  await (await startFreshApp(server)).stop()
  await expectRefusal({ ...server, ...production }, line)
})

test('without NODE_ENV nothing starts on what production has run on', async () => {
  const own = await createTestDatabase()
  const server = { DATABASE_URL: own.url }
  await (await startFreshApp({ ...server, ...production })).stop()
  await expectRefusal(server, /^This database is production’s\. Set NODE_ENV=production/)
  await own.drop()
})

describe('the demo does not start', () => {
  test.each<[string, Settings, RegExp]>([
    ['with a key for real money', stripe('live'), /^STRIPE_SECRET_KEY takes real money/],
    ['with a restricted key for real money', stripe('live', 'rk'), /^STRIPE_SECRET_KEY takes real money/],
    ['with a phone number that sends real SMS', twilio, /^TWILIO_PHONE_NUMBER sends real SMS/],
    ['under an https address', { BASE_URL: 'https://127.0.0.1' }, /^BASE_URL https.* is for others.*DEMO=public/],
    ['under a name for others', { BASE_URL: 'http://shop.example' }, /^BASE_URL http.* is for others/],
    ['where other machines reach it', { HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 lets other machines in.*DEMO=public/],
    ['where other machines reach it by IPv6', { HOST: '::' }, /^HOST :: lets other machines in/],
    ['where other machines reach it by name', { HOST: 'shop.example' }, /^HOST shop.example lets other/],
    ['for strangers with a key for real money', { ...stripe('live'), DEMO: 'public', RATE_LIMITS: 'on' }, /^STRIPE_/],
    ['for strangers without limits', { DEMO: 'public', RATE_LIMITS: 'off' }, /^RATE_LIMITS must be on/],
  ])('%s', async (_, settings, line) => {
    await expectRefusal(settings, line)
  })
})

describe('a wrong setting ends the start with one line and 1', () => {
  test.each<[Settings, RegExp]>([
    [{ NODE_ENV: 'Production' }, /^NODE_ENV must be production/],
    [{ DEMO: 'yes' }, /^DEMO must be public/],
    [{ ...production, DEMO: 'public' }, /^DEMO is not for production/],
    [{ ...production, SMTP_URL: '' }, /^SMTP_URL must be set/],
    [{ ...production, MAIL_FROM: '' }, /^MAIL_FROM must be set in production/],
    [{ ...production, MAIL_FROM: 'Shop <hello@levelup.example>' }, /^MAIL_FROM must be set/],
    [{ SMTP_URL: 'smtp://level:p@ss#w@rd@mail.test' }, /^SMTP_URL must be an address such as smtp:.*%23/],
    [{ MAIL_FROM: 'not an address' }, /^MAIL_FROM must be one e-mail address/],
    [{ SECURITY_CONTACT: 'security@shop.example' }, /^SECURITY_CONTACT must be a mailto:/],
    [{ LOG_LEVEL: 'loud', SMS_COUNTRIES: 'US,Canada' }, /^SMS_COUNTRIES must be.*; LOG_LEVEL must be fatal/],
    [{ DATABASE_URL: 'postgres://x:a/b@db.test/x' }, /^DATABASE_URL must be a postgres:\/\/ address.*%2F/],
    [{ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' }, /^DATABASE_URL: the database cannot be reached: .*REFUSED/],
    [{ DATABASE_URL: 'postgres://x:y@localhost:1/x' }, /^DATABASE_URL: the database cannot be reached: .*REFUSED/],
    [{ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x?sslrootcert=/missing' }, /^DATABASE_URL: .*ENOENT.*\/missing/],
    [{ DATA_DIR: '/dev/null/x' }, /^DATA_DIR: .*\/dev\/null/],
  ])('%o', async (settings, line) => {
    await expectRefusal(settings, line)
  })

  test('of a database whose user may not make tables', async () => {
    const owner = new Client(inject('testCluster').adminUrl)
    await owner.connect()
    const name = `guest_${process.pid}`
    await owner.query(`create role ${name} login password 'guest'`)
    try {
      const url = new URL(database.url)
      url.username = name
      url.password = 'guest'
      await expectRefusal({ DATABASE_URL: url.href }, /^DATABASE_URL: its user has to own the database: permission/)
    } finally {
      await owner.query(`drop role ${name}`)
      await owner.end()
    }
  })

  test('of a database that takes no changes', async () => {
    const url = new URL(database.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    await expectRefusal({ DATABASE_URL: url.href }, /^DATABASE_URL: the database has to be writable: cannot execute/)
  })

  test('of a port or a folder that another process has', async () => {
    const port = await freePort()
    const taken = createServer().listen(port, '127.0.0.1')
    await once(taken, 'listening')
    const settings = { DATABASE_URL: database.url }
    await expectRefusal({ ...settings, PORT: String(port) }, /^HOST, PORT: .*EADDRINUSE/)
    await expectRefusal({ ...settings, METRICS_PORT: String(port) }, /^METRICS_HOST, METRICS_PORT: .*EADDRINUSE/)
    taken.close()

    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    await expectRefusal({ ...settings, DATA_DIR: file }, /^DATA_DIR: .*EEXIST/)
    const other = await startFreshApp({ DATA_DIR: path.join(folder, 'taken') })
    await expectRefusal({ DATA_DIR: path.join(folder, 'taken') }, /^DATA_DIR: .* is in use by another/)
    await other.stop()
  })
})

test('the start says in one line what it runs with', async () => {
  const own = await createTestDatabase()
  let said = ''
  const app = await startFreshApp({ ...production, DATABASE_URL: own.url, LOG_LEVEL: 'info' }, (text) => {
    said += text
  })
  await app.stop()
  await own.drop()
  const { pathname } = new URL(own.url)
  const lines = said.split('\n').filter((line) => line.includes('is ready'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!).msg).toMatch(
    new RegExp(
      `^Level Up \\d\\S+ is ready at https://start\\.test, database ${pathname.slice(1)} at \\S+, migrations up to \\d{4}_[\\w-]+, payments off, mail 127\\.0\\.0\\.1:9, SMS off$`,
    ),
  )
})

describe('a demo for strangers', () => {
  const logIn = async (url: string, email: string, password: string) => {
    const body = JSON.stringify({ email, password })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status
  }

  /** Starts it, and gives the passwords that it prints. */
  async function startPublicDemo(settings: Settings) {
    let said = ''
    const open = { DEMO: 'public', HOST: '0.0.0.0', BASE_URL: 'https://demo.example', RATE_LIMITS: 'on' }
    const app = await startFreshApp({ ...open, ...settings, LOG_LEVEL: 'info' }, (text) => {
      said += text
    })
    const printed = said.matchAll(/^ {2}(\S+@demo\.test) (\S+)$/gm)
    const passwords = Object.fromEntries([...printed].map(([, email, password]) => [email!, password!]))
    return { app, passwords, said: () => said }
  }

  test('has fresh passwords at each start, and asks for one at /dev', async () => {
    const settings = { DATA_DIR: path.join(folder, 'public') }
    const first = await startPublicDemo(settings)
    const { url } = first.app
    expect(Object.keys(first.passwords)).toEqual([
      'owner@demo.test',
      'admin@demo.test',
      'coach@demo.test',
      'player@demo.test',
    ])
    expect(new Set(Object.values(first.passwords)).size).toBe(4)
    for (const [email, password] of Object.entries(first.passwords)) {
      expect(await logIn(url, email, 'levelup-demo'), email).toBe(401)
      expect(await logIn(url, email, password), email).toBe(200)
    }
    expect(await logIn(url, 'rimshot@demo.test', 'levelup-demo')).toBe(401)

    const ask = (path: string, password?: string) =>
      fetch(`${url}${path}`, {
        headers: password ? { authorization: `Basic ${Buffer.from(`owner:${password}`).toString('base64')}` } : {},
      })
    const owners = first.passwords['owner@demo.test']!
    const pages = ['/dev/outbox', '/dev/outbox.json', '/dev/outbox/1.json', '/dev/outbox/1.html', '/dev/sandbox']
    for (const page of [...pages, '/dev/outbox/1/attachments/0', '/dev/sandbox.json']) {
      const refused = await ask(page)
      expect([refused.status, refused.headers.get('www-authenticate')], page).toEqual([
        401,
        expect.stringMatching(/^Basic /),
      ])
      expect((await ask(page, first.passwords['player@demo.test'])).status, page).toBe(401)
      const shown = await ask(page, owners)
      expect([200, 404], page).toContain(shown.status)
      expect(shown.headers.get('set-cookie'), page).toBeNull()
    }
    for (const change of ['/dev/sandbox', '/dev/sandbox.json', '/dev/sandbox/normal'])
      expect((await fetch(`${url}${change}`, { method: 'POST' })).status, change).toBe(401)
    const payload = JSON.stringify({ id: 'evt_x', object: 'event', type: 'charge.dispute.closed' })
    const forged = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' })
    const headers = { 'stripe-signature': forged, 'content-type': 'application/json' }
    expect((await fetch(`${url}/api/webhooks/stripe`, { method: 'POST', headers, body: payload })).status).toBe(400)
    const signature = getExpectedTwilioSignature('sandbox', 'https://demo.example/api/webhooks/sms', {})
    const sms = { method: 'POST', headers: { 'x-twilio-signature': signature }, body: new URLSearchParams() }
    expect((await fetch(`${url}/api/webhooks/sms`, sms)).status).toBe(403)
    // What players pay by.
    expect((await ask('/dev/stripe.js')).status).toBe(200)

    await first.app.stop()
    const logged = first
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    for (const password of Object.values(first.passwords)) expect(logged.join('\n')).not.toContain(password)

    const second = await startPublicDemo(settings)
    expect(await logIn(second.app.url, 'owner@demo.test', owners)).toBe(401)
    expect(await logIn(second.app.url, 'owner@demo.test', second.passwords['owner@demo.test']!)).toBe(200)
    await second.app.stop()
  })
})
