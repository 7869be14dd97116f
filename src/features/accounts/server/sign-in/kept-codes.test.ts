import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { changePassword, requestCode } from '#src/features/accounts/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { createHttp } from '#src/platform/http/http.ts'
import { enforceLimits } from '#src/platform/http/limits.ts'
import { startTestApp } from '#tests/support/app.ts'
import { codeBrowsers } from '#tests/support/code-browsers.ts'
import { sweepCodesJob } from '../jobs.ts'
import { routes } from '../routes.ts'
import { codes } from '../table.ts'
import { makeAndMailCode } from './codes.ts'

/** What of a code is kept, and where. */
const minute = 60_000
let clock = new Date()
const t = await startTestApp({ now: () => clock })
const { aBrowser, mailsTo, mailedCode } = codeBrowsers(t)
afterAll(() => t.close())
afterEach(async () => {
  await t.runJobs()
  await t.deps.db.delete(codes)
})

test('a repeat of the job mails nothing twice and leaves the code good', async () => {
  const { email } = await aUser(t.deps)
  const browser = aBrowser()
  await browser.ask(email)
  const code = await mailedCode(email)
  const [row] = await t.deps.db.select().from(codes)
  await makeAndMailCode(t.deps, { codeId: row!.id }, async () => ({ id: 'somebody', isProven: true }))
  await t.runJobs()
  expect(mailsTo(email)).toHaveLength(1)
  expect((await browser.reset(email, code)).status).toBe(200)
})

test('no job knows the address, and what was not used in time is swept out', async () => {
  const { email } = await aUser(t.deps)
  await aBrowser().ask(email)
  await mailedCode(email)
  await aBrowser().ask('nobody-here@demo.test')
  await t.runJobs()
  const { rows } = await t.deps.db.execute(sql`select data, output from pgboss.job`)
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toMatch(/@/)

  const sweep = async () => {
    await t.deps.jobs.add(t.deps.db, sweepCodesJob, {})
    await t.runJobs()
    return (await t.deps.db.select().from(codes)).map((row) => row.email)
  }
  const start = clock
  expect(await sweep()).toEqual([email, 'nobody-here@demo.test'])
  clock = new Date(start.getTime() + 10 * minute)
  expect(await sweep()).toEqual([])
  clock = start
})

test('an address that nobody has proved reads no name that was typed', async () => {
  const name = 'Visit-evil.test'
  for (const emailVerified of [false, true]) {
    const { email, token } = await aUser(t.deps, { name, emailVerified })
    const [password, confirmPassword] = ['shy-otter-2', 'shy-otter-2']
    await t.call(changePassword, { body: { currentPassword: demoPassword, password, confirmPassword } }, token)
    await t.runJobs()
    expect(mailsTo(email)[0]!.text).toContain(emailVerified ? `Hi ${name}, the password` : 'Hi there, the password')
    expect(mailsTo(email)[0]!.text.includes(name)).toBe(emailVerified)
  }
})

test('once it was sent, nobody can read a code in the database', async () => {
  const { email } = await aUser(t.deps)
  await aBrowser().ask(email)
  const code = await mailedCode(email)
  const mails = await t.deps.db.select().from(deliveries).where(eq(deliveries.recipient, email))
  expect(mails).toMatchObject([{ status: 'sent', audience: 'nobody', text: '', html: '' }])
  expect(JSON.stringify(await t.deps.db.select().from(codes))).not.toContain(code)
})

test('the browser is known by a cookie out of reach for scripts, by https for this very host only', async () => {
  const payload = { purpose: 'reset-password', email: 'cookie@demo.test' }
  const answer = await t.app.http.inject({ method: 'POST', url: requestCode.path, payload })
  expect(answer.headers['set-cookie']).toMatch(
    /^code_browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const env = { ...t.deps.env, baseUrl: 'https://levelup.test' }
  const http = await createHttp(env, { 'default-src': ["'self'"] })
  enforceLimits(http, { ...t.deps, env })
  routes(http, { ...t.deps, env })
  const secure = await http.inject({ method: 'POST', url: requestCode.path, payload })
  expect(secure.headers['set-cookie']).toMatch(/^__Host-code_browser=.*HttpOnly; Secure; SameSite=Lax$/)
  await http.close()
})
