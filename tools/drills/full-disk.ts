import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { startFreshApp } from '#tests/support/fresh-app.ts'
import { ask } from './ask.ts'
import type { Finding } from './report.ts'

const megabytes = 400

/**
 * An app on a small file system of its own that gets full while people write to it. Afterwards what was acknowledged must be
 * there. Only root can make such a file system; otherwise the only finding says that this was skipped.
 */
export async function fillDisk(isShort: boolean): Promise<Finding[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'level-up-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'level-up-drill', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return [{ promise: 'disk full', measured: 'skipped: no small file system can be made here', kept: true }]
  }
  try {
    return await writeUntilFull(path.join(folder, 'data'), path.join(folder, 'ballast'), isShort ? 4_000 : 20_000)
  } finally {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
}

async function writeUntilFull(dataDir: string, ballast: string, fullMs: number): Promise<Finding[]> {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const app = await startFreshApp(settings)
  console.info('disk full …')
  const acknowledged: string[] = []
  const statuses = { before: new Set<number>(), full: new Set<number>(), after: new Set<number>() }
  let phase: keyof typeof statuses = 'before'
  let isOver = false
  let number = 0
  const login = { email: 'player@demo.test', password: 'levelup-demo' }
  const signedIn = await ask<{ token: string }>('POST', `${app.url}/api/auth/login`, login)
  async function keepWriting(): Promise<void> {
    while (!isOver) {
      const email = `writer-${number++}@disk.test`
      const body = { name: 'Rimshot', email, game: 'fortnite', message: randomText() }
      const then = phase
      const { status } = await ask('POST', `${app.url}/api/contacts`, body, signedIn.body.token)
      // What was under way as the disk filled belongs to neither.
      if (then === phase) statuses[then].add(status)
      if (status === 200) acknowledged.push(email)
      await sleep(20)
    }
  }
  const writing = Promise.all(Array.from({ length: 8 }, keepWriting))
  try {
    await sleep(1_000)
    phase = 'full'
    fillUp(ballast)
    const until = Date.now() + fullMs
    while (Date.now() < until || (![...statuses.full].some((status) => status >= 500) && Date.now() < until + 20_000))
      await sleep(100)
    rmSync(ballast)
    const freedAt = Date.now()
    const before = acknowledged.length
    while (acknowledged.length < before + 20 && Date.now() - freedAt < 30_000) await sleep(50)
    const backAfter = Date.now() - freedAt
    phase = 'after'
    await sleep(1_000)
    isOver = true
    await writing
    return [
      {
        promise: 'disk full: refused by 5xx',
        measured: `${[...statuses.full].join(', ')}; before ${[...statuses.before].join()}, after ${[...statuses.after].join()}`,
        kept:
          [...statuses.full].some((status) => status >= 500) &&
          [...statuses.full].every((status) => status === 200 || status >= 500) &&
          [...statuses.before, ...statuses.after].every((status) => status === 200),
      },
      { promise: 'disk freed: writes go on < 30 s', measured: `${backAfter} ms`, kept: backAfter < 30_000 },
      await findLost(dataDir, acknowledged, () => app.stop()),
    ]
  } finally {
    isOver = true
    await writing
    await app.stop()
  }
}

function fillUp(file: string): void {
  const pieces = [1024 * 1024, 4096]
  for (const piece of pieces)
    try {
      while (true) appendFileSync(file, Buffer.alloc(piece))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}

/** After a stop and a start of the database. */
async function findLost(dataDir: string, acknowledged: string[], stop: () => Promise<void>): Promise<Finding> {
  await stop()
  const database = await startEmbeddedPostgres(dataDir)
  const client = new Client(database.url)
  await client.connect()
  const { rows } = await client.query<{ email: string }>('select email from contacts')
  await client.end()
  await database.stop()
  const kept = new Set(rows.map(({ email }) => email))
  const lost = acknowledged.filter((email) => !kept.has(email)).length
  return {
    promise: 'disk full: no false success',
    measured: `${acknowledged.length} acknowledged, ${lost} lost`,
    kept: acknowledged.length > 20 && lost === 0,
  }
}

/** The database compresses what repeats, and the disk would fill slowly. */
function randomText(): string {
  return Array.from({ length: 60 }, () => Math.random().toString(36)).join(' ')
}
