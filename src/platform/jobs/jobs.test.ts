import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { listDeadJobs, retryDeadJob } from '#src/shared/dead-jobs-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { createJobs, defineJob } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const fragile = defineJob<{ word: string }>('test.fragile', 0)

/** Jobs beside the app's own, on its database. */
function someJobs(handler: (data: { word: string }) => Promise<void>) {
  const jobs = createJobs(app.databaseUrl, () => {})
  jobs.handle(fragile, handler)
  return jobs
}

test('a job of a transaction rolled back never runs, one of a committed transaction runs once', async () => {
  const words: string[] = []
  const jobs = someJobs(async ({ word }) => void words.push(word))
  await jobs.start({ work: false })
  await app.deps.db.transaction((tx) => jobs.add(tx, fragile, { word: 'kept' }))
  await app.deps.db
    .transaction(async (tx) => {
      await jobs.add(tx, fragile, { word: 'lost' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await jobs.runDue()).toBe(1)
  expect(words).toEqual(['kept'])
  await jobs.stop()
})

test('several jobs are added at once, each for its own time', async () => {
  const words: string[] = []
  const jobs = someJobs(async ({ word }) => void words.push(word))
  await jobs.start({ work: false })
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  await jobs.addAll(app.deps.db, fragile, [
    { data: { word: 'one' } },
    { data: { word: 'later' }, startAfter: tomorrow },
    { data: { word: 'two' } },
  ])
  await jobs.addAll(app.deps.db, fragile, [])
  expect(await jobs.runDue()).toBe(2)
  expect(words.sort()).toEqual(['one', 'two'])
  await jobs.stop()
})

test('a job that fails leaves its neighbours alone, is shown without data, and can be started again', async () => {
  let isBroken = true
  const words: string[] = []
  const jobs = someJobs(async ({ word }) => {
    if (word === 'bad' && isBroken)
      throw Object.assign(new Error('Failed query: insert … params: secret@example.com'), {
        cause: new Error('no such mailbox: <secret@example.com>, +12125550100'),
      })
    words.push(word)
  })
  await jobs.start({ work: false })
  for (const word of ['good', 'bad', 'fine']) await app.deps.db.transaction((tx) => jobs.add(tx, fragile, { word }))
  await jobs.runDue()
  expect(words.sort()).toEqual(['fine', 'good'])
  const [dead, ...more] = await jobs.listDead()
  expect(dead).toMatchObject({ name: 'test.fragile', error: 'no such mailbox: <(address)>, (number)' })
  expect(more).toEqual([])

  const owner = await aUser(app.deps, { isOwner: true })
  const shown = await app.call(listDeadJobs, {}, owner.token)
  expect(shown.body).toMatchObject([{ id: dead!.id, error: dead!.error }])
  const unknown = await app.call(
    retryDeadJob,
    { params: { jobId: dead!.id }, body: { name: 'nobody.knows' } },
    owner.token,
  )
  expect(unknown.status).toBe(404)

  isBroken = false
  expect(await jobs.retryDead('test.fragile', dead!.id)).toBe(true)
  await jobs.runDue()
  expect(words).toContain('bad')
  expect(await jobs.listDead()).toEqual([])
  await jobs.stop()
})

test('a job by the clock runs once a period, however many processes ask for it, and not before its time', async () => {
  const hourly = defineJob<object>('test.hourly')
  const late = defineJob<object>('test.late')
  const ran: string[] = []
  const processes = [1, 2, 3].map(() => {
    const jobs = createJobs(app.databaseUrl, () => {})
    jobs.every({ minutes: 60 }, hourly, async () => void ran.push('hourly'))
    // Half an hour after the end of its own hour: whenever the test runs, not now.
    jobs.every({ minutes: 60, after: 90 }, late, async () => void ran.push('late'))
    return jobs
  })
  for (const jobs of processes) await jobs.start({ work: true })
  await expect.poll(() => ran).toContain('hourly')
  for (const jobs of processes) await jobs.stop()
  // A row for each hour: the test may meet the end of one.
  const { rows } = await app.deps.db.execute<{ name: string; hour: string; count: number; waits: boolean }>(
    `select name, singleton_on::text as hour, count(*)::int as count, bool_and(start_after > now()) as waits
      from pgboss.job where name in ('test.hourly', 'test.late') group by name, singleton_on`,
  )
  expect(new Set(rows.map((row) => row.name))).toEqual(new Set(['test.hourly', 'test.late']))
  for (const row of rows) expect(row).toMatchObject({ count: 1, waits: row.name === 'test.late' })
  expect(ran.length).toBe(rows.filter((row) => row.name === 'test.hourly').length)
})

test('of a job by the clock only the latest run counts, and what pg-boss says of a lost job is shown', async () => {
  let isBroken = true
  const jobs = createJobs(app.databaseUrl, () => {})
  const clockwork = defineJob<object>('test.clockwork', 0)
  jobs.every({ minutes: 1 }, clockwork, async () => {
    if (isBroken) throw new Error('broken')
  })
  await jobs.start({ work: false })
  const run = async () => {
    await jobs.add(app.deps.db, clockwork, {})
    await jobs.runDue()
  }
  await run()
  await run()
  expect(await jobs.listDead()).toMatchObject([{ name: 'test.clockwork', error: 'broken' }])
  await app.deps.db.execute(`update pgboss.job set output = '{"value": {"message": "job timed out"}}'
    where name = 'test.clockwork'`)
  expect(await jobs.listDead()).toMatchObject([{ error: 'job timed out' }])
  isBroken = false
  await run()
  expect(await jobs.listDead()).toEqual([])
  await jobs.stop()
})

test('a queue of an earlier version takes over the new options: failed jobs are kept for 30 days', async () => {
  const jobs = someJobs(async () => {})
  await jobs.start({ work: false })
  await app.deps.db.execute(`update pgboss.queue set deletion_seconds = 60 where name = 'test.fragile'`)
  await jobs.stop()
  const next = someJobs(async () => {})
  await next.start({ work: false })
  const { rows } = await app.deps.db.execute(`select deletion_seconds from pgboss.queue where name = 'test.fragile'`)
  expect(rows).toEqual([{ deletion_seconds: 30 * 24 * 3_600 }])
  await next.stop()
})
