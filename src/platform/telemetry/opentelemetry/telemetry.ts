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
import type { Deps } from '#src/deps.ts'
import type { Env } from '#src/platform/config/env.ts'
import manifest from '../../../../package.json' with { type: 'json' }
import { gauges } from './gauges.ts'
import { followJobs, followQueries, followRequests } from './spans.ts'

export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>

/** A receiver that does not answer must not delay shutdown. */
const timeoutMs = 2_000

/**
 * Starts OpenTelemetry's SDK: traces and metrics over OTLP and metrics for Prometheus, each only if configured. Load
 * this file only then: the SDK costs memory and startup time. No personal data is exported: routes instead of URLs,
 * statements without values, states instead of messages. Throws when the port is taken.
 */
export async function openTelemetry(
  { telemetry, trustProxy }: Pick<Env, 'telemetry' | 'trustProxy'>,
  log: Deps['log'],
) {
  // The SDK's own problems, such as an unreachable receiver.
  diag.setLogger(
    { error: (text) => log.error(text), warn: (text) => log.warn(text), info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  // Not the SDK's other detectors: they export command lines, host names and user names.
  const resource = resourceFromAttributes({
    'service.name': 'level-up',
    'service.version': manifest.version,
    'service.instance.id': crypto.randomUUID(),
  }).merge(detectResources({ detectors: [envDetector] }))

  const root = new TraceIdRatioBasedSampler(telemetry.traceShare)
  const traces = new TracerProvider({
    resource,
    sampler: telemetry.followsParent ? new ParentBasedSampler({ root }) : root,
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: telemetry.sendTraces ? [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] : [],
  })
  const readers: IMetricReader[] = []
  if (telemetry.metricsPort) {
    const { metricsHost: host, metricsPort: port } = telemetry
    const prometheus = new PrometheusExporter({ host, port, preventServerStart: true, withoutScopeInfo: true })
    await prometheus.startServer()
    readers.push(prometheus)
  }
  if (telemetry.sendMetrics)
    readers.push(
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        exportIntervalMillis: telemetry.metricInterval,
        exportTimeoutMillis: Math.min(telemetry.metricInterval, 10_000),
      }),
    )
  const metrics = new MeterProvider({ resource, readers })
  const meter = metrics.getMeter('level-up')
  const tracer = telemetry.sendTraces ? traces.getTracer('level-up') : null

  return {
    request: followRequests({ tracer, meter, trustProxy }),
    query: followQueries({ tracer, meter }),
    job: followJobs({ tracer, meter }),
    /** Sets the sources of gauges for the process, its database connections and its jobs. */
    gauges: gauges(meter),
    /** Sends what is left and stops. */
    async close() {
      await Promise.race([
        Promise.allSettled([traces.shutdown(), metrics.shutdown()]),
        sleep(timeoutMs, undefined, { ref: false }),
      ])
      diag.disable()
    },
  }
}
