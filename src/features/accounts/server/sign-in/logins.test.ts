import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { adminLogin, login, requestCode, signup } from '#src/features/accounts/contract.ts'
import { type Login, listLogins } from '#src/features/accounts/login-sessions-contract.ts'
import { confirmIdentity } from '#src/features/accounts/second-factor-contract.ts'
import { eraseAccount, exportData } from '#src/features/privacy/contract.ts'
import { forgetOldJob } from '#src/features/privacy/server/jobs.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { logins } from '../table.ts'

const minute = 60_000
const day = 24 * 60 * minute
let clock = new Date()
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ now: () => clock })
})
afterAll(() => t.close())

const wait = (milliseconds: number) => {
  clock = new Date(clock.getTime() + milliseconds)
}
const logIn = async (email: string, password = demoPassword, code?: string) => {
  wait(1000)
  return (await t.call(login, { body: { email, password, code } })).status
}
const listOf = async (token: string) => (await t.call(listLogins, {}, token)).body
const short = (list: Login[]) => list.map(({ way, outcome }) => `${way} ${outcome}`)
/** Everything written down about an account, the latest first. */
async function allOf(userId: string): Promise<string[]> {
  const rows = await t.deps.db.select().from(logins).where(eq(logins.userId, userId)).orderBy(logins.createdAt)
  return rows.reverse().map(({ way, outcome }) => `${way} ${outcome}`)
}

test('logins and tries that failed are listed with time, way, device and network, to their account alone', async () => {
  const user = await aUser(t.deps)
  const other = await aUser(t.deps)
  await logIn(user.email)
  wait(minute)
  const refused = await t.app.http.inject({
    method: 'POST',
    url: login.path,
    payload: { email: user.email.toUpperCase(), password: 'wrong-one' },
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' },
    remoteAddress: '2001:db8:1:2:3:4:5:6',
  })
  expect(refused.statusCode).toBe(401)
  const list = await listOf(user.token)
  expect(list).toMatchObject([
    { way: 'password', outcome: 'refused', device: 'Chrome on Windows', network: '2001:db8:1:2' },
    { way: 'password', outcome: 'opened', device: 'Unknown device', network: '127.0.0.1' },
  ])
  expect(list[0]!.createdAt).toBe(clock.toISOString())
  expect(await listOf(other.token)).toEqual([])
})

test('an e-mail that nobody has is written down as such, without the e-mail', async () => {
  const before = await t.deps.db.$count(logins, isNull(logins.userId))
  expect(await logIn('nobody-at-all@demo.test', 'wrong-one')).toBe(401)
  const rows = await t.deps.db.select().from(logins).where(isNull(logins.userId))
  expect(rows).toHaveLength(before + 1)
  expect(rows.at(-1)).toMatchObject({ way: 'password', outcome: 'refused' })
  expect(JSON.stringify(rows)).not.toContain('nobody-at-all')
})

