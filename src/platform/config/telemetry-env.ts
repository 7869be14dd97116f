import { z } from 'zod/mini'

/** Telemetry settings; nothing is exported unless a setting asks for it. */
export type TelemetryEnv = {
  /** The port for Prometheus; null: none. */
  metricsPort: number | null
  metricsHost: string
  /** Whether traces and metrics are sent over OTLP; the SDK reads the receiver's address itself. */
  sendTraces: boolean
  sendMetrics: boolean
  /** The share of traces that is kept (0 to 1), and whether a proxy's own sampling decision wins. */
  traceShare: number
  followsParent: boolean
  /** Milliseconds between two exports of metrics. */
  metricInterval: number
}

const exporter = z.optional(z.enum(['otlp', 'none'], 'must be otlp or none'))
const address = z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
const samplers = ['always_on', 'always_off', 'traceidratio'] as const

/** The standard OpenTelemetry variables that we support; unsupported ones are refused rather than ignored. */
export const telemetrySettings = {
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_PORT: z.optional(
    z.string().check(
      z.regex(/^[1-9]\d{0,4}$/, 'must be a port number'),
      z.refine((p) => Number(p) < 65_536, 'must be below 65536'),
    ),
  ),
  OTEL_SDK_DISABLED: z._default(z.enum(['true', 'false'], 'must be true or false'), 'false'),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.optional(z.literal('http/protobuf', 'must be http/protobuf')),
  OTEL_TRACES_SAMPLER: z._default(
    z.enum(
      [...samplers, ...samplers.map((name) => `parentbased_${name}` as const)],
      'must be a standard sampler such as parentbased_traceidratio',
    ),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(z.string().check(z.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be 0 to 1')), '1'),
  OTEL_METRIC_EXPORT_INTERVAL: z._default(z.string().check(z.regex(/^[1-9]\d{2,6}$/, 'must be milliseconds')), '60000'),
}

const settings = z.object(telemetrySettings)

/** Maps the validated settings. An endpoint alone enables both traces and metrics. */
export function readTelemetryEnv(e: z.infer<typeof settings>): TelemetryEnv {
  const isOff = e.OTEL_SDK_DISABLED === 'true'
  const isSent = (chosen: string | undefined, ownAddress: string | undefined) =>
    !isOff && (chosen ? chosen === 'otlp' : Boolean(ownAddress ?? e.OTEL_EXPORTER_OTLP_ENDPOINT))
  const sampler = e.OTEL_TRACES_SAMPLER.replace('parentbased_', '')
  return {
    metricsPort: e.METRICS_PORT && !isOff ? Number(e.METRICS_PORT) : null,
    metricsHost: e.METRICS_HOST,
    sendTraces: isSent(e.OTEL_TRACES_EXPORTER, e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    sendMetrics: isSent(e.OTEL_METRICS_EXPORTER, e.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT),
    traceShare: { always_on: 1, always_off: 0 }[sampler] ?? Number(e.OTEL_TRACES_SAMPLER_ARG),
    followsParent: e.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
    metricInterval: Number(e.OTEL_METRIC_EXPORT_INTERVAL),
  }
}
