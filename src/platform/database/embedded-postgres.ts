import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadEnv } from '#src/platform/config/env.ts'
import { must } from '#src/shared/must.ts'
import { type Cluster, HERE, makeSocketFolder, prepareCluster } from './embedded-postgres-files.ts'

/** `durable: false` trades safety against a power cut for speed (tests); `warn` hears when the database had to restart. */
export type EmbeddedPostgresOptions = { durable?: boolean; warn?: (message: string) => void }

export type EmbeddedPostgres = {
  /** An address for `pg`; it stays the same when the database restarts. */
  url: string
  /** Ends every connection, shuts the database down and waits for it. */
  stop(): Promise<void>
}

const LOG_LIMIT_BYTES = 4_000_000
const STOP_TIMEOUT_MS = 10_000
const ORPHAN_TIMEOUT_MS = 30_000
const SQLITE_BUSY = 5

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  timezone: 'UTC',
  jit: 'off',
  max_wal_size: '512MB',
  // No ERROR lines: the app knows its errors, and their details quote rows (mail addresses) that belong in no log.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
/** For tests, of which many apps share one server. */
const FAST_BUT_NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  // It would visit the databases of all tests in turn.
  autovacuum: 'off',
}

/**
 * Starts a real PostgreSQL whose files live in `dataDir`/postgres and keeps it running until `stop()`.
 * Refuses a folder another process already uses. Throws when the platform or the folder does not fit.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { durable = true, warn = console.warn }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(fs.realpathSync(dataDir))
  try {
    const cluster = prepareCluster(fs.realpathSync(dataDir), durable)
    const stop = await supervise(cluster, durable, warn)
    let stopped: Promise<void> | undefined
    return { url: urlOf(cluster), stop: () => (stopped ??= stop().finally(() => lock.close())) }
  } catch (error) {
    lock.close()
    throw error
  }
}

/**
 * The address of the database in `dataDir`, for a second process beside the app that runs it; whether it runs, connecting
 * tells. Null when the folder holds none.
 */
export function embeddedPostgresUrl(dataDir: string): string | null {
  if (!fs.existsSync(path.join(dataDir, 'postgres'))) return null
  return urlOf(prepareCluster(fs.realpathSync(dataDir), true))
}

function urlOf({ password, socketFolder }: Cluster): string {
  return `postgres://app:${password}@localhost/postgres?host=${socketFolder}`
}

/**
 * Takes the folder for this process. An open SQLite transaction is the one file lock Node offers: the kernel drops it
 * with the process however that dies, so there is no stale lock and no process id to mistake.
 */