test('signing up, and a new password by a mailed code, wrong codes too', async () => {
  const email = 'new-here@demo.test'
  const passwords = { password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
  const { body } = await t.call(signup, { body: { name: 'Fresh', email, ...passwords } })
  const asked = await t.call(requestCode, { body: { purpose: 'reset-password', email } })
  const cookie = /^[^;]+/.exec(String(asked.headers['set-cookie']))![0]
  await t.runJobs()
  const mail = t.sandbox.outbox.list().find(({ to, subject }) => to === email && subject === 'Set a new password')!
  const right = codeIn(mail.text)!
  let token = ''
  for (const code of [right === '00000000' ? '00000001' : '00000000', right]) {
    wait(1000)
    const payload = { purpose: 'reset-password', email, code, ...passwords }
    const headers = { cookie }
    const answer = await t.app.http.inject({ method: 'POST', url: '/api/auth/codes/redeem', headers, payload })
    token = answer.json().token
  }
  expect(short(await listOf(token))).toEqual(['mailed-code opened', 'mailed-code refused', 'sign-up opened'])
  expect(body.user.email).toBe(email)
})

test('the second step: a code that never came counts as a failure, one that came does not', async () => {
  const user = await aUser(t.deps)
  const { codeAt, recoveryCode } = await aSecondFactor(t.deps, user)
  expect(await logIn(user.email)).toBe(202)
  expect(await logIn(user.email, demoPassword, '000000')).toBe(400)
  expect(await logIn(user.email, demoPassword, codeAt(clock))).toBe(200)
  wait(20 * minute)
  expect(await logIn(user.email, demoPassword, recoveryCode)).toBe(200)
  expect(short(await listOf(user.token))).toEqual(['recovery-code opened', 'app-code opened', 'app-code refused'])
  wait(20 * minute)
  expect(await logIn(user.email)).toBe(202)
  expect(short(await listOf(user.token))[0]).toBe('password code-missing')
  wait(20 * minute)
  expect(await logIn(user.email, demoPassword, codeAt(clock))).toBe(200)
  expect(short(await listOf(user.token)).slice(0, 2)).toEqual(['app-code opened', 'password code-missing'])
})

test('the admin area’s login, wrong codes and the own session that opens it', async () => {
  const { id, email, name, token } = await aUser(t.deps, { name: 'Desk', isAdmin: true })
  expect((await t.call(adminLogin, { body: { email, name } })).status).toBe(202)
  expect(await allOf(id)).toEqual([])
  expect((await t.call(adminLogin, { body: { email, name, code: '00000000' } })).status).toBe(400)
  wait(1000)
  expect((await t.call(adminLogin, { body: { email, name } }, token)).status).toBe(200)
  expect(await allOf(id)).toEqual(['admin-login opened', 'admin-login refused'])
})

test('proving again who one is is written down, and a wrong password shown', async () => {
  const { id, token } = await aUser(t.deps)
  expect((await t.call(confirmIdentity, { body: { password: 'wrong-one' } }, token)).status).toBe(400)
  wait(1000)
  const { body } = await t.call(confirmIdentity, { body: { password: demoPassword } }, token)
  expect(await allOf(id)).toEqual(['password confirmed', 'password refused'])
  expect(short(await listOf(body.token))).toEqual(['password refused'])
})

test('a crowd of failures hides no login, and the list stays short', async () => {
  const user = await aUser(t.deps)
  const at = (days: number) => new Date(clock.getTime() - days * day)
  const from = { userId: user.id, way: 'password', device: 'Firefox on Linux', network: '192.0.2.7' } as const
  await t.deps.db
    .insert(logins)
    .values([
      ...Array.from({ length: 12 }, (_, i) => ({ ...from, outcome: 'opened' as const, createdAt: at(30 + i) })),
      ...Array.from({ length: 40 }, (_, i) => ({ ...from, outcome: 'refused' as const, createdAt: at(i / 10) })),
    ])
  const list = await listOf(user.token)
  expect(list.filter(({ outcome }) => outcome === 'opened')).toHaveLength(10)
  expect(list.filter(({ outcome }) => outcome === 'refused')).toHaveLength(5)
  expect(list.map(({ createdAt }) => createdAt)).toEqual(
    list
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
})

test('they are in the export, go after 90 days, and with the account', async () => {
  const user = await aUser(t.deps)
  const leaving = await aUser(t.deps)
  await logIn(user.email)
  await logIn(leaving.email)
  expect((await t.call(exportData, {}, user.token)).body.logins).toMatchObject([
    { way: 'password', outcome: 'opened', network: '127.0.0.1' },
  ])
  expect((await t.call(eraseAccount, { body: { password: demoPassword } }, leaving.token)).status).toBe(200)
  expect(await allOf(leaving.id)).toEqual([])

  const forget = async () => {
    await t.deps.jobs.add(t.deps.db, forgetOldJob, {})
    await t.runJobs()
  }
  wait(89 * day)
  await forget()
  expect(await allOf(user.id)).toHaveLength(1)
  wait(2 * day)
  await forget()
  expect(await allOf(user.id)).toEqual([])
})
