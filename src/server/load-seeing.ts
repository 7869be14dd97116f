import { pino } from 'pino'
import type { Env } from './env.ts'
import type { Seeing } from './seeing.ts'

/** Traces and metrics for who asked for them; nobody else pays for loading OpenTelemetry. Throws when METRICS_PORT is taken. */
export async function loadSeeing(env: Env): Promise<Seeing | null> {
  const { metricsPort, sendTraces, sendMetrics } = env.seeing
  if (!metricsPort && !sendTraces && !sendMetrics) return null
  const { openSeeing } = await import('./seeing.ts')
  return openSeeing(env, pino({ level: env.logLevel }))
}
