import { sql } from 'drizzle-orm'
import { type Db as BossDb, fromDrizzle, PgBoss } from 'pg-boss'
import type { Db, Tx } from './db.ts'

/** A kind of background work; `Data` must survive JSON. Handlers are idempotent: a job can run more than once. */
export type JobKind<Data extends object> = { readonly name: string; readonly retries: number; readonly data?: Data }

/** Names a kind of work. Failed runs are retried with growing pauses (2 s … 10 min), `retries` times. */
export function defineJob<Data extends object>(name: string, retries = 12): JobKind<Data> {
  return { name, retries }
}

export type Jobs = {
  /** Enqueues in the caller's transaction: committed together or not at all. */
  add<Data extends object>(tx: Db | Tx, kind: JobKind<Data>, data: Data, options?: { startAfter?: Date }): Promise<void>
  handle<Data extends object>(kind: JobKind<Data>, handler: (data: Data) => Promise<void>): void
  /** Creates the queues; with `work`, starts to take jobs. */
  start(options: { work: boolean }): Promise<void>
  /** Lets running jobs finish (10 s at most), then closes the connections. */
  stop(): Promise<void>
  /** Runs every job that is due, until none is left; for tests, which start without workers. Gives how many ran. */
  runDue(): Promise<number>
}

/** Jobs in PostgreSQL (pg-boss): one row each, taken by one worker at a time in any process. */
export function createJobs(databaseUrl: string, onError: (error: unknown) => void): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'level-up-jobs',
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 600,
  })
  boss.on('error', onError)
  const handlers = new Map<string, { kind: JobKind<object>; handler: (data: object) => Promise<void> }>()

  return {
    async add(tx, kind, data, options = {}) {
      await boss.send(kind.name, data, { ...options, db: inTransaction(tx) })
    },
    handle(kind, handler) {
      handlers.set(kind.name, { kind, handler: handler as (data: object) => Promise<void> })
    },
    async start({ work }) {
      await boss.start()
      for (const { kind, handler } of handlers.values()) {
        await boss.createQueue(kind.name, {
          retryLimit: kind.retries,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 600,
          expireInSeconds: 120,
          notify: true,
        })
        if (work)
          await boss.work<object>(
            kind.name,
            { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 },
            async ([job]) => handler(job!.data),
          )
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000, close: true })
    },
    async runDue() {
      let ran = 0
      for (let found = true; found; ) {
        found = false
        for (const { kind, handler } of handlers.values()) {
          for (const job of await boss.fetch<object>(kind.name, { batchSize: 50 })) {
            found = true
            ran += 1
            await handler(job.data).then(
              () => boss.complete(kind.name, job.id),
              (error: unknown) => {
                onError(error)
                return boss.fail(kind.name, job.id, { message: String(error) })
              },
            )
          }
        }
      }
      return ran
    },
  }
}

const inTransaction = (tx: Db | Tx): BossDb => fromDrizzle(tx as Parameters<typeof fromDrizzle>[0], sql)
