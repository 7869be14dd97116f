import { pino } from 'pino'
import type { Env } from '#src/platform/config/env.ts'
import type { Telemetry } from './opentelemetry/telemetry.ts'

/** Loads OpenTelemetry only if traces or metrics are enabled. Throws when METRICS_PORT is taken. */
export async function loadTelemetry(env: Env): Promise<Telemetry | null> {
  const { metricsPort, sendTraces, sendMetrics } = env.telemetry
  if (!metricsPort && !sendTraces && !sendMetrics) return null
  const { openTelemetry } = await import('./opentelemetry/telemetry.ts')
  return openTelemetry(env, pino({ level: env.logLevel }))
}
