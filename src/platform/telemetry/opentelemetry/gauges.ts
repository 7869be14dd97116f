import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'
import type { Database } from '#src/platform/database/db.ts'
import type { Jobs } from '#src/platform/jobs/jobs.ts'

/** How often the event loop is looked at, in milliseconds. Node's histogram counts that time as delay, too. */
const resolution = 10

/** Declares gauges, which are read only on collection; the returned function sets their sources. */
export function gauges(meter: Meter) {
  const loop = monitorEventLoopDelay({ resolution })
  const gauge = (name: string, unit: string, description: string) =>
    meter.createObservableGauge(name, { unit, description })

  const delays = {
    p50: gauge('nodejs.eventloop.delay.p50', 's', 'Since somebody looked last'),
    p99: gauge('nodejs.eventloop.delay.p99', 's', 'Since somebody looked last'),
    max: gauge('nodejs.eventloop.delay.max', 's', 'Since somebody looked last'),
  }
  const memory = gauge('process.memory.usage', 'By', 'Memory that the process holds')
  const cpu = meter.createObservableCounter('process.cpu.time', { unit: 's', description: 'Processor time used' })
  const connections = gauge('db.client.connection.count', '{connection}', 'Connections of the pool')
  const waiting = gauge('db.client.connection.pending_requests', '{request}', 'Waiting for a connection')
  const queues = gauge('level_up.job.queue.length', '{job}', 'Jobs; failed ones are those that nobody retries any more')

  return ({ database, jobs }: { database: Pick<Database, 'usage'>; jobs: Pick<Jobs, 'lengths'> }) => {
    loop.enable()
    meter.addBatchObservableCallback(
      (result) => {
        const inSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1e3 || 0)
        result.observe(delays.p50, inSeconds(loop.percentile(50)))
        result.observe(delays.p99, inSeconds(loop.percentile(99)))
        result.observe(delays.max, inSeconds(loop.max))
        loop.reset()
        result.observe(memory, process.memoryUsage.rss())
        const { user, system } = process.cpuUsage()
        result.observe(cpu, user / 1e6, { 'cpu.mode': 'user' })
        result.observe(cpu, system / 1e6, { 'cpu.mode': 'system' })
        const pool = database.usage()
        result.observe(connections, pool.used, { state: 'used' })
        result.observe(connections, pool.idle, { state: 'idle' })
        result.observe(waiting, pool.waiting)
      },
      [...Object.values(delays), memory, cpu, connections, waiting],
    )
    queues.addCallback(async (result) => {
      // While the database is down, skip this gauge; all others still work.
      for (const { name, ...lengths } of await jobs.lengths().catch(() => []))
        for (const [state, length] of Object.entries(lengths)) result.observe(length, { job: name, state })
    })
  }
}
