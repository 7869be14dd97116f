import { setTimeout as sleep } from 'node:timers/promises'
import { type Db as BossDb, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { rootError, withoutPeople } from '#src/platform/http/errors.ts'
import type { EventKind } from '#src/shared/define-event.ts'
import { must } from '#src/shared/must.ts'

/** A kind of background work; `Data` must survive JSON. Handlers are idempotent: a job can run more than once. */
export type JobKind<Data extends object> = {
  readonly name: string
  readonly retries: number
  readonly uniqueBy?: string
  readonly isFrequent?: boolean
  readonly data?: Data
}

/**
 * Declares a kind of job. Failed runs are retried `retries` times with growing pauses (2 s … 10 min). With `uniqueBy`,
 * a job is not added while another one with the same value of that field is waiting or running.
 */
export function defineJob<Data extends object>(
  name: string,
  retries = 12,
  uniqueBy?: keyof Data & string,
): JobKind<Data> {
  return { name, retries, uniqueBy }
}

/**
 * For a kind of which every booking adds some: its jobs are fetched each second, many at a time, instead of at once, since a
 * notification holds a lock of the whole database server while its transaction commits.
 */
export function frequent<Data extends object>(kind: JobKind<Data>): JobKind<Data> {
  return { ...kind, isFrequent: true }
}

/** A period in minutes, counted from midnight UTC; `after`: how many minutes into it the job runs. */
type Period = { minutes: number; after?: number }

/** Queue lengths: due, planned for later, running, failed for good. */
type Lengths = { ready: number; deferred: number; active: number; failed: number }

export type DeadJob = { id: string; name: string; error: string; failedAt: Date }

export type Jobs = {
  /** Enqueues in the caller's transaction: committed together or not at all. */
  add<Data extends object>(tx: Db | Tx, kind: JobKind<Data>, data: Data, options?: { startAfter?: Date }): Promise<void>
  /** Enqueues several of a kind in one statement; those of a higher `priority` (0 without) are taken first. */
  addAll<Data extends object>(
    tx: Db | Tx,
    kind: JobKind<Data>,
    list: { data: Data; startAfter?: Date; priority?: number }[],
  ): Promise<void>
  handle<Data extends object>(kind: JobKind<Data>, handler: (data: Data) => Promise<void>): void
  /** Runs a job once per period, in one process. A process that starts later in the period runs it at once. */
  every(period: Period, kind: JobKind<object>, handler: () => Promise<void>): void
  /** Emits an event: one job per listener, in the caller's transaction. */
  emit<Data extends object>(tx: Tx, event: EventKind<Data>, data: Data): Promise<void>
  /** Subscribes to an event; `kind` is the job that handles it. */
  listen<Data extends object>(event: EventKind<Data>, kind: JobKind<Data>, handler: (data: Data) => Promise<void>): void
  /** Creates the queues; with `work`, starts to take jobs. */
  start(options: { work: boolean }): Promise<void>
  /** Lets running jobs finish (at most 4 s; the rest runs again later), then closes the connections. */
  stop(): Promise<void>
  /**
   * The jobs that used up their retries in the last 30 days, newest first, at most 100; of a periodic job only the
   * latest run counts. The errors contain no addresses, phone numbers or data of the failed statement.
   */
  listDead(): Promise<DeadJob[]>
  /** Retries a dead job once more; false if it does not exist. */
  retryDead(name: string, id: string): Promise<boolean>
  /** Queue lengths by kind, some seconds old. */
  lengths(): Promise<({ name: string } & Lengths)[]>
  /** How many jobs should have begun and have not, and since when the first of them; null: none. */
  behind(): Promise<{ count: number; since: Date | null }>
  /** Runs every due job until none is left, for tests, which start without workers. Returns how many ran. */
  runDue(): Promise<number>
}

/** Wraps the run of one job. */
export type FollowJob = (kind: string, id: string, run: () => Promise<JobResult>) => Promise<JobResult>

/**
 * Creates the job queue in PostgreSQL (pg-boss). Each job is a row, taken by one worker at a time in any process.
 * `patience` (the setting) stretches how long it waits for the database.
 */
export function createJobs(
  databaseUrl: string,
  onError: (error: unknown) => void,
  { follow = (_kind, _id, run) => run(), patience = 1 }: { follow?: FollowJob; patience?: number } = {},
): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'level-up-jobs',
    useListenNotify: true,
    // Jobs of a crashed process are found by their missing heartbeat and run again within about 20 s.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 600,
    // `every` schedules jobs itself: pg-boss's scheduler loads a calendar library and all ICU locales, 7 MB of memory.
    schedule: false,
    ...waits(patience),
  })
  // Some of pg-boss's errors are plain objects.
  boss.on('error', (error) => onError(error instanceof Error ? error : Object.assign(new Error(), error)))
  const handlers = new Map<string, { kind: JobKind<object>; handler: (data: object) => Promise<void> }>()
  const listeners = new Map<string, JobKind<object>[]>()
  const clock = new Map<string, Period>()
  const ticking: NodeJS.Timeout[] = []

  /** Runs jobs in parallel; a failing one does not affect the others. */
  const runBatch = (
    kind: JobKind<object>,
    batch: Job<object>[],
    handler: (data: object) => Promise<void>,
  ): Promise<JobResult[]> =>
    Promise.all(
      batch.map(({ id, data }) =>
        follow(kind.name, id, () =>
          handler(data).then(
            () => ({ id, status: 'completed' as const }),
            (error: unknown) => {
              onError(error)
              return { id, status: 'failed' as const, output: { message: withoutPeople(rootError(error).message) } }
            },
          ),
        ),
      ),
    )

  /** Keeps requesting this period's job; it is not added twice, whichever process asks. */
  function runByClock(kind: JobKind<object>, { minutes, after = 0 }: Period): void {
    const ask = () => {
      const began = Math.floor(Date.now() / (minutes * 60_000)) * minutes
      const startAfter = new Date((began + after) * 60_000)
      boss.send(kind.name, {}, { singletonSeconds: minutes * 60, startAfter }).catch(onError)
    }
    ask()
    // Six times per period, so that a job of each minute never waits longer than 10 s.
    ticking.push(setInterval(ask, minutes * 10_000))
  }

  /** The kinds of which a job is due, in the order in which they were declared. */
  async function namesDue(): Promise<string[]> {
    const { rows } = await boss
      .getDb()
      .executeSql(`select distinct name from pgboss.job where state < 'active' and start_after <= now()`)
    const due = new Set((rows as { name: string }[]).map(({ name }) => name))
    return [...handlers.keys()].filter((name) => due.has(name))
  }

  return {
    add(tx, kind, data, options = {}) {
      return this.addAll(tx, kind, [{ data, ...options }])
    },
    async addAll(tx, kind, list) {
      const { uniqueBy } = kind
      const keyOf = (data: object) => (uniqueBy ? String((data as Record<string, unknown>)[uniqueBy]) : undefined)
      const jobs = list.map((job) => ({ ...job, singletonKey: keyOf(job.data) }))
      if (jobs.length > 0) await boss.insert(kind.name, jobs, { db: inTransaction(tx) })
    },
    handle(kind, handler) {
      handlers.set(kind.name, { kind, handler: handler as (data: object) => Promise<void> })
    },
    every(period, kind, handler) {
      clock.set(kind.name, period)
      this.handle(kind, handler)
    },
    async emit(tx, event, data) {
      for (const kind of listeners.get(event.name) ?? []) await this.add(tx, kind, data)
    },
    listen(event, kind, handler) {
      listeners.set(event.name, [...(listeners.get(event.name) ?? []), kind])
      this.handle(kind, handler)
    },
    async start({ work }) {
      await boss.start()
      const names = [...handlers.keys()]
      const existing = new Map((await boss.getQueues(names)).map((queue) => [queue.name, queue]))
      for (const { kind, handler } of handlers.values()) {
        const options = {
          retryLimit: kind.retries,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 600,
          expireInSeconds: 120,
          deleteAfterSeconds: 30 * 24 * 3_600,
          heartbeatSeconds: 10,
          notify: !kind.isFrequent,
        }
        const found = existing.get(kind.name)
        if (!found) await boss.createQueue(kind.name, { ...options, policy: kind.uniqueBy ? 'exclusive' : 'standard' })
        else if (Object.entries(options).some(([option, value]) => found[option as keyof typeof options] !== value))
          await boss.updateQueue(kind.name, options)
        const period = clock.get(kind.name)
        if (work && period) runByClock(kind, period)
        const working = { ...workOptions, ...(kind.isFrequent && frequentOptions) }
        if (work)
          await boss.work<object, JobResult[], typeof working>(kind.name, working, (batch) =>
            runBatch(kind, batch, handler),
          )
      }
    },
    async stop() {
      for (const each of ticking) clearInterval(each)
      // Not awaited for long: an unreachable database cannot acknowledge the disconnect.
      const tooLong = sleep(6_000, undefined, { ref: false })
      await Promise.race([boss.stop({ graceful: true, timeout: 4_000, close: true }), tooLong])
    },
    async listDead() {
      const { rows } = await boss.getDb().executeSql(
        // pg-boss nests its own messages (timed out, shut down) one level deeper than ours.
        `select id, name, completed_on as "failedAt",
             coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value') as error
           from pgboss.job
           where state = 'failed' and not (name = any($1) and exists (
             select from pgboss.job later
               where later.name = job.name and later.created_on > job.created_on and later.state in ('completed', 'failed')))
           order by completed_on desc limit 100`,
        [[...clock.keys()]],
      )
      return rows.map((row) => ({
        ...row,
        error: row.error ?? 'The job failed without an error message.',
      })) as DeadJob[]
    },
    async retryDead(name, id) {
      const [job] = handlers.has(name) ? await boss.findJobs(name, { id }) : []
      if (job?.state !== 'failed') return false
      await boss.retry(name, id)
      return true
    },
    async lengths() {
      const kinds = await boss.getQueues([...handlers.keys()])
      return kinds.map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
        name,
        ready: readyCount,
        deferred: deferredCount,
        active: activeCount,
        failed: failedCount,
      }))
    },
    async behind() {
      const { rows } = await boss.getDb().executeSql(
        `select count(*)::int as count, min(start_after) as since from pgboss.job
             where name = any($1) and state < 'active' and start_after < now()`,
        [[...handlers.keys()]],
      )
      return rows[0] as { count: number; since: Date | null }
    },
    async runDue() {
      let ran = 0
      let before: number
      do {
        before = ran
        for (const name of await namesDue()) {
          const { kind, handler } = must(handlers.get(name), 'a handler')
          const batch = await boss.fetch<object>(name, { batchSize: 50 })
          ran += batch.length
          for (const { id, status, output } of await runBatch(kind, batch, handler))
            await (status === 'completed' ? boss.complete(name, id) : boss.fail(name, id, output))
        }
      } while (ran > before)
      return ran
    },
  }
}

/** Passed to pg-boss's connections: its polling must not wait for a database that never answers. */
const waits = (patience: number) => ({ connectionTimeoutMillis: 4_000 * patience, query_timeout: 10_000 * patience })

/** Four at a time, and the next four at once while there are more; a notification wakes idle workers. */
const workOptions = {
  batchSize: 4,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true as const,
}

/**
 * Two workers: while one waits for a mail server that is slow for one of its batch, the other takes what comes next. Fifty a
 * second at most: after a rush mails may wait, those who are booking may not.
 */
const frequentOptions = { batchSize: 25, localConcurrency: 2, burstWhenBatchFull: false }

const inTransaction = ({ $client }: Db | Tx): BossDb => ({
  executeSql: (text, values) => $client.query({ text, values }),
})
