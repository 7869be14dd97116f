import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { changePassword, login, me, redeemCode, requestCode, signup } from '#src/features/accounts/contract.ts'
import { accountVerified } from '#src/features/accounts/events.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { createHttp } from '#src/platform/http/http.ts'
import { enforceLimits } from '#src/platform/http/limits.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { redeemCode as redeem } from '../accounts.ts'
import { sweepCodesJob } from '../jobs.ts'
import { routes } from '../routes.ts'
import { codes } from '../table.ts'
import { makeAndMailCode } from './codes.ts'

const minute = 60_000
let clock = new Date()
let t: TestApp

beforeAll(async () => {
  t = await startTestApp({ now: () => clock })
})
afterAll(() => t.close())
afterEach(async () => {
  await t.runJobs()
  await t.deps.db.delete(codes)
})

const refused = {
  status: 400,
  body: {
    message: 'That code is not right, or it is too old. Check it, or ask for a new one.',
    fields: { code: 'That code is not right, or it is too old. Check it, or ask for a new one.' },
  },
}

/** A browser: keeps the cookies it is given and sends them back. */
function aBrowser(token?: string) {
  const jar = new Map<string, string>()
  async function send(url: string, payload: object) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await t.app.http.inject({ method: 'POST', url, headers, payload })
    for (const { name, value } of answer.cookies) jar.set(name, value)
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    jar,
    send,
    ask: (email: string, purpose = 'reset-password') => send(requestCode.path, { purpose, email }),
    reset: (email: string, code: string, password = 'new-secret') =>
      send(redeemCode.path, { purpose: 'reset-password', email, code, password, confirmPassword: password }),
    verify: (email: string, code: string) => send(redeemCode.path, { purpose: 'verify-email', email, code }),
  }
}

const mailsTo = (email: string) => t.sandbox.outbox.list().filter(({ to }) => to === email)

/** The code of the newest mail to that address. */
async function mailedCode(email: string): Promise<string> {
  await t.runJobs()
  const [mail] = mailsTo(email)
  expect(mail!.subject).not.toMatch(/\d{8}/)
  return codeIn(mail!.text)!
}

const another = (code: string) => String((Number(code) + 1) % 10 ** 8).padStart(8, '0')
const hasPassword = async (email: string, password: string) =>
  (await t.call(login, { body: { email, password } })).status === 200

test('a mailed code sets a new password, ends every session, verifies the e-mail and signs in', async () => {
  const { email, token, id } = await aUser(t.deps, { emailVerified: false })
  const browser = aBrowser()
  expect(await browser.ask(email)).toMatchObject({ status: 202 })
  const code = await mailedCode(email)
  const answer = await browser.reset(email, `${code.slice(0, 4)} ${code.slice(4)}`)
  expect(answer).toMatchObject({ status: 200, body: { user: { id, email, emailVerified: true } } })
  expect(browser.jar.get('session')).toBe(answer.body.token)
  expect((await t.call(me, {}, answer.body.token)).body).toEqual({ user: answer.body.user, outbox: '/dev/outbox' })
  expect((await t.call(me, {}, token)).status).toBe(401)
  expect(await hasPassword(email, demoPassword)).toBe(false)
  expect(await hasPassword(email, 'new-secret')).toBe(true)
  expect(await browser.reset(email, code)).toEqual(refused)
  await t.runJobs()
  expect(mailsTo(email)[0]!.subject).toBe('Your password was changed')
})

test('a mailed code sets no password that is the person’s own name, and stays good', async () => {
  const { email } = await aUser(t.deps, { name: 'Zoe Rimshot' })
  const browser = aBrowser()
  await browser.ask(email)
  const code = await mailedCode(email)
  expect(await browser.reset(email, code, 'rimshot!')).toMatchObject({
    status: 400,
    body: { fields: { password: expect.any(String) } },
  })
  expect((await browser.reset(email, code)).status).toBe(200)
})

test('whoever asks gets the same answer; an e-mail without account is told so by mail', async () => {
  const { email } = await aUser(t.deps)
  const known = await aBrowser().ask(email)
  expect(await aBrowser().ask('nobody@demo.test')).toEqual(known)
  await t.runJobs()
  expect(mailsTo('nobody@demo.test')).toMatchObject([{ subject: 'There is no account with this e-mail' }])
  expect(mailsTo('nobody@demo.test')[0]!.text).toContain('/signup')
  expect(await t.deps.db.select().from(codes)).toMatchObject([{ email }])
})

test('wrong, expired, of another browser or e-mail or purpose: the same refusal', async () => {
  const { email, token } = await aUser(t.deps)
  const { email: other } = await aUser(t.deps)
  const browser = aBrowser(token)
  await browser.ask(email)
  const code = await mailedCode(email)
  expect(await browser.reset(email, another(code))).toEqual(refused)
  expect(await aBrowser().reset(email, code)).toEqual(refused)
  expect(await browser.reset(other, code)).toEqual(refused)
  expect(await browser.verify(email, code)).toEqual(refused)
  const start = clock
  clock = new Date(start.getTime() + 10 * minute)
  expect(await browser.reset(email, code)).toEqual(refused)
  clock = new Date(clock.getTime() - 1)
  expect((await browser.reset(email, code)).status).toBe(200)
  clock = start
})

test('after five wrong tries the right code is refused too', async () => {
  const { email } = await aUser(t.deps)
  const browser = aBrowser()
  await browser.ask(email)
  const code = await mailedCode(email)
  for (let i = 0; i < 5; i++) expect(await browser.reset(email, another(code))).toEqual(refused)
  expect(await browser.reset(email, code)).toEqual(refused)
})

