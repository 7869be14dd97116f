import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import {
  adminLogin,
  changePassword,
  login,
  logout,
  redeemCode,
  requestCode,
  signup,
} from '#src/features/accounts/contract.ts'
import { confirmIdentity } from '#src/features/accounts/second-factor-contract.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { rateLimits } from '#src/platform/database/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { forgetOld } from '../accounts.ts'
import { knownBrowsers } from '../table.ts'

const day = 24 * 3_600_000
let clock = new Date()
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ rateLimits: 'on', now: () => clock })
})
afterAll(() => t.close())
afterEach(async () => {
  clock = new Date()
  await t.deps.db.delete(rateLimits)
})

const strangers = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
const home = '203.0.113.7'

/** A browser on that network, which keeps its cookies. */
function aBrowser(remoteAddress = home) {
  const cookies: Record<string, string> = {}
  const send = async ({ path }: { path: string }, payload: object) => {
    const answer = await t.app.http.inject({ method: 'POST', url: path, cookies, payload, remoteAddress })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return answer
  }
  const logIn = async (email: string, password = demoPassword, code?: string) =>
    (await send(login, { email, password, code })).statusCode
  const askCode = async (email: string) => (await send(requestCode, { purpose: 'reset-password', email })).statusCode
  return { cookies, send, logIn, askCode }
}

/** A browser in which that account was logged in, and out again. */
async function aKnownBrowser(email: string, code?: string, network = home) {
  const browser = aBrowser(network)
  expect(await browser.logIn(email, demoPassword, code)).toBe(200)
  await browser.send(logout, {})
  return browser
}

const wrong = 'wrong-password'
const subjectsTo = async (email: string) => {
  await t.runJobs()
  return t.sandbox.outbox.list().flatMap((mail) => (mail.to === email ? [mail.subject] : []))
}

test('wrong passwords shut out only their own network, and no browser that was in before', async () => {
  const { email } = await aUser(t.deps)
  const mine = await aKnownBrowser(email)
  const attack = async (network: string) => {
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push(await aBrowser(network).logIn(email, wrong))
    return statuses
  }
  const all = [strangers[0]!, strangers[1]!, home]
  expect(await Promise.all(all.map(attack))).toEqual(all.map(() => [...Array(10).fill(401), 429]))
  expect(await aBrowser(strangers[2]).logIn(email)).toBe(200)
  expect(await aBrowser(home).logIn(email)).toBe(429)
  expect(await mine.logIn(email)).toBe(200)
})

test('a known browser has ten wrong tries of its own, and another known one is not shut out by them', async () => {
  const { email } = await aUser(t.deps)
  const [mine, borrowed] = [await aKnownBrowser(email), await aKnownBrowser(email)]
  for (let i = 0; i < 10; i++) expect(await borrowed.logIn(email, wrong)).toBe(401)
  expect(await borrowed.logIn(email)).toBe(429)
  expect(await mine.logIn(email)).toBe(200)
  // It is known for that account only.
  const { email: other } = await aUser(t.deps)
  for (let i = 0; i < 10; i++) await aBrowser().logIn(other, wrong)
  expect(await mine.logIn(other)).toBe(429)
})

test('who knows the password shuts nobody out at the second step who passed it in this browser before', async () => {
  const user = await aUser(t.deps, { isOwner: true })
  const early = await aKnownBrowser(user.email)
  clock = new Date(clock.getTime() + 60_000)
  const { codeAt } = await aSecondFactor(t.deps, user)
  const mine = await aKnownBrowser(user.email, codeAt(clock))
  for (let i = 0; i < 6; i++) await aBrowser(strangers[0]).logIn(user.email, demoPassword, '000000')
  clock = new Date(clock.getTime() + 60_000)
  expect(await aBrowser(strangers[2]).logIn(user.email, demoPassword, codeAt(clock))).toBe(429)
  // Known from before there was a second step: that proves nothing about it.
  expect(await early.logIn(user.email, demoPassword, codeAt(clock))).toBe(429)
  expect(await mine.logIn(user.email, demoPassword, '000000')).toBe(400)
  expect(await mine.logIn(user.email, demoPassword, codeAt(clock))).toBe(200)
  for (let i = 0; i < 6; i++) await aBrowser(strangers[1]).logIn(user.email, demoPassword, '000000')
  clock = new Date(clock.getTime() + 60_000)
  expect((await mine.send(confirmIdentity, { code: codeAt(clock) })).statusCode).toBe(200)
})

