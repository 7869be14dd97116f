import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

let dataDir: string
let cleanUp: (() => unknown)[]

beforeEach(() => {
  dataDir = fs.mkdtempSync('/tmp/level-up-test-')
  cleanUp = [() => fs.rmSync(dataDir, { recursive: true, force: true })]
})

afterEach(async () => {
  for (const step of cleanUp.reverse()) await step()
})

async function start(folder = dataDir, durable = false) {
  const database = await startEmbeddedPostgres(folder, { durable, warn: () => {} })
  cleanUp.push(database.stop)
  return database
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Repeats a question while the database is away, as an app's pool would. */
async function askUntilAnswered(url: string, sql: string) {
  let rows: Record<string, unknown>[] = []
  const answer = async () => {
    rows = await ask(url, sql)
  }
  await vi.waitUntil(
    () =>
      answer().then(
        () => true,
        () => false,
      ),
    { timeout: 60_000 },
  )
  return rows
}

function databasePid(folder = dataDir): number {
  return Number(fs.readFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

/** Hosts the database in a process of its own, which writes numbers and says which ones were acknowledged. */
async function startHost(folder: string, as: { uid?: number; gid?: number } = {}) {
  const code = `
    import pg from 'pg'
    import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
    const { url } = await startEmbeddedPostgres(${JSON.stringify(folder)})
    const client = new pg.Client(url)
    await client.connect()
    await client.query('create table if not exists n (i int)')
    for (let i = 1; ; i++) {
      await client.query('insert into n values ($1)', [i])
      console.log(i)
    }`
  const host = spawn(process.execPath, ['--input-type=module', '-e', code], {
    ...as,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.push(() => kill(host))
  let acknowledged = 0
  host.stdout.on('data', (lines) => {
    acknowledged = Number(String(lines).trim().split('\n').at(-1))
  })
  await vi.waitUntil(() => acknowledged >= 100 || host.exitCode !== null, { timeout: 60_000 })
  return { host, acknowledged: () => acknowledged }
}

async function kill(host: ChildProcess) {
  if (host.exitCode !== null || host.signalCode !== null) return
  host.kill('SIGKILL')
  await once(host, 'close')
}

test('keeps data over a stop and a start', async () => {
  const first = await start()
  await ask(first.url, 'create table t as select 42 as answer')
  await first.stop()
  const second = await start()
  expect(await ask(second.url, 'select answer from t')).toEqual([{ answer: 42 }])
  expect(fs.statSync(path.join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
  expect(await ask(second.url, `select current_setting('listen_addresses') as tcp`)).toEqual([{ tcp: '' }])
})

test('asks for the password', async () => {
  const { url } = await start()
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
})

test('restarts a killed database at the same address with every committed row', async () => {
  const { url } = await start(dataDir, true)
  await ask(url, 'create table t as select 42 as answer')
  for (let round = 0; round < 2; round++) {
    const killed = databasePid()
    process.kill(killed, 'SIGKILL')
    expect(await askUntilAnswered(url, 'select answer from t')).toEqual([{ answer: 42 }])
    expect(databasePid()).not.toBe(killed)
  }
})

test('stops cleanly while a restart is under way', async () => {
  const { stop } = await start()
  process.kill(databasePid(), 'SIGKILL')
  await sleep(30)
  await stop()
  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('loses no acknowledged row when the app is killed', async () => {
  const { host, acknowledged } = await startHost(dataDir)
  await kill(host)
  const { url } = await start()
  const rows = await ask(url, 'select max(i) as last, count(*)::int as count from n')
  expect(rows[0]!.last).toBeGreaterThanOrEqual(acknowledged())
  expect(rows[0]!.count).toBe(rows[0]!.last)
})

test('stops a database that outlived its app', async () => {
  // Frozen, the server cannot obey the kernel's wish that it dies with its parent: the orphan of a system without setpriv.
  const { host } = await startHost(dataDir)
  const orphan = databasePid()
  process.kill(orphan, 'SIGSTOP')
  await kill(host)
  setTimeout(() => process.kill(orphan, 'SIGCONT'), 300)
  const { url } = await start()
  expect(databasePid()).not.toBe(orphan)
  expect((await ask(url, 'select count(*)::int as count from n'))[0]!.count).toBeGreaterThan(0)
})

test('waits for what a killed database left behind', async () => {
  const { host } = await startHost(dataDir)
  const postmaster = databasePid()
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  const orphan = Number(children.trim().split(/\s+/)[0])
  process.kill(orphan, 'SIGSTOP')
  process.kill(postmaster, 'SIGKILL')
  await kill(host)
  let isGoingOn = false
  setTimeout(() => {
    isGoingOn = true
    process.kill(orphan, 'SIGCONT')
  }, 1_000)
  const { url } = await start()
  expect(isGoingOn).toBe(true)
  expect((await ask(url, 'select count(*)::int as count from n'))[0]!.count).toBeGreaterThan(0)
})

test.skipIf(!fs.existsSync('/usr/bin/setpriv'))('the database does not outlive its app', async () => {
  const { host } = await startHost(dataDir)
  const pid = databasePid()
  await kill(host)
  await expect.poll(() => fs.existsSync(`/proc/${pid}`)).toBe(false)
  // One orderly start and stop removes what the killed one left in /tmp.
  await start()
})

test('refuses a folder that is in use, and takes it when it is free again', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(`${dataDir} is in use by another running Level Up`)
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
  await start()
})

test('ignores a stale pid file whose number now belongs to another program', async () => {
  await (await start()).stop()
  const cluster = path.join(dataDir, 'postgres/cluster')
  const { uid, gid } = fs.statSync(cluster)
  const foreigner = spawn('sleep', ['60'], process.getuid!() === 0 ? { uid, gid } : {})
  cleanUp.push(() => foreigner.kill())
  const pidFile = path.join(cluster, 'postmaster.pid')
  fs.writeFileSync(pidFile, `${foreigner.pid}\n${cluster}\n0\n5432\n/tmp\n\n\nready   \n`)
  fs.chownSync(pidFile, uid, gid)
  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(foreigner.exitCode ?? foreigner.signalCode).toBe(null)
})

test('works in a folder with a very long path', async () => {
  const folder = path.join(dataDir, 'a'.repeat(200), 'ö b'.repeat(30))
  const { url } = await start(folder)
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('starts over after an interrupted first start', async () => {
  const unfinished = path.join(dataDir, 'postgres.new/cluster')
  fs.mkdirSync(unfinished, { recursive: true })
  fs.writeFileSync(path.join(unfinished, 'PG_VERSION'), '18\n')
  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(fs.existsSync(path.join(dataDir, 'postgres.new'))).toBe(false)
})

test('refuses the files of another major version and says so', async () => {
  await (await start()).stop()
  fs.writeFileSync(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '15\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 15, and this Level Up brings PostgreSQL 18/)
})

test.runIf(process.getuid!() === 0)('works as an ordinary user', async () => {
  const user = { uid: 65534, gid: 65534 }
  const folder = path.join(dataDir, 'home')
  fs.mkdirSync(folder)
  fs.chownSync(folder, user.uid, user.gid)
  fs.chmodSync(dataDir, 0o755)
  const { host, acknowledged } = await startHost(folder, user)
  expect(acknowledged()).toBeGreaterThanOrEqual(100)
  expect(fs.statSync(path.join(folder, 'postgres/cluster')).uid).toBe(user.uid)
  await kill(host)
  const { url } = await start(folder)
  expect((await ask(url, 'select count(*)::int as count from n'))[0]!.count).toBeGreaterThanOrEqual(100)
})
