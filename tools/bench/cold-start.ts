import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, nothingReal, startArguments, untilReady } from '#tests/support/fresh-app.ts'
import { memoryOf } from './processes.ts'
import type { Stage } from './stage.ts'

/**
 * Starts the app as production does, by its own main file with the web part built and the database up. Gives the
 * milliseconds until it is ready, and what it holds (MB) after so many idle seconds.
 * `settings` are more environment variables.
 */
export async function coldStart(
  stage: Stage,
  idleSeconds: number,
  settings: Record<string, string> = {},
): Promise<{ ready: number; memory: number }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'level-up-bench-start-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startOptions = startArguments()
  const began = performance.now()
  const app = spawn(process.execPath, startOptions, {
    cwd: path.join(import.meta.dirname, '../..'),
    env: {
      ...nothingReal,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      DATABASE_URL: stage.databaseUrl,
      SMTP_URL: stage.smtpUrl,
      MAIL_FROM: 'hello@bench.test',
      BASE_URL: 'https://bench.test',
      DATA_DIR: dataDir,
      PORT: String(port),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(app, 'exit')
  try {
    await untilReady(url, app)
    const ready = performance.now() - began
    await sleep(idleSeconds * 1_000)
    return { ready, memory: memoryOf(app.pid!) }
  } finally {
    app.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
}