test('codes for a new password and for the admin area come to a known browser, whatever strangers asked for', async () => {
  const admin = await aUser(t.deps, { isAdmin: true, name: 'Desk of codes' })
  const mine = await aKnownBrowser(admin.email)
  const entry = { email: admin.email, name: admin.name }
  for (let i = 0; i < 11; i++) {
    await aBrowser().askCode(admin.email)
    await aBrowser().send(adminLogin, { ...entry, name: 'Somebody' })
  }
  expect(await aBrowser().askCode(admin.email)).toBe(429)
  expect((await aBrowser().send(adminLogin, entry)).statusCode).toBe(429)
  // Nor is another network shut.
  expect(await aBrowser(strangers[0]).askCode(admin.email)).toBe(202)
  expect((await aBrowser(strangers[0]).send(adminLogin, entry)).statusCode).toBe(202)
  const before = (await subjectsTo(admin.email)).length
  expect(await mine.askCode(admin.email)).toBe(202)
  expect((await mine.send(adminLogin, entry)).statusCode).toBe(202)
  expect((await subjectsTo(admin.email)).length).toBe(before + 2)
})

test('signing up, a new password by code and the admin area make a browser known; a new password forgets the others', async () => {
  const known = (email: string) => t.deps.db.$count(knownBrowsers, eq(knownBrowsers.email, email))
  const email = 'fresh-browser@demo.test'
  const password = 'shy-otter-1'
  const browser = aBrowser()
  const body = { name: 'Fresh', email, password, confirmPassword: password }
  expect((await browser.send(signup, body)).statusCode).toBe(200)
  expect(await aBrowser().logIn(email, password)).toBe(200)
  expect(await known(email)).toBe(2)
  // The code of signing up is another one.
  await t.runJobs()
  await browser.askCode(email)
  await t.runJobs()
  const [mail] = t.sandbox.outbox.list().filter(({ to, text }) => to === email && codeIn(text))
  const code = codeIn(mail!.text)!
  const next = { password: 'shy-otter-2', confirmPassword: 'shy-otter-2' }
  expect((await browser.send(redeemCode, { purpose: 'reset-password', email, code, ...next })).statusCode).toBe(200)
  expect(await known(email)).toBe(1)
  expect(await aBrowser().logIn(email, next.password)).toBe(200)
  const third = { currentPassword: next.password, password: 'shy-otter-3', confirmPassword: 'shy-otter-3' }
  expect((await browser.send(changePassword, third)).statusCode).toBe(200)
  expect(await known(email)).toBe(1)

  const admin = await aUser(t.deps, { isAdmin: true, name: 'Desk of browsers' })
  const desk = aBrowser()
  await desk.send(adminLogin, { email: admin.email, name: admin.name })
  await t.runJobs()
  const adminCode = codeIn(t.sandbox.outbox.list().find(({ to }) => to === admin.email)!.text)!
  const entered = await desk.send(adminLogin, { email: admin.email, name: admin.name, code: adminCode })
  expect(entered.statusCode).toBe(200)
  expect(await known(admin.email)).toBe(1)
})

test('a browser is known for 180 days after its last login, the last twenty of an account, and stored as a hash', async () => {
  const { email } = await aUser(t.deps)
  const answer = await aBrowser().send(login, { email, password: demoPassword })
  const cookie = answer.cookies.find(({ name }) => name === 'known_browser')!
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: (180 * day) / 1000 })
  expect(JSON.stringify(await t.deps.db.select().from(knownBrowsers))).not.toContain(cookie.value)
  const rows = () => t.deps.db.select().from(knownBrowsers).where(eq(knownBrowsers.email, email))
  for (let i = 0; i < 20; i++) {
    clock = new Date(clock.getTime() + 1000)
    expect(await aBrowser().logIn(email)).toBe(200)
  }
  await t.deps.db.transaction((tx) => forgetOld(tx, clock))
  expect(await rows()).toHaveLength(20)

  const mine = await aKnownBrowser(email)
  for (let i = 0; i < 11; i++) await aBrowser().logIn(email, wrong)
  clock = new Date(clock.getTime() + 180 * day - 1)
  expect(await mine.logIn(email, wrong)).toBe(401)
  clock = new Date(clock.getTime() + 1)
  expect(await mine.logIn(email)).toBe(429)
  await t.deps.db.transaction((tx) => forgetOld(tx, clock))
  expect(await rows()).toEqual([])
})

test('with the account what made its browsers known is gone, also for who takes the e-mail next', async () => {
  const { email } = await aUser(t.deps)
  const mine = aBrowser()
  expect(await mine.logIn(email)).toBe(200)
  expect((await mine.send(eraseAccount, { password: demoPassword })).statusCode).toBe(200)
  expect(await t.deps.db.$count(knownBrowsers, eq(knownBrowsers.email, email))).toBe(0)
  await aUser(t.deps, { email })
  for (let i = 0; i < 11; i++) await aBrowser().logIn(email, wrong)
  expect(await mine.logIn(email)).toBe(429)
})
