import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Coach, OwnerCoach } from '#src/features/coaches/contract.ts'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { startFreshApp } from '../support/fresh-app.ts'

/** What one process is told, the other knows: two real processes on one database, each asked directly. */
const closings: (() => Promise<unknown>)[] = []
let dataDir: string
let client: Client
let urls: [string, string]
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'level-up-two-'))
  closings.push(() => rm(dataDir, { recursive: true }))
  const database = await startEmbeddedPostgres(dataDir, { durable: false })
  closings.push(() => database.stop())
  client = new Client(database.url)
  await client.connect()
  closings.push(() => client.end())
  const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent', RATE_LIMITS: 'on' }
  const start = async () => {
    const app = await startFreshApp(settings)
    closings.push(app.stop)
    return app.url
  }
  // At one moment, while the database is empty: one brings the tables and the demo's people, the other waits for them.
  urls = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const close of closings.reverse()) await close()
})

async function send<T>(
  method: string,
  url: string,
  token?: string,
  body?: object,
): Promise<{ status: number; body: T }> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as T }
}

async function logIn(url: string, email: string, password = 'levelup-demo') {
  return send<{ token: string }>('POST', `${url}/api/auth/login`, undefined, { email, password })
}

test('a session begun at one is known at the other, and over there when it ends here, its live stream too', async () => {
  const [here, there] = urls
  const { token } = (await logIn(here, 'player@demo.test')).body
  expect((await send('GET', `${there}/api/auth/me`, token)).status).toBe(200)
  const { body: booked } = await send<{ id: string }[]>('GET', `${there}/api/bookings/mine`, token)
  const headers = { authorization: `Bearer ${token}` }
  const live = await fetch(`${there}/api/messages/live?bookingId=${booked[0]!.id}`, { headers })
  expect(live.status).toBe(200)
  await send('POST', `${here}/api/auth/logout`, token, {})
  expect((await send('GET', `${there}/api/auth/me`, token)).status).toBe(401)
  // Ends: otherwise this reads for five minutes.
  await live.text()
})

test('what the owner changes at one is in the kept list and the kept pages of the other', async () => {
  const [here, there] = urls
  const { token } = (await logIn(here, 'owner@demo.test')).body
  const listed = () => send<Coach[]>('GET', `${there}/api/coaches`)
  const page = async () => (await fetch(`${there}/`)).text()
  const coach = (await listed()).body[0]!
  expect(await page()).toContain(coach.title)
  const title = 'Known in both houses'
  const change = { title, currentRank: 'Known everywhere' }
  expect((await send<OwnerCoach>('PATCH', `${here}/api/owner/coaches/${coach.id}`, token, change)).status).toBe(200)
  await expect.poll(async () => (await listed()).body.find(({ id }) => id === coach.id)!.title).toBe(title)
  await expect.poll(page).toContain(title)
})

test('a limit counts what came to either', async () => {
  const email = 'guessed@two.test'
  const tries: number[] = []
  for (let i = 0; i < 12; i++) tries.push((await logIn(urls[i % 2]!, email, 'wrong-one')).status)
  expect(tries).toEqual([...Array(10).fill(401), 429, 429])
})

test('a mail asked for at either leaves once', async () => {
  const emails = Array.from({ length: 12 }, (_, i) => `once-${String.fromCharCode(97 + i)}@two.test`)
  await Promise.all(
    emails.map(async (email, i) => {
      const account = { name: 'Once', email, password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
      expect((await send('POST', `${urls[i % 2]}/api/auth/signup`, undefined, account)).status).toBe(200)
    }),
  )
  // A job makes the code, another sends its mail.
  const ofOurs = `select status, attempts from deliveries where recipient like 'once-%'`
  const allSent = emails.map(() => ({ status: 'sent', attempts: 1 }))
  await expect.poll(async () => (await client.query(ofOurs)).rows).toEqual(allSent)
  const outbox = new DatabaseSync(path.join(dataDir, 'sandbox.sqlite'), { readOnly: true, timeout: 30_000 })
  const sent = outbox.prepare(`select recipient from outbox where recipient like 'once-%' order by recipient`).all()
  outbox.close()
  expect(sent.map(({ recipient }) => recipient)).toEqual(emails)
})
