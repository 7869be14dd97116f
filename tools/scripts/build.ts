import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const stamp = path.join(root, 'dist/sources.sha256')

/**
 * Builds the server and the browser's part into `dist` when they are missing or older than their sources. In a process
 * of its own, which gives back the memory that building takes.
 */
export function buildIfStale(): void {
  execFileSync(process.execPath, [import.meta.filename], { stdio: 'inherit' })
}

/** The new build is made beside the old one and then takes its place, so a crash half-way leaves no half a build. */
async function build(): Promise<void> {
  const sources = hashSources()
  if (!(await isStale(sources)) || isWithoutBuilder()) return
  console.info('Building (about 10 seconds, only after a change) …')
  const fresh = path.join(root, `.cache/build-${process.pid}`)
  process.env.OUT_DIR = fresh
  // A test's own, say, would have React's development build bundled.
  process.env.NODE_ENV = 'production'
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' })
  await builder.buildApp()
  delete process.env.OUT_DIR
  await writeFile(path.join(fresh, 'sources.sha256'), sources)
  await mkdir(path.join(root, 'dist'), { recursive: true })
  const old = `${fresh}-old`
  await rename(path.join(root, 'dist'), old)
  await rename(fresh, path.join(root, 'dist'))
  await rm(old, { recursive: true, force: true })
}

/**
 * Whether there is nothing to build with, as in production (`npm ci --omit=dev`): there what was built elsewhere is served
 * as it is. Ends the process when nothing was.
 */
function isWithoutBuilder(): boolean {
  try {
    import.meta.resolve('vite')
    return false
  } catch {
    if (existsSync(path.join(root, 'dist/server/main.js'))) return true
    console.error('There is no build, and nothing to build with. Run "npm ci --include=dev && npm run build" first.')
    process.exit(1)
  }
}

async function isStale(sources: string): Promise<boolean> {
  return (await readFile(stamp, 'utf8').catch(() => '')) !== sources
}

/** One hash over every file the build reads; tests and server code change it too, which costs a build now and then. */
function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(
    ['src/**/*.{ts,tsx,css,svg}', 'public/**/*', 'index.html', 'vite.config.ts', 'package-lock.json'],
    {
      cwd: root,
      exclude: (name) => name.endsWith('.test.ts') || name.endsWith('.test.tsx'),
    },
  )
  for (const file of files.sort()) {
    const full = path.join(root, file)
    hash.update(file)
    try {
      hash.update(readFileSync(full))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error
    }
  }
  return hash.digest('hex')
}

if (import.meta.main) await build()
