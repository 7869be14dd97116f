import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { Pool, type PoolClient } from 'pg'
import Stripe from 'stripe'
import { endWithParent } from './processes.ts'

/**
 * What the same machine gives when nearly nothing is done: Fastify answering bytes it already has (the app's own, for
 * the same request); Fastify with pg reading a thread of 30 messages; booking an hour in a transaction of three statements;
 * and the same in the two requests that a card payment takes, with Stripe's client asking the provider in each.
 */
const { APP_URL, DATABASE_URL, PAYMENT_PORT } = process.env
const app = fastify({ logger: false })

for (const path of ['/', '/api/coaches', '/api/success-stories/featured']) {
  const [answer] = (await once(http.get(APP_URL + path, { headers: { 'accept-encoding': 'br' } }), 'response')) as [
    http.IncomingMessage,
  ]
  const bytes = await buffer(answer)
  const encoding = answer.headers['content-encoding']
  app.get(path, async (_request, reply) => {
    reply.type(answer.headers['content-type']!)
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(bytes)
  })
}

const pool = new Pool({ connectionString: DATABASE_URL, max: 20 })
// Whole runs start it more than once.
await pool.query(`
  drop table if exists people, hours, booked, intents, said;
  create table people (token_hash text primary key, id bigint generated always as identity, name text not null);
  create table hours (id bigint generated always as identity primary key, coach text not null, starts text not null,
    unique (coach, starts));
  create table booked (id bigint generated always as identity primary key, hour bigint not null unique references hours,
    person bigint not null, name text not null, price int not null, at timestamptz not null default now());
  create table intents (id text primary key, hour bigint not null references hours);
  create table said (id bigint generated always as identity primary key, person bigint not null, content text not null,
    at timestamptz not null default now());
  insert into said (person, content)
    select 1, 'Message ' || n || ': meet in the lobby ten minutes early, I bring the replays.' from generate_series(1, 30) n`)

type Person = { id: string; name: string }
const reader = 'select id, name from people where token_hash = $1'
const hashOf = (authorization: string) => createHash('sha256').update(authorization.slice(7)).digest('hex')

/** Runs `act` for whoever calls, in a transaction. */
async function inTransaction(authorization: string, act: (client: PoolClient, person: Person) => Promise<unknown>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Person>(reader, [hashOf(authorization)])
    const done = await act(client, rows[0]!)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const holding = 'insert into hours (coach, starts) values ($1, $2) returning id'
const booking = 'insert into booked (hour, person, name, price) values ($1, $2, $3, 2900) returning *'
type Hour = { coachId: string; date: string; time: string }

app.post<{ Body: Hour }>('/book', async ({ headers, body }) =>
  inTransaction(headers.authorization!, async (client, { id, name }) => {
    const { rows: hours } = await client.query(holding, [body.coachId, `${body.date} ${body.time}`])
    const { rows: booked } = await client.query(booking, [hours[0].id, id, name])
    return { booking: booked[0] }
  }),
)

const stripe = new Stripe('sk_test_bench', {
  protocol: 'http',
  host: '127.0.0.1',
  port: Number(PAYMENT_PORT),
  telemetry: false,
})

app.post<{ Body: Hour }>('/hold', async ({ headers, body }) =>
  inTransaction(headers.authorization!, async (client) => {
    const { rows: hours } = await client.query(holding, [body.coachId, `${body.date} ${body.time}`])
    const { id } = await stripe.paymentIntents.create({
      amount: 2900,
      currency: 'usd',
      metadata: { orderId: `${hours[0].id}` },
    })
    await client.query('insert into intents (id, hour) values ($1, $2)', [id, hours[0].id])
    return { paymentIntentId: id }
  }),
)

app.post<{ Body: { paymentIntentId: string } }>('/settle', async ({ headers, body }) => {
  const { status, id: intent } = await stripe.paymentIntents.retrieve(body.paymentIntentId)
  if (status !== 'succeeded') throw new Error('not paid')
  return inTransaction(headers.authorization!, async (client, { id, name }) => {
    const { rows: intents } = await client.query('select hour from intents where id = $1', [intent])
    const { rows: booked } = await client.query(booking, [intents[0].hour, id, name])
    return { booking: booked[0] }
  })
})

app.get('/thread', async ({ headers }) => {
  const { rows: people } = await pool.query<Person>(reader, [hashOf(headers.authorization!)])
  if (!people[0]) throw new Error('nobody')
  const { rows } = await pool.query('select id, person, content, at from said order by id desc limit 30')
  return { messages: rows }
})

/** Lets the bench's players in. */
app.post<{ Body: string[] }>('/people', async ({ body }) => {
  const hashes = body.map((token) => createHash('sha256').update(token).digest('hex'))
  await pool.query(
    `insert into people (token_hash, name) select hash, 'Demo Player' from unnest($1::text[]) hash on conflict do nothing`,
    [hashes],
  )
  return {}
})

await app.listen({ host: '127.0.0.1', port: 0 })
endWithParent()
process.send!({ port: (app.server.address() as AddressInfo).port })