function lockFolder(dataDir: string): DatabaseSync {
  fs.accessSync(dataDir, fs.constants.W_OK)
  const lock = new DatabaseSync(path.join(dataDir, 'in-use.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new BadEnv(
      `DATA_DIR: ${dataDir} is in use by another running Level Up. Stop that one first, or give this one its own DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Starts the database, restarts it whenever it dies, and returns the function that ends it. */
async function supervise(cluster: Cluster, durable: boolean, warn: (message: string) => void) {
  let stopping = false
  let server = await launch(cluster, durable)
  const logTrimmer = setInterval(() => trimLog(cluster.log), 60_000).unref()

  async function keepRunning() {
    let restartedAt = 0
    while (true) {
      await exited(server)
      if (stopping) return
      warn(`The embedded database stopped unexpectedly (see ${cluster.log}); restarting it.`)
      let pause = Date.now() - restartedAt < 10_000 ? 1000 : 0
      restartedAt = Date.now()
      while (!stopping) {
        await sleep(pause)
        if (stopping) return
        try {
          server = await launch(cluster, durable)
          if (stopping) await shutDown(server)
          break
        } catch (error) {
          pause = Math.min(pause * 2 + 100, 10_000)
          warn(`The embedded database did not restart, next try in ${pause} ms: ${error}`)
        }
      }
    }
  }
  const running = keepRunning()

  return async function stop() {
    stopping = true
    clearInterval(logTrimmer)
    await shutDown(server)
    await running
    fs.rmSync(cluster.socketFolder, { recursive: true, force: true })
  }
}

/** Starts one server process and waits until it accepts connections. */
async function launch(cluster: Cluster, durable: boolean): Promise<ChildProcess> {
  const deadline = Date.now() + ORPHAN_TIMEOUT_MS
  while (true) {
    await clearTheWay(cluster)
    const logged = fs.existsSync(cluster.log) ? fs.statSync(cluster.log).size : 0
    const server = await spawnServer(cluster, durable)
    while (!hasExited(server)) {
      if (isReady(cluster, must(server.pid, 'the server’s process id'))) return server
      await sleep(10)
    }
    const said = fs.readFileSync(cluster.log).subarray(logged).toString()
    // Of a server that was killed the other processes live on until they notice, and it does not start beside them.
    if (!said.includes('pre-existing shared memory block') || Date.now() > deadline) {
      const end = said.trim().split('\n').slice(-12).join('\n')
      throw new Error(`PostgreSQL did not start. The end of ${cluster.log}:\n${end}`)
    }
    await sleep(100)
  }
}

async function spawnServer(cluster: Cluster, durable: boolean): Promise<ChildProcess> {
  makeSocketFolder(cluster)
  const settings = { ...SETTINGS, ...(durable ? {} : FAST_BUT_NOT_DURABLE) }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program = '', ...parameters] = [
    ...dieWithParent(),
    cluster.postgres,
    '-D',
    HERE,
    '-k',
    cluster.socketFolder,
    ...flags,
  ]
  const log = fs.openSync(cluster.log, 'a', 0o600)
  const server = spawn(program, parameters, {
    ...cluster.runAs,
    cwd: cluster.folder,
    env: { PATH: process.env.PATH } as NodeJS.ProcessEnv,
    stdio: ['ignore', log, log],
    // A group of its own: Ctrl-C in the terminal must reach the app only, which stops the database last.
    detached: true,
  })
  fs.closeSync(log)
  await once(server, 'spawn')
  return server
}

/** PostgreSQL writes its state into the eighth line of its pid file. */
function isReady(cluster: Cluster, pid: number): boolean {
  const lines = readPidFile(cluster)
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

function readPidFile({ folder }: Cluster): string[] {
  try {
    return fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Stops a database that outlived a killed app, and removes the pid file when its number now means somebody else. */
async function clearTheWay(cluster: Cluster) {
  const pid = Number(readPidFile(cluster)[0])
  if (!pid || !isAlive(pid)) return
  if (!isOurServer(pid, cluster)) {
    fs.rmSync(path.join(cluster.folder, 'postmaster.pid'))
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + STOP_TIMEOUT_MS
    sendSignal(pid, signal)
    while (Date.now() < deadline) {
      if (!isOurServer(pid, cluster)) return
      await sleep(20)
    }
  }
  throw new Error(`A PostgreSQL left behind (process ${pid}) still uses ${cluster.folder} and does not stop.`)
}

/** Whether the process is a PostgreSQL that we started on this folder: program, socket folder and working folder say so. */
function isOurServer(pid: number, cluster: Cluster): boolean {
  try {
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (path.basename(command[0] ?? '') !== 'postgres' || !command.includes(cluster.socketFolder)) return false
    return readLink(`/proc/${pid}/cwd`, cluster.folder) === cluster.folder && runsPostgres(pid)
  } catch {
    return false
  }
}

function runsPostgres(pid: number): boolean {
  // The kernel appends ' (deleted)' when the package was reinstalled under a running server.
  return path.basename(readLink(`/proc/${pid}/exe`, 'postgres').replace(/ \(deleted\)$/, '')) === 'postgres'
}

/** Reads a link in /proc, or gives `otherwise` when the kernel hides another user's process from us (some containers). */
function readLink(link: string, otherwise: string): string {
  try {
    return fs.readlinkSync(link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return otherwise
    throw error
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // Gone in the meantime: just what we want.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isAlive(pid: number): boolean {
  return fs.existsSync(`/proc/${pid}`)
}

/** A command prefix that makes the kernel shut the database down when the app dies, where util-linux is installed. */
function dieWithParent(): string[] {
  const flags = ['--pdeathsig', 'INT']
  return spawnSync('setpriv', [...flags, 'true']).status === 0 ? ['setpriv', ...flags] : []
}

/** Fast shutdown; a server that takes too long is stopped hard and recovers from its log at the next start. */
async function shutDown(server: ChildProcess) {
  if (hasExited(server)) return
  server.kill('SIGINT')
  const hard = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited(server)
  clearTimeout(hard)
}

function hasExited(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

async function exited(server: ChildProcess) {
  if (!hasExited(server)) await once(server, 'exit')
}

function trimLog(log: string) {
  if (fs.statSync(log).size < LOG_LIMIT_BYTES) return
  fs.copyFileSync(log, `${log}.old`)
  // The server appends, so it simply goes on at the new end.
  fs.truncateSync(log)
}
