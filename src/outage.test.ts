import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#src/server/embedded-postgres.ts'
import { startFreshApp } from '#src/testing/fresh-app.ts'
import { payByCard } from '#src/testing/pay.ts'

/**
 * The database goes away under traffic and comes back: by being shut down, and by being frozen, which no error message
 * announces. The outages here last `OUTAGE_SECONDS` (8 unless said otherwise); the promise is for 60.
 */
const seconds = Number(process.env.OUTAGE_SECONDS ?? 8)
let folder: string
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let app: Awaited<ReturnType<typeof startFreshApp>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'level-up-outage-'))
  database = await startEmbeddedPostgres(folder)
  app = await startFreshApp({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { at: number; status: number; took: number; retryAfter: string | null; booked: string | null }

/** One request, and how it went. */
async function ask(url: string, init: RequestInit = {}): Promise<Answer & { body: Record<string, unknown> }> {
  const at = Date.now()
  const response = await fetch(`${app.url}${url}`, { signal: AbortSignal.timeout(20_000), ...init })
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  return {
    at,
    status: response.status,
    took: Date.now() - at,
    retryAfter: response.headers.get('retry-after'),
    booked: null,
    body,
  }
}

const post = (url: string, body: object, token?: string) =>
  ask(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })

/** Books hour after hour until told to stop; gives every answer, and the bookings that were acknowledged. */
async function traffic(name: string, stop: AbortSignal): Promise<Answer[]> {
  const answers: Answer[] = []
  const account = { name, email: `${name}@outage.test`, password: 'secret1', confirmPassword: 'secret1' }
  const token = String((await post('/api/auth/signup', account)).body.token)
  while (!stop.aborted) {
    const free = await ask('/api/free-hours?serviceId=1on1-basic&game=both')
    answers.push(free)
    const days = (free.body.days ?? []) as { hours: { date: string; time: string; state: string }[] }[]
    const hour = days.flatMap((day) => day.hours).find((each) => each.state === 'free')
    if (hour) {
      const metadata = { serviceId: '1on1-basic', game: 'both', selectedDate: hour.date, selectedTime: hour.time }
      const intent = await post('/api/create-payment-intent', { amount: 29, metadata }, token)
      answers.push(intent)
      if (intent.status === 200) {
        await payByCard(app.url, intent.body as { paymentIntentId: string; clientSecret: string })
        const confirmed = await post('/api/booking-confirmation', intent.body, token)
        answers.push({ ...confirmed, booked: (confirmed.body.booking as { id: string } | undefined)?.id ?? null })
      }
    }
    await sleep(100)
  }
  return answers
}

async function outageOf(kind: string, takeAway: () => Promise<void> | void, bringBack: () => Promise<void> | void) {
  const stop = new AbortController()
  const players = Promise.all(['a', 'b', 'c'].map((name) => traffic(`${kind}-${name}`, stop.signal)))
  await sleep(1_500)
  const { pid } = app
  await takeAway()
  const from = Date.now()
  await sleep(4_000)
  const ready = await ask('/api/ready')
  expect([ready.status, ready.took < 5_000]).toEqual([503, true])
  expect((await ask('/api/health')).status).toBe(200)
  expect((await ask('/')).status).toBe(200)
  await sleep(seconds * 1_000 - 4_000)
  const to = Date.now()
  await bringBack()
  await expect.poll(async () => (await ask('/api/coaches')).status, { timeout: 10_000, interval: 200 }).toBe(200)
  await sleep(1_500)
  stop.abort()
  const answers = (await players).flat()

  const during = answers.filter((answer) => answer.at > from && answer.at + answer.took < to)
  expect(during.length).toBeGreaterThan(5)
  expect([...new Set(during.map((answer) => answer.status))]).toEqual([503])
  for (const answer of answers.filter((each) => each.status >= 500)) {
    expect(answer.status).toBe(503)
    expect(answer.took).toBeLessThan(5_000)
    expect(answer.retryAfter).toBeTruthy()
  }
  const after = answers.filter((answer) => answer.at > to + 1_000 && answer.booked)
  expect(after.length, 'bookings after the outage').toBeGreaterThan(0)
  expect(app.pid).toBe(pid)

  const acknowledged = answers.flatMap((answer) => answer.booked ?? [])
  const client = new Client(database.url)
  await client.connect()
  const { rows } = await client.query('select id from bookings where id = any($1)', [acknowledged])
  expect(rows).toHaveLength(acknowledged.length)
  const queued = async () =>
    (await client.query(`select count(*)::int as n from deliveries where status = 'queued'`)).rows[0].n
  await expect.poll(queued, { timeout: 30_000, interval: 500 }).toBe(0)
  await client.end()
}

test(
  'a database that was shut down: 503 in time, then all resumes in the same process',
  async () => {
    await outageOf(
      'stopped',
      () => database.stop(),
      async () => {
        database = await startEmbeddedPostgres(folder)
      },
    )
  },
  120_000 + seconds * 1_000,
)

test(
  'a database that hangs: 503 in time, then all resumes in the same process',
  async () => {
    const postmaster = Number(
      (await readFile(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
    )
    const signal = (name: NodeJS.Signals) => {
      // The postmaster first: frozen, it starts no more of the processes that are listed after it.
      process.kill(postmaster, name)
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
      for (const pid of children.split(/\s+/).filter(Boolean)) {
        try {
          process.kill(Number(pid), name)
        } catch {
          // A connection that ended since.
        }
      }
    }
    await outageOf(
      'frozen',
      () => signal('SIGSTOP'),
      () => signal('SIGCONT'),
    )
  },
  120_000 + seconds * 1_000,
)
