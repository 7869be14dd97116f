import { setTimeout as sleep } from 'node:timers/promises'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import manifest from '../../package.json' with { type: 'json' }
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { gauges } from './seeing-gauges.ts'
import { followJobs, followQueries, followRequests } from './seeing-work.ts'

export type Seeing = Awaited<ReturnType<typeof openSeeing>>

/** A receiver that does not answer must not hold up the stop of the app. */
const patience = 2_000

/**
 * Starts what watches the app: OpenTelemetry's SDK, with traces and metrics sent over OTLP and metrics shown to
 * Prometheus, each only if it is set. Load this file only then: the SDK costs memory and time to start. Nothing it tells names a person:
 * routes instead of addresses, statements without their values, states instead of messages. Throws when the port is taken.
 */
export async function openSeeing({ seeing, trustProxy }: Pick<Env, 'seeing' | 'trustProxy'>, log: Deps['log']) {
  // The SDK's own troubles, such as a receiver that is away.
  diag.setLogger(
    { error: (text) => log.error(text), warn: (text) => log.warn(text), info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  // Not the SDK's other detectors: they tell command lines and the names of machines and their users.
  const resource = resourceFromAttributes({
    'service.name': 'level-up',
    'service.version': manifest.version,
    'service.instance.id': crypto.randomUUID(),
  }).merge(detectResources({ detectors: [envDetector] }))

  const root = new TraceIdRatioBasedSampler(seeing.traceShare)
  const traces = new TracerProvider({
    resource,
    sampler: seeing.followsParent ? new ParentBasedSampler({ root }) : root,
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: seeing.sendTraces ? [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] : [],
  })
  const readers: IMetricReader[] = []
  if (seeing.metricsPort) {
    const { metricsHost: host, metricsPort: port } = seeing
    const prometheus = new PrometheusExporter({ host, port, preventServerStart: true, withoutScopeInfo: true })
    await prometheus.startServer()
    readers.push(prometheus)
  }
  if (seeing.sendMetrics)
    readers.push(
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        exportIntervalMillis: seeing.metricInterval,
        exportTimeoutMillis: Math.min(seeing.metricInterval, 10_000),
      }),
    )
  const metrics = new MeterProvider({ resource, readers })
  const meter = metrics.getMeter('level-up')
  const tracer = seeing.sendTraces ? traces.getTracer('level-up') : null

  return {
    requests: followRequests({ tracer, meter, trustProxy }),
    query: followQueries({ tracer, meter }),
    job: followJobs({ tracer, meter }),
    /** Reads, whenever somebody looks, how the process, its database connections and its jobs are. */
    gauges: gauges(meter),
    /** Sends what is left, and stops. */
    async close() {
      await Promise.race([
        Promise.allSettled([traces.shutdown(), metrics.shutdown()]),
        sleep(patience, undefined, { ref: false }),
      ])
      diag.disable()
    },
  }
}
