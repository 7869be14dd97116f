import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database/database.ts'
import { freePort, startFreshApp } from '#tests/support/fresh-app.ts'
import { noteLoaded, readLoaded } from '#tests/support/loaded-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-telemetry-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the real app loads OpenTelemetry when a setting asks for it, and nothing of it otherwise', async () => {
  const metricsPort = String(await freePort())
  const off = await runAndList('off', {})
  expect(off.addresses).toContain('/dist/server/main.js')
  expect(off.addresses).not.toMatch(/\/telemetry-/)
  expect(off.text).not.toContain(sdk)

  const on = await runAndList('on', { METRICS_PORT: metricsPort }, async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(text).toContain('http_server_request_duration_count{http_request_method="GET",http_route="/api/ready"')
  })
  expect(on.text).toContain(sdk)
  expect(on.code).toBe(0)
})

/** What stands in the SDK's own code, and nowhere else. */
const sdk = 'PeriodicExportingMetricReader'

/** Starts the app as `npm start` does, lets `look` look, stops it, and returns what was loaded. */
async function runAndList(name: string, settings: Record<string, string>, look = async () => {}) {
  const note = path.join(folder, name)
  const database = await createTestDatabase()
  const app = await startFreshApp({
    ...settings,
    DATABASE_URL: database.url,
    ...noteLoaded(note),
  })
  try {
    await look()
  } finally {
    await app.stop()
    await database.drop()
  }
  return { ...readLoaded(note), code: await app.exited }
}
