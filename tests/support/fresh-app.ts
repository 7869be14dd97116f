import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '#tools/scripts/build.ts'

const root = path.join(import.meta.dirname, '../..')

/** Empty values override a local `.env`: no test may reach a real database, card or phone. */
export const nothingReal = Object.fromEntries(
  [
    ...['NODE_ENV', 'DEMO', 'BASE_URL', 'HOST', 'DATABASE_URL', 'SMTP_URL', 'TRUST_PROXY'],
    ...['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_MODE'],
    ...['METRICS_PORT', 'OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_PHONE_NUMBER'],
  ].map((name) => [name, '']),
)

/**
 * Starts the real app in a process of its own, as `npm start` does: built pages, sandbox, demo data, an empty data
 * folder, a free port, and no rate limits, since all tests share one address. `settings` are more environment
 * variables: with `PORT` and `DATA_DIR` an app restarts where another one stopped. `onOutput` receives its standard
 * output; `folder` is where it is installed. Returns its address once it is ready.
 */
export async function startFreshApp(
  settings: Record<string, string> = {},
  onOutput?: (text: string) => void,
  folder = root,
): Promise<{ url: string; pid: number; dataDir: string; exited: Promise<number | null>; stop(): Promise<void> }> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'level-up-app-'))
  const port = settings.PORT ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const app = spawn(process.execPath, startArguments(), {
    cwd: folder,
    env: freshSettings({ PORT: String(port), DATA_DIR: dataDir, ...settings }),
    stdio: ['ignore', onOutput ? 'pipe' : 'inherit', 'inherit'],
  })
  app.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  async function stop() {
    if (!hasExited(app)) {
      app.kill('SIGTERM')
      await once(app, 'exit')
    }
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  await untilReady(url, app).catch(async (reason) => {
    await stop()
    throw reason
  })
  const exited = once(app, 'exit').then(([code]) => code as number | null)
  return { url, pid: app.pid!, dataDir, exited, stop }
}

function freshSettings(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...nothingReal, LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...settings }
}

/** Starts the app as `startFreshApp` does and waits for its exit; for starts that are refused. Returns its output. */
export async function startInVain(
  settings: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'level-up-app-'))
  const said = { stdout: '', stderr: '' }
  const app = spawn(process.execPath, startArguments(), {
    cwd: root,
    env: freshSettings({ PORT: String(await freePort()), DATA_DIR: dataDir, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const name of ['stdout', 'stderr'] as const)
    app[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  // A start that is not refused would never end.
  const giveUp = setTimeout(() => app.kill('SIGKILL'), 30_000)
  const [code] = await once(app, 'close')
  clearTimeout(giveUp)
  fs.rmSync(dataDir, { recursive: true, force: true })
  return { code, ...said }
}

/**
 * Builds the app if `dist` is stale; returns the arguments with which `npm start` runs Node: a memory limit and the
 * file.
 */
export function startArguments(): string[] {
  buildIfStale()
  const script = fs.readFileSync(path.join(root, 'tools/scripts/serve.sh'), 'utf8')
  return script.split('exec node ')[1]!.trim().split(' ')
}

/**
 * A free port of 127.0.0.1. None of those that systems give to outgoing connections: one of these could take it before
 * the app listens there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = net.createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

/**
 * Waits until the app at `url` answers that it is ready. Throws when its process, if given, ends first, and after a minute
 * and a half, with the last answer.
 */
export async function untilReady(url: string, app?: ChildProcess): Promise<void> {
  const deadline = Date.now() + 90_000
  for (;;) {
    const ready = fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(10_000) })
    const answer = await ready.then(async (response) => (response.ok ? null : await response.text()), String)
    if (answer === null) return
    if (app && hasExited(app)) throw new Error('The app did not start; see its messages above.')
    if (Date.now() > deadline) throw new Error(`The app is not ready after 90 s. Its last answer: ${answer}`)
    await sleep(20)
  }
}

function hasExited(app: ChildProcess): boolean {
  return app.exitCode !== null || app.signalCode !== null
}
