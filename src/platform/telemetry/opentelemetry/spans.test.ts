import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readyAnswer } from '#src/platform/cache/ready-bytes.ts'
import { openDatabase } from '#src/platform/database/db.ts'
import { createHttp } from '#src/platform/http/http.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { runInContext } from '../request-context.ts'
import { followJobs, followQueries, followRequests } from './spans.ts'
import type { Telemetry } from './telemetry.ts'

const exporter = new InMemorySpanExporter()
const metrics = new PeriodicExportingMetricReader({
  exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
})
const tools = {
  tracer: new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer('test'),
  meter: new MeterProvider({ readers: [metrics] }).getMeter('test'),
}
const telemetry = {
  request: followRequests({ ...tools, trustProxy: false }),
  query: followQueries(tools),
  job: followJobs(tools),
  gauges: () => {},
  close: async () => {},
} satisfies Telemetry
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ telemetry })
})
afterAll(() => app.close())
beforeEach(() => exporter.reset())

const textOf = (span: ReadableSpan) => String(span.attributes['db.query.text'])

test('a statement belongs to the request that asked it, also after a body and while many wait for a connection', async () => {
  const http = await createHttp(app.deps.env, { 'default-src': ["'self'"] }, undefined, telemetry)
  const { db, close } = openDatabase(app.databaseUrl, () => {}, { max: 2, trace: telemetry.query })
  http.post('/api/three', async () => {
    await db.execute(sql`select 1`)
    await db.transaction((tx) => tx.execute(sql`select 2`))
    return {}
  })
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  let begun = 0
  http.server.on('request', () => {
    begun += 1
  })
  const requests = Array.from({ length: 30 }, () =>
    request(`${url}/api/three`, { method: 'POST', headers: { 'content-type': 'application/json' } }),
  )
  for (const each of requests) each.flushHeaders()
  // Bodies that come later than their headers are read outside the request's own turn.
  await expect.poll(() => begun).toBe(30)
  const answers = requests.map(async (each) => {
    each.end('{"a":1}')
    const [answer] = (await once(each, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
  })
  await Promise.all(answers)
  await http.close()
  await close()
  const perRequest = named('POST /api/three').map((span) => childrenOf(span).map(textOf))
  expect(perRequest).toEqual(Array(30).fill(['select 1', 'begin', 'select 2', 'commit']))
})

test('a call that a page makes is part of the page’s trace', async () => {
  const page = tools.tracer.startSpan('a page')
  await runInContext({ log: app.deps.log, span: page }, async () => await app.app.http.inject('/api/coaches'))
  const [call] = named('GET /api/coaches')
  expect(call!.parentSpanContext?.spanId).toBe(page.spanContext().spanId)
})

test('an answer that is ready is counted and traced like any other', async () => {
  const http = await createHttp(app.deps.env, { 'default-src': ["'self'"] }, undefined, telemetry)
  const kept = readyAnswer('{}', { 'content-type': 'application/json' })
  http.get('/api/kept', { config: { ready: () => kept } }, async () => ({}))
  const page = tools.tracer.startSpan('a page')
  await runInContext({ log: app.deps.log, span: page }, async () => await http.inject('/api/kept'))
  await http.inject({ url: '/api/kept', headers: { 'if-none-match': String(kept.headers.etag) } })
  await http.close()

  expect(named('GET /api/kept').map((span) => span.attributes['http.response.status_code'])).toEqual([200, 304])
  expect(childrenOf(page as unknown as ReadableSpan)).toEqual(named('GET /api/kept').slice(0, 1))
  const { resourceMetrics } = await metrics.collect()
  const durations = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics).filter(isDuration)
  const counted = durations.flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes))
  for (const status of [200, 304])
    expect(counted).toContainEqual({
      'http.request.method': 'GET',
      'http.route': '/api/kept',
      'http.response.status_code': status,
    })
})
const isDuration = ({ descriptor }: { descriptor: { name: string } }) =>
  descriptor.name === 'http.server.request.duration'

test('statements belong to their job, also in a transaction; those outside any are not traced', async () => {
  await app.deps.db.transaction((tx) => tx.execute(sql`select 1`))
  expect(exporter.getFinishedSpans()).toEqual([])
  app.deps.jobs.handle({ name: 'a-job-seen', retries: 1 }, async () => {
    await app.deps.db.transaction((tx) => tx.execute(sql`select 'kept to ourselves' as said`))
  })
  await app.deps.jobs.start({ work: false })
  await app.deps.db.transaction((tx) => app.deps.jobs.add(tx, { name: 'a-job-seen', retries: 1 }, {}))
  await app.runJobs()
  const [job] = named('job a-job-seen')
  expect(childrenOf(job!).map(textOf)).toEqual(['begin', 'select ? as said', 'commit'])
})

test('a failed statement says its state, and nothing of what it was given', async () => {
  app.deps.jobs.handle({ name: 'a-job-that-fails', retries: 0 }, async () => {
    await app.deps.db.execute(sql`select ${'zarquon@secret.test'}::uuid`)
  })
  await app.deps.jobs.start({ work: false })
  await app.deps.db.transaction((tx) => app.deps.jobs.add(tx, { name: 'a-job-that-fails', retries: 0 }, {}))
  await app.runJobs()
  const [job] = named('job a-job-that-fails')
  const [failed] = childrenOf(job!)
  expect(failed!.attributes['error.type']).toBe('22P02')
  expect(
    JSON.stringify([job, failed].map((span) => [span!.name, span!.attributes, span!.events, span!.status])),
  ).not.toContain('zarquon')
})

function named(name: string): ReadableSpan[] {
  return exporter.getFinishedSpans().filter((span) => span.name === name)
}

function childrenOf(parent: ReadableSpan): ReadableSpan[] {
  const { spanId } = parent.spanContext()
  return exporter.getFinishedSpans().filter((span) => span.parentSpanContext?.spanId === spanId)
}
