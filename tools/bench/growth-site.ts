import path from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { buildApp } from '#src/app.ts'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import type { Deps } from '#src/deps.ts'
import { openLoginSession } from '#src/features/accounts/server/accounts.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { migrate } from '#src/platform/database/migrate.ts'
import { callUrl } from '#src/shared/define-call.ts'
import type { TestApp } from '#tests/support/app.ts'
import { everyGet, type Question } from '#tests/support/every-get.ts'
import { basic } from '#tests/support/prices.ts'
import { makeWorld } from '#tests/support/world.ts'
import { type Answer, bytesOf, connectTo } from './connection.ts'
import { makePlaces, makePlayers } from './people.ts'
import { start, startOptions } from './processes.ts'

/** A database made by `grow.ts` with the app on it, and every question that can be asked there, by name. */
export type Site = Awaited<ReturnType<typeof openSite>>

/** `times` is how often each call will be asked at most. */
export async function openSite(dataDir: string, times: number) {
  const postgres = await startEmbeddedPostgres(dataDir)
  await migrate(postgres.url)
  const outside = await start<{ paymentPort: number; mailPort: number }>('provider.ts')
  const { paymentPort, mailPort } = outside.message
  const world = await plant(postgres.url, paymentPort, times)
  await tidyUp(postgres.url)
  const app = await start<{ port: number }>(
    'app.ts',
    {
      DATABASE_URL: postgres.url,
      PAYMENT_PORT: String(paymentPort),
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      BASE_URL: 'https://bench.test',
    },
    startOptions(),
    path.join(dataDir, 'bench.log'),
  )
  const url = `http://127.0.0.1:${app.message.port}`
  // Opened by a question: the app hangs up on whoever says nothing for long.
  let line: ReturnType<typeof connectTo> | null = null
  const ask = async (bytes: Buffer): Promise<Answer> => {
    try {
      if (!line || line.isClosed()) line = connectTo(url)
      return await line.ask(bytes)
    } catch (error) {
      // The next question needs a connection that works.
      line = null
      throw error
    }
  }

  const calls = new Map<string, () => Promise<Answer>>()
  const days = new URLSearchParams({ from: daysAgo(29), to: daysAgo(0) })
  const questions: Question[] = [
    ...world.questions,
    { name: '/', url: '/', person: 'applicant' },
    { name: '/coaches', url: '/coaches', person: 'applicant' },
    { name: '/coaches?…', url: '/coaches?q=dribble&game=rocket-league&language=de&rank=7', person: 'applicant' },
    { name: '/coaches/:slug', url: `/coaches/${world.slug}`, person: 'applicant' },
    { name: '/api/bookings?q=', url: `/api/bookings?q=${encodeURIComponent(world.email)}`, person: 'owner' },
    { name: '/api/bookings?sort=', url: '/api/bookings?sort=latest-session', person: 'owner' },
    { name: '/api/conversations?show=', url: '/api/conversations?show=waiting', person: 'owner' },
    { name: '/api/coach-earnings of 30 days', url: `/api/coach-earnings?${days}`, person: 'owner' },
    { name: '/api/money-report of 30 days', url: `/api/money-report?${days}`, person: 'owner' },
  ]
  for (const { name, url: address, person } of questions) {
    // It gives all there is, so it grows by its nature.
    if (name === '/api/bookings/export.csv') continue
    const headers = Object.entries(world.proofs[person]).map(([header, value]) => `${header}: ${value}\r\n`)
    const bytes = Buffer.from(
      `GET ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: br\r\n${headers.join('')}\r\n`,
    )
    calls.set(`GET ${name}`, () => ask(bytes))
  }
  const post = (path: string, body: object, token?: string) => ask(bytesOf({ method: 'POST', path, body, token }))
  const { places, tokens, bookingId, playerToken, email } = world
  calls.set('POST /api/messages', () =>
    post('/api/messages', { bookingId, content: 'See you in the lobby.' }, playerToken),
  )
  calls.set('POST /api/messages/seen', () => post('/api/messages/seen', { bookingId, number: 5 }, playerToken))
  calls.set('POST /api/auth/login', () => post('/api/auth/login', { email, password: demoPassword }))
  calls.set('book and pay', async () => {
    const { coachId, date, time } = places.pop()!
    const token = tokens[places.length % tokens.length]!
    const metadata = { serviceId: '1on1-basic', coachId, game: 'both', selectedDate: date, selectedTime: time }
    const intent = await post('/api/create-payment-intent', { amount: basic.decimal, metadata }, token)
    if (intent.status !== 200) return intent
    const { paymentIntentId } = JSON.parse(String(intent.body)) as { paymentIntentId: string }
    const booked = await post('/api/booking-confirmation', { paymentIntentId }, token)
    return { ...booked, took: intent.took + booked.took }
  })
  return { calls, app, outside, postgres, hangUp: () => line?.close() }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

export async function closeSite({ hangUp, app, outside, postgres }: Site): Promise<void> {
  hangUp()
  await app.stop()
  await outside.stop()
  await postgres.stop()
}

/**
 * What autovacuum and the checkpointer do by themselves where a database runs for more than minutes. Not over the app's
 * pool, whose statements have ten seconds.
 */
async function tidyUp(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Signs in people of the grown business, and adds who is missing there: staff, applicants, coaches with free hours. */
async function plant(databaseUrl: string, paymentPort: number, times: number) {
  const app = await buildApp({
    // Cookies have other names outside production.
    env: { ...readEnv({ RATE_LIMITS: 'off', LOG_LEVEL: 'error' }), production: true },
    databaseUrl,
    stripe: {
      secretKey: 'sk_test_bench',
      publishableKey: 'pk_test_bench',
      webhookSecret: 'whsec_bench',
      apiAddress: { protocol: 'http', host: '127.0.0.1', port: paymentPort },
    },
    smtpUrl: null,
    sms: null,
    work: false,
    pages: 'none',
  })
  try {
    const { deps } = app
    const call: TestApp['call'] = async (wanted, input = {}, token) => {
      const { body, ...address } = input as { params?: object; query?: object; body?: object }
      const answer = await app.http.inject({
        method: wanted.method,
        url: callUrl(wanted, address),
        ...(body !== undefined && { payload: body }),
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      })
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
    }
    const { ids, proofs } = await makeWorld({ app, deps, call } as TestApp)
    const { playerToken, coachToken, ...grown } = await grownPeople(deps)
    const { playerId: userId, playerEmail } = grown
    const delivery = await aDelivery(deps, { recipient: playerEmail })
    await anApplication(deps, { userId, applicantEmail: playerEmail })
    return {
      questions: await everyGet({ ...ids, ...grown, deliveryId: delivery.id }),
      proofs: {
        ...proofs,
        player: { authorization: `Bearer ${playerToken}` },
        coach: { authorization: `Bearer ${coachToken}` },
      },
      tokens: await makePlayers(deps, 50),
      places: await makePlaces(deps, times + 50),
      bookingId: grown.bookingId,
      playerToken,
      email: playerEmail,
      slug: grown.slug,
    }
  } finally {
    await app.close()
  }
}

/**
 * The player of the grown business whose session comes next, and its coach. A run writes a thousand messages into their
 * chat: the next takes another one, before it is full.
 */
async function grownPeople(deps: Deps) {
  const { rows } = await deps.db.execute<
    Record<'bookingId' | 'orderId' | 'playerId' | 'playerEmail' | 'coachUser' | 'slug', string>
  >(sql`
    select b.id as "bookingId", o.id as "orderId", p.id as "playerId", p.email as "playerEmail", c.user_id as "coachUser",
      c.id as "coachId", c.name as "coachName", c.slug
    from users p join bookings b on b.player_id = p.id join orders o on o.booking_id = b.id join coaches c on c.id = b.coach_id
      join threads t on t.booking_id = b.id
    where b.payment_id like 'pi_grown_%' and b.status = 'confirmed' and t.last_number < 100 order by b.starts_at limit 1`)
  const [found] = rows
  if (!found) throw new Error('Nobody grew here: run tools/bench/grow.ts on this database first.')
  const { coachUser, ...grown } = found
  return {
    ...grown,
    playerToken: await openLoginSession(deps.db, found.playerId, deps.now()),
    coachToken: await openLoginSession(deps.db, coachUser, deps.now()),
  }
}
