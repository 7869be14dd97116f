import { type Meter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '#src/platform/config/env.ts'
import type { TraceQuery } from '#src/platform/database/db.ts'
import { sqlState } from '#src/platform/http/errors.ts'
import { proxyCheck } from '#src/platform/http/request-id.ts'
import { currentContext } from '../request-context.ts'

type Tools = { tracer: Tracer | null; meter: Meter }

/** Buckets in seconds, as OpenTelemetry recommends for requests. */
const seconds = {
  unit: 's',
  advice: { explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
}

const under = (span: Span | null | undefined) => (span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT)
const since = (began: number) => (performance.now() - began) / 1_000

/**
 * Returns a function that starts a span for a request and records its duration by route and status. Live streams stay
 * open for minutes: they are only counted. Traces started by our own proxies are continued; anybody else could fill our
 * storage with theirs.
 */
export function followRequests({ tracer, meter, trustProxy }: Tools & Pick<Env, 'trustProxy'>) {
  const isOurProxy = proxyCheck({ trustProxy })
  const duration = meter.createHistogram('http.server.request.duration', { ...seconds, description: 'Answers' })
  const open = { request: 0, stream: 0 }
  meter
    .createObservableUpDownCounter('http.server.active_requests', { description: 'Requests under way' })
    .addCallback((result) => result.observe(open.request))
  meter
    .createObservableUpDownCounter('level_up.streams.open', { description: 'Live streams that are open' })
    .addCallback((result) => result.observe(open.stream))
  const shed = meter.createCounter('level_up.requests.shed', {
    description: 'Refused with 503: more came than can be served, or the database is away',
  })

  function beginSpan(request: FastifyRequest, attributes: Record<string, string>): Span | null {
    if (!tracer) return null
    const header = request.headers.traceparent
    const remote = typeof header === 'string' && isOurProxy(request.raw) ? parseTraceParent(header) : null
    const parent = remote
      ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
      : under(currentContext()?.span)
    const route = attributes['http.route'] ?? ''
    return tracer.startSpan(`${request.method} ${route}`.trim(), { kind: SpanKind.SERVER, attributes }, parent)
  }

  return (request: FastifyRequest, reply: FastifyReply): Span | null => {
    const { url: route, config } = request.routeOptions
    const began = performance.now()
    const attributes: Record<string, string> = { 'http.request.method': request.method }
    if (route) attributes['http.route'] = route
    const what = config?.isLongLived ? 'stream' : 'request'
    const span = what === 'stream' ? null : beginSpan(request, attributes)
    open[what] += 1

    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      // nginx's status for clients that left before the answer.
      const status = reply.raw.headersSent ? reply.raw.statusCode : 499
      if (status === 503) shed.add(1)
      open[what] -= 1
      if (what === 'stream') return
      duration.record(since(began), { ...attributes, 'http.response.status_code': status })
      span?.setAttribute('http.response.status_code', status)
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    }
    // Only `close` fires when the client disconnects; only `finish` for calls that our own pages make.
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
    return span
  }
}

/**
 * A span for each statement of a request or job, and its duration. The text has its values as `$1`; literal values are
 * removed as well.
 */
export function followQueries({ tracer, meter }: Tools): TraceQuery {
  const duration = meter.createHistogram('db.client.operation.duration', {
    ...seconds,
    description: 'Statements, with the wait for a connection',
  })
  return async (text, run) => {
    const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'UNKNOWN'
    const attributes: Record<string, string> = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
    const began = performance.now()
    const parent = currentContext()?.span
    // Statements of a trace that is not sampled are not recorded either.
    const span = parent?.isRecording()
      ? tracer?.startSpan(
          operation,
          { kind: SpanKind.CLIENT, attributes: { ...attributes, 'db.query.text': withoutValues(text) } },
          under(parent),
        )
      : null
    try {
      return await run()
    } catch (error) {
      attributes['error.type'] = sqlState(error) ?? 'unknown'
      span?.setAttribute('error.type', attributes['error.type']).setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      duration.record(since(began), attributes)
      span?.end()
    }
  }
}

/** A span for each job, and its duration; the status of `run`'s result says whether it succeeded. */
export function followJobs({ tracer, meter }: Tools) {
  const duration = meter.createHistogram('level_up.job.duration', { ...seconds, description: 'Jobs' })
  return async <Result extends { status: string }>(kind: string, run: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const work = currentContext()
    const span = tracer?.startSpan(`job ${kind}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT)
    if (work && span) work.span = span
    const result = await run()
    if (result.status === 'failed') span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    duration.record(since(began), { job: kind, outcome: result.status })
    return result
  }
}

function withoutValues(text: string): string {
  return text.replace(/'(?:[^']|'')*'/g, '?')
}
