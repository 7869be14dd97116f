import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { login, requestCode, signup } from '#src/features/accounts/contract.ts'
import { sendContact } from '#src/features/contacts/contract.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { freePort } from '#tests/support/fresh-app.ts'
import { openTelemetry, type Telemetry } from './opentelemetry/telemetry.ts'

/** What came to the OTLP receiver, by path; protobuf keeps every text as it is. */
let received: Record<string, string>
let receiver: http.Server
let telemetry: Telemetry | undefined
let app: TestApp | undefined

beforeEach(async () => {
  received = {}
  receiver = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received[request.url!] = (received[request.url!] ?? '') + Buffer.concat(chunks).toString('latin1')
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterEach(async () => {
  await app?.close()
  await telemetry?.close()
  app = telemetry = undefined
  receiver.closeAllConnections()
  receiver.close()
  vi.unstubAllEnvs()
})

async function startSeen(settings: Record<string, string>): Promise<TestApp> {
  // The SDK's exporters read these for themselves.
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  telemetry = await openTelemetry(readEnv({ TRUST_PROXY: '127.0.0.1', ...settings }), console)
  app = await startTestApp({ telemetry })
  return app
}

const otlp = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` })

test('traces and metrics tell routes, statements and jobs, and nothing about people', async () => {
  const { call, url, deps, runJobs } = await startSeen({ ...otlp(), OTEL_SERVICE_NAME: 'level-up-in-test' })
  const email = 'zarquon@secret.test'
  const [name, password, words] = ['Zarquon Fitzwilliam', 'zarquons-password', 'The moon over Neo Tokyo']
  const secrets = [email, name, password, words, 'secret.test', 'quoted-in-the-text']
  const { token } = (await call(signup, { body: { name, email, password, confirmPassword: password } })).body
  await call(login, { body: { email, password } })
  await call(requestCode, { body: { purpose: 'reset-password', email } })
  await call(sendContact, { body: { name, email, game: 'fortnite', message: words } }, token)
  // Over a real line, with a body and a query.
  await post(`${url}/api/auth/login`, { email, password: `${password}-wrong` })
  await fetch(`${url}/api/coaches/check?email=${encodeURIComponent(email)}`)
  await fetch(`${url}/api/nothing-here/${email}`)
  await fetch(`${url}/api/coach-application?email=${email}`, { headers: { referer: `http://x/?${email}` } })
  // The database's errors quote what they were given.
  await deps.db.execute(sql`alter table contacts rename column message to text_away`)
  await call(sendContact, { body: { name, email, game: 'fortnite', message: words } }, token)
  await deps.db.execute(sql`alter table contacts rename column text_away to message`)
  await deps.db.execute(sql`alter table users add constraint on_words check (name <> 'quoted-in-the-text') not valid`)
  await runJobs()
  await app!.close()
  app = undefined
  await telemetry!.close()

  const { '/v1/traces': traces = '', '/v1/metrics': metrics = '' } = received
  for (const told of [traces, metrics])
    for (const secret of [...secrets, token, encodeURIComponent(email)]) expect(told).not.toContain(secret)
  const told = [
    ...['level-up-in-test', 'POST /api/auth/login', 'http.route', 'GET /api/coaches/check'],
    ...['insert into "users"', 'INSERT', 'begin', 'job ', 'error.type', '42703'],
  ]
  for (const text of told) expect(traces).toContain(text)
  for (const text of ['http.server.request.duration', 'db.client.operation.duration', 'level_up.job.duration'])
    expect(metrics).toContain(text)
})

test('a trace goes on that our proxy began', async () => {
  const { url } = await startSeen(otlp())
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await fetch(`${url}/api/coaches`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } })
  await app!.close()
  app = undefined
  await telemetry!.close()
  expect(received['/v1/traces']).toContain(Buffer.from(traceId, 'hex').toString('latin1'))
})

test('Prometheus reads durations, the event loop, connections, queues, streams and what was shed', async () => {
  const port = await freePort()
  const { url, deps } = await startSeen({ METRICS_PORT: String(port) })
  await fetch(`${url}/api/coaches`)
  const { bookingId, player } = await aRoom(deps)
  const stream = await fetch(`${url}/api/messages/live?bookingId=${bookingId}`, {
    headers: { authorization: `Bearer ${player.token}` },
  })
  await deps.db.execute(sql`alter schema drizzle rename to away`)
  await fetch(`${url}/api/ready`)
  let text = ''
  await deps.db.transaction(async () => {
    text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  })
  await stream.body?.cancel()
  for (const line of [
    /^http_server_request_duration_count\{.*http_route="\/api\/coaches".*http_response_status_code="200".*\} 1$/m,
    /^db_client_connection_count\{state="used"\} [1-9]\d*$/m,
    /^db_client_connection_pending_requests \d+$/m,
    /^nodejs_eventloop_delay_p99 [\d.e-]+$/m,
    /^level_up_job_queue_length\{job="[\w-]+",state="ready"\} \d+$/m,
    /^process_memory_usage \d{7,}$/m,
    /^level_up_streams_open 1$/m,
    /^level_up_requests_shed(_total)? 1$/m,
  ])
    expect(text).toMatch(line)
  expect(Object.keys(received)).toEqual([])
})

/** A booking whose player may read its thread. */
async function aRoom(deps: TestApp['deps']) {
  const player = await aUser(deps)
  const { id: bookingId } = await aBooking(deps, { player })
  return { bookingId, player }
}

async function post(url: string, body: object): Promise<void> {
  await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
}
