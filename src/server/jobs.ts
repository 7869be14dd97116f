import { setTimeout as sleep } from 'node:timers/promises'
import { type Db as BossDb, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { EventKind } from '#src/shared/define-event.ts'
import type { Db, Tx } from './db.ts'
import { rootError, withoutPeople } from './errors.ts'
import { HotStatementsClient } from './hot-statements.ts'
import { openLanes } from './lanes.ts'

/** A kind of background work; `Data` must survive JSON. Handlers are idempotent: a job can run more than once. */
export type JobKind<Data extends object> = { readonly name: string; readonly retries: number; readonly data?: Data }

/** Names a kind of work. Failed runs are retried with growing pauses (2 s … 10 min), `retries` times. */
export function defineJob<Data extends object>(name: string, retries = 12): JobKind<Data> {
  return { name, retries }
}

/** So many minutes, counted from midnight UTC, and how many of them pass before what is done once in each. */
type Period = { minutes: number; after?: number }

/** Work that is planned in a table of its own, where each job of a kind would be a row more to write. */
export type Queue = {
  name: string
  /** Does the next thing that is due, by `follow`, whose `run` says whether it went well; false when nothing is due. */
  next(follow: (id: string, run: () => Promise<boolean>) => Promise<unknown>): Promise<boolean>
  lengths(): Promise<Lengths>
}

/** How much there is to do: due, planned for later, running (where that is known), given up. */
type Lengths = { ready: number; deferred: number; active?: number; failed: number }

export type DeadJob = { id: string; name: string; error: string; failedAt: Date }

export type Jobs = {
  /** Enqueues in the caller's transaction: committed together or not at all. */
  add<Data extends object>(tx: Db | Tx, kind: JobKind<Data>, data: Data, options?: { startAfter?: Date }): Promise<void>
  /** Enqueues several of a kind in one statement. */
  addAll<Data extends object>(
    tx: Db | Tx,
    kind: JobKind<Data>,
    list: { data: Data; startAfter?: Date }[],
  ): Promise<void>
  handle<Data extends object>(kind: JobKind<Data>, handler: (data: Data) => Promise<void>): void
  /** Runs a job by the clock: once in each period, in one process. Who starts later in the period does it at once. */
  every(period: Period, kind: JobKind<object>, handler: () => Promise<void>): void
  /** Tells an event to everybody who listens: one job each, in the teller's own transaction. */
  tell<Data extends object>(tx: Tx, event: EventKind<Data>, data: Data): Promise<void>
  /** Listens: `kind` is the listener's own job. */
  listen<Data extends object>(event: EventKind<Data>, kind: JobKind<Data>, handler: (data: Data) => Promise<void>): void
  /** Does what is due in a queue, in every process that works. */
  drain(queue: Queue): void
  /** Creates the queues; with `work`, starts to take jobs. */
  start(options: { work: boolean }): Promise<void>
  /** Lets running work finish (jobs 4 s at most, queues 6 s; the rest runs again later), then closes the connections. */
  stop(): Promise<void>
  /**
   * The jobs that used up their retries in the last 30 days, newest first, 100 at most; of a job by the clock only the
   * latest run counts. Their errors name no addresses, numbers or data of the failed statement.
   */
  listDead(): Promise<DeadJob[]>
  /** Gives a dead job one more try; false when there is no such one. */
  retryDead(name: string, id: string): Promise<boolean>
  /** How many jobs of each kind there are, some seconds old. */
  lengths(): Promise<({ name: string } & Lengths)[]>
  /** Runs every job that is due, until none is left; for tests, which start without workers. Gives how many ran. */
  runDue(): Promise<number>
}

/** Runs one job of a kind, with whatever is to happen around it. */
export type FollowJob = (kind: string, id: string, run: () => Promise<JobResult>) => Promise<JobResult>

/** Jobs in PostgreSQL (pg-boss): one row each, taken by one worker at a time in any process. */
export function createJobs(
  databaseUrl: string,
  onError: (error: unknown) => void,
  follow: FollowJob = (_kind, _id, run) => run(),
): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'level-up-jobs',
    useListenNotify: true,
    // Jobs of a process that died are found by their missing heartbeat and run again, within about 20 s.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 600,
    // `every` keeps the clock: pg-boss's own loads a calendar library and all of ICU's locales, 7 MB of memory.
    schedule: false,
    ...waits,
    // pg-boss hands it on to its pool, as it does with `waits`.
    ...{ Client: HotStatementsClient },
  })
  // Some of its errors are plain objects.
  boss.on('error', (error) => onError(error instanceof Error ? error : Object.assign(new Error(), error)))
  const handlers = new Map<string, { kind: JobKind<object>; handler: (data: object) => Promise<void> }>()
  const listeners = new Map<string, JobKind<object>[]>()
  const clock = new Map<string, Period>()
  const ticking: NodeJS.Timeout[] = []
  const queues: Queue[] = []
  let lanes: ReturnType<typeof openLanes>[] = []

  /** Runs jobs side by side; one that fails leaves the others alone. */
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

  /** Asks for this period's job again and again; what is there already, by this process or another, is not added twice. */
  function runByClock(kind: JobKind<object>, { minutes, after = 0 }: Period): void {
    const ask = () => {
      const began = Math.floor(Date.now() / (minutes * 60_000)) * minutes
      const startAfter = new Date((began + after) * 60_000)
      boss.send(kind.name, {}, { singletonSeconds: minutes * 60, startAfter }).catch(onError)
    }
    ask()
    // Six times a period: of a job each minute none waits longer than 10 s.
    ticking.push(setInterval(ask, minutes * 10_000))
  }

  const nextOf = ({ name, next }: Queue) =>
    next((id, run) => follow(name, id, async () => ({ id, status: (await run()) ? 'completed' : 'failed' })))

  return {
    add(tx, kind, data, options = {}) {
      return this.addAll(tx, kind, [{ data, ...options }])
    },
    async addAll(tx, kind, list) {
      if (list.length > 0) await boss.insert(kind.name, list, { db: inTransaction(tx) })
    },
    handle(kind, handler) {
      handlers.set(kind.name, { kind, handler: handler as (data: object) => Promise<void> })
    },
    every(period, kind, handler) {
      clock.set(kind.name, period)
      this.handle(kind, handler)
    },
    async tell(tx, event, data) {
      for (const kind of listeners.get(event.name) ?? []) await this.add(tx, kind, data)
    },
    listen(event, kind, handler) {
      listeners.set(event.name, [...(listeners.get(event.name) ?? []), kind])
      this.handle(kind, handler)
    },
    drain(queue) {
      queues.push(queue)
    },
    async start({ work }) {
      await boss.start()
      if (work) lanes = queues.map((queue) => openLanes(() => nextOf(queue), onError))
      for (const { kind, handler } of handlers.values()) {
        const options = {
          retryLimit: kind.retries,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 600,
          expireInSeconds: 120,
          deleteAfterSeconds: 30 * 24 * 3_600,
          heartbeatSeconds: 10,
          notify: true,
        }
        await boss.createQueue(kind.name, options)
        // An existing queue keeps the options of its first day.
        await boss.updateQueue(kind.name, options)
        const period = clock.get(kind.name)
        if (work && period) runByClock(kind, period)
        if (work)
          await boss.work<object, JobResult[], typeof workOptions>(kind.name, workOptions, (batch) =>
            runBatch(kind, batch, handler),
          )
      }
    },
    async stop() {
      for (const each of ticking) clearInterval(each)
      // A database that does not answer takes no leave either.
      const tooLong = sleep(6_000, undefined, { ref: false })
      const stopped = [boss.stop({ graceful: true, timeout: 4_000, close: true }), ...lanes.map((each) => each.close())]
      await Promise.race([Promise.all(stopped), tooLong])
    },
    async listDead() {
      const { rows } = await boss.getDb().executeSql(
        // pg-boss puts its own words (timed out, shut down) one level deeper than ours.
        `select id, name, completed_on as "failedAt",
             coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value') as error
           from pgboss.job
           where state = 'failed' and not (name = any($1) and exists (
             select from pgboss.job later
               where later.name = job.name and later.created_on > job.created_on and later.state in ('completed', 'failed')))
           order by completed_on desc limit 100`,
        [[...clock.keys()]],
      )
      return rows.map((row) => ({ ...row, error: row.error ?? 'It was given up without a word.' })) as DeadJob[]
    },
    async retryDead(name, id) {
      const [job] = handlers.has(name) ? await boss.findJobs(name, { id }) : []
      if (job?.state !== 'failed') return false
      await boss.retry(name, id)
      return true
    },
    async lengths() {
      const kinds = await boss.getQueues([...handlers.keys()])
      const own = await Promise.all(queues.map(async ({ name, lengths }) => ({ name, ...(await lengths()) })))
      return [
        ...kinds.map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
          name,
          ready: readyCount,
          deferred: deferredCount,
          active: activeCount,
          failed: failedCount,
        })),
        ...own,
      ]
    },
    async runDue() {
      let ran = 0
      for (let found = true; found; ) {
        found = false
        for (const { kind, handler } of handlers.values()) {
          const batch = await boss.fetch<object>(kind.name, { batchSize: 50 })
          found ||= batch.length > 0
          ran += batch.length
          for (const { id, status, output } of await runBatch(kind, batch, handler))
            await (status === 'completed' ? boss.complete(kind.name, id) : boss.fail(kind.name, id, output))
        }
        for (const queue of queues)
          while (await nextOf(queue)) {
            found = true
            ran += 1
          }
      }
      return ran
    },
  }
}

/** pg-boss hands these on to its connections. Its polling must not wait for a database that will never answer. */
const waits = { connectionTimeoutMillis: 4_000, query_timeout: 10_000 }

/** Four at a time, and the next four at once while there are more; a notification starts idle workers. */
const workOptions = {
  batchSize: 4,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
} as const

const inTransaction = ({ $client }: Db | Tx): BossDb => ({
  executeSql: (text, values) => $client.query(text, values),
})
