import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/testing/app.ts'
import { openDatabase } from './db.ts'
import { createHttp } from './http.ts'
import type { Seeing } from './seeing.ts'
import { followJobs, followQueries, followRequests } from './seeing-work.ts'
import { asWork } from './work.ts'

const exporter = new InMemorySpanExporter()
const tools = {
  tracer: new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer('test'),
  meter: new MeterProvider().getMeter('test'),
}
const seeing = {
  requests: followRequests({ ...tools, trustProxy: false }),
  query: followQueries(tools),
  job: followJobs(tools),
  gauges: () => {},
  close: async () => {},
} satisfies Seeing
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ seeing })
})
afterAll(() => app.close())
beforeEach(() => exporter.reset())

const textOf = (span: ReadableSpan) => String(span.attributes['db.query.text'])

test('a statement belongs to the request that asked it, also after a body and while many wait for a connection', async () => {
  const http = await createHttp(app.deps.env, { 'default-src': ["'self'"] }, undefined, seeing)
  const { db, close } = openDatabase(app.databaseUrl, () => {}, 2, seeing.query)
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
  await asWork({ log: app.deps.log, span: page }, async () => await app.app.http.inject('/api/coaches'))
  const [call] = named('GET /api/coaches')
  expect(call!.parentSpanContext?.spanId).toBe(page.spanContext().spanId)
})

test('statements belong to their job, also in a transaction; those of nobody are not told', async () => {
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
