import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const stamp = path.join(root, 'dist/sources.sha256')

/**
 * Builds the browser's part into `dist` when it is missing or older than its sources. In a process of its own: what
 * building takes in memory would stay with the app for good.
 */
export async function buildWebIfStale(): Promise<void> {
  if (!(await isStale(hashSources()))) return
  execFileSync(process.execPath, [import.meta.filename], { stdio: 'inherit' })
}

/** The new build is made beside the old one and then takes its place, so a crash half-way leaves no half a build. */
async function buildWeb(): Promise<void> {
  const sources = hashSources()
  if (!(await isStale(sources))) return
  console.info('Building the web part (about 10 seconds, only after a change) …')
  const fresh = path.join(root, `.cache/web-${process.pid}`)
  process.env.WEB_OUT_DIR = fresh
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' })
  await builder.buildApp()
  delete process.env.WEB_OUT_DIR
  await writeFile(path.join(fresh, 'sources.sha256'), sources)
  await mkdir(path.join(root, 'dist'), { recursive: true })
  const old = `${fresh}-old`
  await rename(path.join(root, 'dist'), old)
  await rename(fresh, path.join(root, 'dist'))
  await rm(old, { recursive: true, force: true })
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

if (import.meta.main) await buildWeb()
