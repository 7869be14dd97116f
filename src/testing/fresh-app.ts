import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/build.ts'

const root = path.join(import.meta.dirname, '../..')

/** Empty wins over what a local `.env` says: nothing here may reach a real database, card or phone. */
export const nothingReal = Object.fromEntries(
  [
    ...['NODE_ENV', 'DEMO', 'BASE_URL', 'HOST', 'DATABASE_URL', 'SMTP_URL', 'TRUST_PROXY'],
    ...['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ...['METRICS_PORT', 'OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_PHONE_NUMBER'],
  ].map((name) => [name, '']),
)

/**
 * Starts the real app in a process of its own, as `npm start` does: built pages, sandbox, demo data, an empty data
 * folder, a free port, and no limits, since everybody here has one address. `settings` are more environment variables:
 * with `PORT` and `DATA_DIR` an app starts again where another one stopped. `hear` is given what it writes to its
 * standard output. Gives its address once it is ready.
 */
export async function startFreshApp(
  settings: Record<string, string> = {},
  hear?: (text: string) => void,
): Promise<{ url: string; pid: number; dataDir: string; exited: Promise<number | null>; stop(): Promise<void> }> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'level-up-app-'))
  const port = settings.PORT ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const app = spawn(process.execPath, startArguments(), {
    cwd: root,
    env: freshSettings({ PORT: String(port), DATA_DIR: dataDir, ...settings }),
    stdio: ['ignore', hear ? 'pipe' : 'inherit', 'inherit'],
  })
  app.stdout?.setEncoding('utf8').on('data', (text: string) => hear?.(text))
  async function stop() {
    if (!hasExited(app)) {
      app.kill('SIGTERM')
      await once(app, 'exit')
    }
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  while (!(await isReady(url))) {
    if (hasExited(app)) {
      await stop()
      throw new Error('The app did not start; see its messages above.')
    }
    await sleep(100)
  }
  const exited = once(app, 'exit').then(([code]) => code as number | null)
  return { url, pid: app.pid!, dataDir, exited, stop }
}

function freshSettings(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...nothingReal, LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...settings }
}

/** Starts the app as `startFreshApp` does and waits for its end; for starts that are refused. Gives what it said. */
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

/** Builds the app if `dist` is stale; gives with what `npm start` starts Node: bounds of memory, and the file. */
export function startArguments(): string[] {
  buildIfStale()
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  return (scripts.start as string).split('exec node ')[1]!.split(' ')
}

/** A port of 127.0.0.1 that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether the app at `url` answers that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/ready`)).ok
  } catch {
    return false
  }
}

function hasExited(app: ChildProcess): boolean {
  return app.exitCode !== null || app.signalCode !== null
}