test('of 20 wrong tries at the same moment every one counts', async () => {
  const { email } = await aUser(t.deps)
  const browser = aBrowser()
  await browser.ask(email)
  const code = await mailedCode(email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.reset(email, another(code))))
  expect(answers).toEqual(Array(20).fill(refused))
  expect(await t.deps.db.select().from(codes)).toMatchObject([{ tries: 20 }])
  expect(await browser.reset(email, code)).toEqual(refused)
})

test('of several uses at the same moment one succeeds', async () => {
  const { email } = await aUser(t.deps)
  const browser = aBrowser()
  await browser.ask(email)
  const code = await mailedCode(email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.reset(email, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
})

test('a new code ends the older one of the same browser, and leaves another browser its own', async () => {
  const { email } = await aUser(t.deps)
  const [browser, second] = [aBrowser(), aBrowser()]
  await browser.ask(email)
  const older = await mailedCode(email)
  await second.ask(email)
  const foreign = await mailedCode(email)
  await browser.ask(email)
  const newer = await mailedCode(email)
  expect(await browser.reset(email, older === newer ? another(older) : older)).toEqual(refused)
  expect((await second.reset(email, foreign)).status).toBe(200)
  expect((await browser.reset(email, newer)).status).toBe(200)
})

test('signing up mails a code that verifies the e-mail in this browser, and others hear of it once', async () => {
  const heard: string[] = []
  const hear = defineJob<{ accountId: string }>('test-hears-verified')
  t.deps.jobs.listen(accountVerified, hear, async ({ accountId }) => void heard.push(accountId))
  await t.deps.jobs.start({ work: false })

  const browser = aBrowser()
  const email = 'fresh@demo.test'
  const signedUp = await browser.send(signup.path, {
    name: 'Fresh',
    email,
    password: 'shy-otter-1',
    confirmPassword: 'shy-otter-1',
  })
  expect(signedUp.body.user.emailVerified).toBe(false)
  const code = await mailedCode(email)
  expect(await aBrowser().verify(email, code)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
  expect(await aBrowser(signedUp.body.token).verify(email, code)).toEqual(refused)
  const verified = await browser.verify(email, code)
  expect(verified).toEqual({ status: 200, body: { user: { ...signedUp.body.user, emailVerified: true } } })
  expect((await t.call(me, {}, signedUp.body.token)).body.user.emailVerified).toBe(true)

  // Verified already: nothing to mail, and a reset by code tells nobody again.
  await browser.ask(email, 'verify-email')
  await t.runJobs()
  expect(mailsTo(email)).toHaveLength(1)
  await browser.ask(email)
  expect((await browser.reset(email, await mailedCode(email))).status).toBe(200)
  await t.runJobs()
  expect(heard).toEqual([signedUp.body.user.id])
})

test('nobody has a code mailed that verifies the e-mail of somebody else', async () => {
  const { email } = await aUser(t.deps, { emailVerified: false })
  const { token } = await aUser(t.deps)
  const answer = await aBrowser(token).ask(email, 'verify-email')
  expect(answer.status).toBe(202)
  await t.runJobs()
  expect(mailsTo(email)).toEqual([])
})

test('another noun redeems its own purpose; the code stays good when what it was for fails', async () => {
  const { applicantEmail: email } = await anApplication(t.deps)
  const browser = aBrowser()
  expect((await browser.ask(email, 'applicant-access')).status).toBe(202)
  const proof = { purpose: 'applicant-access', email, browser: browser.jar.get('code_browser')! } as const
  const code = await mailedCode(email)
  expect(mailsTo(email)[0]!.subject).toBe('Open your coach application')
  const fail = async () => {
    throw new Error('no luck')
  }
  await expect(redeem(t.deps, { ...proof, code }, fail)).rejects.toThrow('no luck')
  expect(await redeem(t.deps, { ...proof, code }, async () => 'welcome')).toBe('welcome')
  await expect(redeem(t.deps, { ...proof, code }, async () => 'again')).rejects.toThrow(refused.body.message)
  expect((await browser.ask(email, 'admin-login')).status).toBe(400)
})

test('a repeat of the job mails nothing twice and leaves the code good', async () => {
  const { email } = await aUser(t.deps)
  const browser = aBrowser()
  await browser.ask(email)
  const code = await mailedCode(email)
  const [row] = await t.deps.db.select().from(codes)
  await makeAndMailCode(t.deps, row!.id, async () => 'somebody')
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
  expect(await sweep()).toEqual([email])
  clock = new Date(start.getTime() + 10 * minute)
  expect(await sweep()).toEqual([])
  clock = start
})

test('an address that nobody has proved reads no name that was typed', async () => {
  const name = 'You won! Visit evil.test'
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

test('the browser is known by a cookie out of reach for scripts, in production for this very host only', async () => {
  const payload = { purpose: 'reset-password', email: 'cookie@demo.test' }
  const answer = await t.app.http.inject({ method: 'POST', url: requestCode.path, payload })
  expect(answer.headers['set-cookie']).toMatch(
    /^code_browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const env = { ...t.deps.env, production: true }
  const http = await createHttp(env, { 'default-src': ["'self'"] })
  enforceLimits(http, { ...t.deps, env })
  routes(http, { ...t.deps, env })
  const secure = await http.inject({ method: 'POST', url: requestCode.path, payload })
  expect(secure.headers['set-cookie']).toMatch(/^__Host-code_browser=.*HttpOnly; Secure; SameSite=Lax$/)
  await http.close()
})
