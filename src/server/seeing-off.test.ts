import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#src/testing/database.ts'
import { freePort, startFreshApp } from '#src/testing/fresh-app.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-seeing-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes down each file that a process loads, also by `require`. */
const noting = `import { registerHooks } from 'node:module'; import { appendFileSync } from 'node:fs'
registerHooks({ load(url, context, next) { appendFileSync(process.env.NOTE_IN, url + '\\n'); return next(url, context) } })`

test('the real app loads OpenTelemetry for who asks for it, and nothing of it for anybody else', {
  timeout: 120_000,
}, async () => {
  const metricsPort = String(await freePort())
  const off = await runAndList('off', {})
  expect(off.loaded).toContain('/src/server/http.ts')
  expect(off.loaded).not.toMatch(/opentelemetry|\/seeing\.ts/)

  const on = await runAndList('on', { METRICS_PORT: metricsPort }, async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(text).toContain('http_server_request_duration_count{http_request_method="GET",http_route="/api/ready"')
  })
  expect(on.loaded).toMatch(/@opentelemetry\/sdk-metrics/)
  expect(on.code).toBe(0)
})

/** Starts the app as `npm start` does, lets `look` look, stops it, and gives what was loaded. */
async function runAndList(name: string, settings: Record<string, string>, look = async () => {}) {
  const note = path.join(folder, name)
  const database = await createTestDatabase()
  const app = await startFreshApp({
    ...settings,
    DATABASE_URL: database.url,
    NOTE_IN: note,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noting)}`,
  })
  try {
    await look()
  } finally {
    await app.stop()
    await database.drop()
  }
  return { loaded: existsSync(note) ? readFileSync(note, 'utf8') : '', code: await app.exited }
}
