import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { embeddedPostgresUrl, startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { fingerprints } from '#tests/support/fingerprints.ts'
import { nothingReal, startFreshApp } from '#tests/support/fresh-app.ts'
import { onInterrupt } from './on-interrupt.ts'
import { type Finding, percentile, report } from './report.ts'

/**
 * `npm run drill:backup`: people apply as coaches while a backup is taken; then app, database and folder
 * are destroyed, the backup is restored into a new folder, and an app starts on it. `--short` loads for less time.
 */
const rounds = process.argv.includes('--short') ? 1 : 5
const application = {
  applicantName: 'Rimshot',
  applicantPhone: '+12125550199',
  gameExpertise: 'rocket-league',
  currentRank: 'Grand Champion',
  coachingExperience: 'Two years of a club team',
  whyCoach: 'I like to explain',
  availability: 'Evenings',
}
const folder = mkdtempSync(path.join(tmpdir(), 'level-up-backup-drill-'))
const findings: Finding[] = []
/** What runs at this moment, to be stopped when the drill is interrupted. */
const running = new Set<{ stop(): Promise<unknown> }>()
const removeFolder = () => rmSync(folder, { recursive: true, force: true })
onInterrupt(async () => {
  await Promise.allSettled([...running].map((each) => each.stop()))
  removeFolder()
})
try {
  for (let round = 1; round <= rounds; round++) await drill(round)
} finally {
  removeFolder()
}
report('Backup and restore', findings)

async function drill(round: number): Promise<void> {
  const file = path.join(folder, `backup-${round}.sql.gz`)
  const { before, backupTook, load } = await backUpUnderLoad(round, file)

  const restored = path.join(folder, `restored-${round}`)
  const began = Date.now()
  await run('restore', restored, file)
  const restoreTook = Date.now() - began
  const after = await readFingerprints(restored)
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const different = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const total = Object.values(after).reduce((sum, table) => sum + table.rows, 0)
  findings.push(
    {
      promise: `${round}: restored = snapshot`,
      measured: `${total} rows in ${names.size} tables, ${different.join(', ') || 'none differs'}`,
      kept: different.length === 0 && total > 200,
    },
    {
      promise: `${round}: writes go on meanwhile`,
      measured: `${load.written} written, ${load.failed} failed, p99 ${percentile(load.took, 0.99)} ms`,
      kept: load.failed === 0,
    },
    {
      promise: `${round}: an app starts on it and people sign in`,
      measured: `backup ${backupTook} ms, restore ${restoreTook} ms`,
      kept: await peopleSignIn(restored),
    },
  )
}

/** A new app, filled and backed up while people write; in the end app, database and folder are gone, whatever happened. */
async function backUpUnderLoad(round: number, file: string) {
  const app = await startFreshApp({ LOG_LEVEL: 'fatal' })
  running.add(app)
  const stop = new AbortController()
  const load = { written: 0, failed: 0, took: [] as number[] }
  const clients = Array.from({ length: 8 }, (_, i) => keepWriting(app.url, `b${round}-${i}`, load, stop.signal))
  try {
    await isWritten(load, 100)
    const { before, took: backupTook } = await backUpOneMoment(app.dataDir, file)
    await isWritten(load, load.written + 100)
    return { before, backupTook, load }
  } finally {
    const pidFile = readFileSync(path.join(app.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
    stop.abort()
    process.kill(app.pid, 'SIGKILL')
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
    await Promise.all([...clients, app.exited])
    await app.stop()
    running.delete(app)
  }
}

/** Backs up the moment that this session sees, so that what it reads is what the backup must hold. */
async function backUpOneMoment(dataDir: string, file: string) {
  const client = new Client(embeddedPostgresUrl(dataDir)!)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    const before = await fingerprints(client)
    const began = Date.now()
    await run('backup', dataDir, file, '--snapshot', rows[0]!.id)
    return { before, took: Date.now() - began }
  } finally {
    await client.end()
  }
}

async function readFingerprints(dataDir: string) {
  const database = await startEmbeddedPostgres(dataDir)
  running.add(database)
  const client = new Client(database.url)
  try {
    await client.connect()
    return await fingerprints(client)
  } finally {
    await client.end()
    await database.stop()
    running.delete(database)
  }
}

/** Whether an app on this folder starts, and lets the demo's player in. */
async function peopleSignIn(dataDir: string): Promise<boolean> {
  const app = await startFreshApp({ LOG_LEVEL: 'fatal', DATA_DIR: dataDir })
  running.add(app)
  try {
    const { ok } = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'player@demo.test', password: 'levelup-demo' }),
    })
    return ok
  } finally {
    await app.stop()
    running.delete(app)
  }
}

/** Waits until so many are written. Throws after a minute: a drill ends. */
async function isWritten(load: { written: number; failed: number }, count: number): Promise<void> {
  const patience = Date.now() + 60_000
  while (load.written < count) {
    if (Date.now() > patience) throw new Error(`Only ${load.written} of ${count} written, ${load.failed} failed.`)
    await sleep(50)
  }
}

/** People apply as coaches again and again, which writes rows, mails and jobs. */
async function keepWriting(
  url: string,
  name: string,
  load: { written: number; failed: number; took: number[] },
  signal: AbortSignal,
): Promise<void> {
  for (let i = 0; !signal.aborted; i++) {
    const began = performance.now()
    const body = { ...application, applicantEmail: `${name}-${i}@drill.test` }
    try {
      const answer = await fetch(`${url}/api/coach-applications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      })
      await answer.text()
      if (answer.ok) load.written += 1
      else load.failed += 1
      load.took.push(performance.now() - began)
    } catch {
      if (!signal.aborted) load.failed += 1
    }
  }
}

/** One of the two commands, as an operator gives it. */
async function run(script: 'backup' | 'restore', dataDir: string, ...args: string[]): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [`tools/scripts/${script}.ts`, ...args], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { ...process.env, ...nothingReal, DATA_DIR: dataDir },
  })
  process.stdout.write(stdout)
}
