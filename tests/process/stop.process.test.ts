import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { openDatabaseLine } from '../support/database/database-line.ts'
import { startFreshApp } from '../support/fresh-app.ts'
import { basic } from '../support/prices.ts'

/** The app is told to stop: what is under way is finished, and nothing is left behind. Against real processes. */
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function startApp(settings: Record<string, string> = {}) {
  const app = await startFreshApp({ LOG_LEVEL: 'silent', PATIENCE: '1', ...settings })
  cleanUps.push(app.stop)
  return app
}

/** The app on a database that the test can reach, hold up and take away. */
async function startAppAndDatabase() {
  const folder = await mkdtemp(path.join(tmpdir(), 'level-up-stop-'))
  const database = await startEmbeddedPostgres(folder, { durable: false })
  cleanUps.push(async () => {
    await database.stop()
    await rm(folder, { recursive: true })
  })
  const line = await openDatabaseLine(database.url)
  cleanUps.push(line.close)
  const app = await startApp({ DATABASE_URL: line.url })
  const client = new Client(database.url)
  client.on('error', () => {})
  await client.connect()
  cleanUps.push(() => client.end())
  return { app, line, client }
}

async function signUp(url: string, name: string): Promise<{ status: number; token: string }> {
  const account = { name, email: `${name}@stop.test`, password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
  const answer = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  return { status: answer.status, token: ((await answer.json()) as { token: string }).token }
}

const postmasterOf = async (dataDir: string) =>
  Number((await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

/** Until the app takes no more connections: it has heard that it shall stop. */
const untilRefused = (url: string) =>
  expect.poll(() => fetch(`${url}/api/health`).then(({ status }) => status, String)).toContain('fetch failed')

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: requests under way finish, new ones are refused, the exit is clean and leaves no database behind',
  async (signal) => {
    const app = await startApp()
    const postmaster = await postmasterOf(app.dataDir)
    // On connections that the server has: one it has not yet taken is nobody's when it stops to listen.
    await Promise.all(Array.from({ length: 25 }, async () => (await fetch(`${app.url}/api/health`)).text()))
    // Signing up waits for its turn at the password hash, so a few dozen at once keep the server busy for a while.
    const underWay = Array.from({ length: 25 }, (_, i) => signUp(app.url, `player${i}`))
    await Promise.race(underWay)
    process.kill(app.pid, signal)
    // As npm does with the Ctrl-C that the terminal has sent to us already.
    process.kill(app.pid, signal)
    await untilRefused(app.url)
    // On a busy machine some of them are read only after the signal: they are told so, and none is cut off.
    const statuses = (await Promise.all(underWay)).map((answer) => answer.status)
    expect(statuses).toContain(200)
    for (const status of statuses) expect([200, 503]).toContain(status)
    expect(await app.exited).toBe(0)
    expect(existsSync(`/proc/${postmaster}`)).toBe(false)
  },
)

test('a slow payment intent and a job under way finish; idle and silent connections are closed', async () => {
  const { app, client } = await startAppAndDatabase()
  const { token } = await signUp(app.url, 'slow')
  const isWelcomed = `select from deliveries where status = 'sent' and recipient = 'slow@stop.test'`
  await expect.poll(async () => (await client.query(isWelcomed)).rowCount).toBe(1)
  const idle = net.connect(Number(new URL(app.url).port), '127.0.0.1')
  idle.write('GET /api/health HTTP/1.1\r\nhost: level-up\r\n\r\n')
  const silent = net.connect(Number(new URL(app.url).port), '127.0.0.1')
  await Promise.all([once(idle, 'data'), once(silent, 'connect')])
  const closed = Promise.all([idle, silent].map((socket) => once(socket.resume(), 'close')))

  // A mail whose delivery takes two seconds more to begin and to be recorded, and orders that cannot be written for two.
  await client.query(`
    create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(2); return new; end';
    create trigger wait before update on deliveries for each row execute function wait();
    create trigger wait before insert on orders for each row execute function wait();`)
  await signUp(app.url, 'slower')
  const isDelivering = `select from pg_stat_activity where query ilike 'update "deliveries"%' and state = 'active'`
  await expect.poll(async () => (await client.query(isDelivering)).rowCount).toBe(1)
  const intent = fetch(`${app.url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ amount: basic.decimal, metadata: { serviceId: '1on1-basic', game: 'both' } }),
  })
  const isOrdering = `select from pg_stat_activity where query ilike '%insert into "orders"%' and state = 'active' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await client.query(isOrdering)).rowCount).toBe(1)

  process.kill(app.pid, 'SIGTERM')
  await closed
  const { status, body } = await intent.then(async (answer) => ({ status: answer.status, body: await answer.json() }))
  expect([status, body]).toEqual([200, expect.objectContaining({ clientSecret: expect.any(String) })])
  expect(await app.exited).toBe(0)
  const delivery = await client.query(`select status from deliveries where recipient = 'slower@stop.test'`)
  expect(delivery.rows).toEqual([{ status: 'sent' }])
})

test.each([
  ['refuses', 'close'],
  ['says nothing', 'goSilent'],
] as const)('while the database %s it stops too', async (_, takeAway) => {
  const { app, line } = await startAppAndDatabase()
  await line[takeAway]()
  process.kill(app.pid, 'SIGTERM')
  expect(await app.exited).toBe(0)
})

test('a second signal ends it at once', async () => {
  const { app, client } = await startAppAndDatabase()
  await client.query('begin; lock table users in access exclusive mode')
  const stuck = signUp(app.url, 'stuck').catch(() => 'cut')
  await expect.poll(async () => (await client.query('select from pg_locks where not granted')).rowCount).toBe(1)
  const from = Date.now()
  process.kill(app.pid, 'SIGINT')
  await untilRefused(app.url)
  // One that comes within a second is npm's own.
  const impatience = setInterval(() => process.kill(app.pid, 'SIGINT'), 1_100)
  expect(await app.exited.finally(() => clearInterval(impatience))).toBe(1)
  // Sooner than it gives up by itself.
  expect(Date.now() - from).toBeLessThan(14_000)
  expect(await stuck).toBe('cut')
})
