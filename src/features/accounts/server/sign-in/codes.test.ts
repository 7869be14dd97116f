import { afterAll, afterEach, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { login, me, signup } from '#src/features/accounts/contract.ts'
import { accountVerified } from '#src/features/accounts/events.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { startTestApp } from '#tests/support/app.ts'
import { codeBrowsers } from '#tests/support/code-browsers.ts'
import { redeemCode as redeem } from '../accounts.ts'
import { codes } from '../table.ts'

/** What a mailed code does, once, and for whom. */
const minute = 60_000
let clock = new Date()
const t = await startTestApp({ now: () => clock })
const { aBrowser, mailsTo, mailedCode } = codeBrowsers(t)
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
const newerText = 'That code is not right, or it is too old. A newer one was sent: take it from the newest mail.'
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
  expect((await t.call(me, {}, answer.body.token)).body).toMatchObject({
    user: answer.body.user,
    outbox: '/dev/outbox',
  })
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
  // What is kept until it expires is the same, but for the code.
  const kept = await t.deps.db.select().from(codes).orderBy(codes.id)
  expect(kept).toMatchObject([
    { email, codeHash: expect.any(String) },
    { email: 'nobody@demo.test', codeHash: null },
  ])
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

test('who asks again has another mail after a minute; the code of the earlier one stays good, until one is used', async () => {
  const { email } = await aUser(t.deps)
  const [browser, second] = [aBrowser(), aBrowser()]
  const start = clock
  await browser.ask(email)
  const older = await mailedCode(email)
  await second.ask(email)
  const foreign = await mailedCode(email)
  expect((await browser.ask(email)).status).toBe(202)
  await t.runJobs()
  expect(mailsTo(email)).toHaveLength(2)
  clock = new Date(start.getTime() + minute)
  expect((await browser.ask(email)).status).toBe(202)
  const newer = await mailedCode(email)
  expect(mailsTo(email)).toHaveLength(3)
  expect((await browser.reset(email, older)).status).toBe(200)
  expect(await browser.reset(email, newer)).toEqual(refused)
  expect((await second.reset(email, foreign)).status).toBe(200)
  clock = start
})

test('a further code brings the earlier one no further tries', async () => {
  const { email } = await aUser(t.deps)
  const browser = aBrowser()
  const start = clock
  await browser.ask(email)
  const older = await mailedCode(email)
  for (let i = 0; i < 3; i++) await browser.reset(email, another(older))
  clock = new Date(start.getTime() + minute)
  await browser.ask(email)
  const newer = await mailedCode(email)
  for (let i = 0; i < 2; i++) await browser.reset(email, another(newer))
  expect(await browser.reset(email, older)).toMatchObject({ status: 400, body: { message: newerText } })
  expect((await browser.reset(email, newer)).status).toBe(200)
  clock = start
})

test('asking again and again keeps two codes at most; whoever types an older one is told that a newer one was sent', async () => {
  const { email } = await aUser(t.deps)
  const browser = aBrowser()
  const start = clock
  const mailed: string[] = []
  for (let i = 0; i < 4; i++) {
    clock = new Date(start.getTime() + i * minute)
    await browser.ask(email)
    mailed.push(await mailedCode(email))
    expect(await t.deps.db.$count(codes)).toBe(Math.min(i + 1, 2))
  }
  const [first, , third] = mailed
  expect(await browser.reset(email, first!)).toMatchObject({ status: 400, body: { fields: { code: newerText } } })
  expect((await browser.reset(email, third!)).status).toBe(200)
  clock = start
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
