import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { adminLogin, login, redeemCode, requestCode, signup } from '#src/features/accounts/contract.ts'
import { codes } from '#src/features/accounts/server/table.ts'
import { applyAsCoach, findApplication } from '#src/features/applications/contract.ts'
import { sendContact } from '#src/features/contacts/contract.ts'
import { createPaymentIntent, setOrderContact } from '#src/features/payments/contract.ts'
import { shareStory } from '#src/features/stories/contract.ts'
import { rateLimits } from '#src/platform/database/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { basic } from '#tests/support/prices.ts'
import { solve } from '#tests/support/solve.ts'
import { mayMailUnasked } from './limits.ts'

/** What the limits of the app's own calls leave to people, and take from who would shut others out. */
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ rateLimits: 'on' })
})
afterAll(() => t.close())
afterEach(async () => {
  await t.deps.db.delete(rateLimits)
})

type Sent = { payload?: object; remoteAddress?: string; headers?: Record<string, string> }
const post = (http: FastifyInstance, { path }: { path: string }, sent: Sent = {}) =>
  http.inject({ method: 'POST', url: path, ...sent })

test('ten wrong passwords close one e-mail to their network for a while, and nobody else', async () => {
  const { email, token } = await aUser(t.deps)
  const { email: other } = await aUser(t.deps)
  const tries = Array.from({ length: 11 }, () => t.call(login, { body: { email, password: 'wrong-one' } }))
  const answers = (await Promise.all(tries)).map(({ status }) => status).sort()
  expect(answers).toEqual([...Array(10).fill(401), 429])
  expect((await t.call(login, { body: { email, password: demoPassword } })).status).toBe(429)
  expect((await t.call(login, { body: { email: other, password: demoPassword } })).status).toBe(200)
  const payload = { email, password: demoPassword }
  expect((await post(t.app.http, login, { payload, remoteAddress: '198.51.100.7' })).statusCode).toBe(200)
  // A person who is signed in, or can read the mail, is not shut out.
  expect(
    (await t.app.http.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(200)
  expect((await t.call(requestCode, { body: { purpose: 'reset-password', email } })).status).toBe(202)
})

test('inquiries, stories and applications are counted by person and by address', async () => {
  const game = 'fortnite'
  const contact = { name: 'Rimshot', email: 'rimshot@demo.test', game, message: 'Do you coach on Sundays?' }
  const story = { coachName: 'x', game, beforeRank: 'a', afterRank: 'b', story: 'Ten letters', sessionsCount: 1 }
  const application = {
    ...{ applicantName: 'Rimshot', applicantEmail: 'rimshot@demo.test', gameExpertise: game, currentRank: 'Unreal' },
    ...{ coachingExperience: 'Two seasons.', whyCoach: 'I like it.', availability: 'Evenings' },
  }
  const attempts = [
    [sendContact, contact],
    [shareStory, story],
    [applyAsCoach, application],
  ] as const
  for (const [call, body] of attempts) {
    let passed = 0
    // Five accounts, each as often as it may: then their address has had enough.
    for (let person = 0; person < 5; person++) {
      const { token } = await aUser(t.deps)
      const answers = await Promise.all(Array.from({ length: 6 }, () => t.call(call, { body }, token)))
      passed += answers.filter(({ status }) => status === 200).length
      const refused = answers.find(({ status }) => status === 429)!
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    }
    expect(passed).toBeLessThanOrEqual(20)
    expect(passed).toBeGreaterThanOrEqual(15)
  }
})

test('one address gets five mails an hour that others cause, all of them together; nobody is refused for it', async () => {
  const victim = 'third-party@victim.test'
  const application = {
    ...{ applicantName: 'Rimshot', applicantEmail: victim, gameExpertise: 'fortnite', currentRank: 'Unreal' },
    ...{ coachingExperience: 'Two seasons.', whyCoach: 'I like it.', availability: 'Evenings' },
  }
  for (let sent = 0; sent < 7; sent++) {
    const { token } = await aUser(t.deps)
    expect((await t.call(applyAsCoach, { body: application }, token)).status).toBe(200)
  }
  const squatter = await aUser(t.deps, { email: victim, emailVerified: false })
  const inquiry = { name: 'Rimshot', email: 'rimshot@demo.test', game: 'fortnite', message: 'Do you coach on Sundays?' }
  expect((await t.call(sendContact, { body: inquiry }, squatter.token)).status).toBe(200)
  await t.runJobs()
  expect(t.sandbox.outbox.list().filter(({ to }) => to === victim)).toHaveLength(5)

  const buyer = await aUser(t.deps)
  const body = { amount: basic.decimal, metadata: { serviceId: '1on1-basic' } }
  const { body: order } = await t.call(createPaymentIntent, { body: body }, buyer.token)
  const bookFor = (email: string) => {
    const contact = { name: 'Rimshot', email }
    return t.call(setOrderContact, { params: { orderId: order.orderId }, body: contact }, buyer.token)
  }
  expect(await bookFor(victim)).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } })
  expect((await bookFor(buyer.email)).status).toBe(200)
  const friend = 'a-friend@demo.test'
  expect((await bookFor(friend)).status).toBe(200)
  // To and fro: it is one order, which mails once.
  for (let turn = 0; turn < 6; turn++)
    for (const email of [buyer.email, friend]) expect((await bookFor(email)).status).toBe(200)
  for (let left = 4; left >= 0; left--) expect(await mayMailUnasked(t.deps, friend)).toBe(left > 0)
})

/** Asks for a code from four networks, after all but two of the hour's 20 for that address; counts the mails that come. */
async function mailsOfACrowd(purpose: 'applicant-access' | 'reset-password', email: string): Promise<number> {
  for (let had = 0; had < 18; had++) expect(await mayMailUnasked(t.deps, email, 'code')).toBe(true)
  for (let network = 1; network <= 4; network++) {
    const payload = { purpose, email }
    const { statusCode } = await post(t.app.http, requestCode, { payload, remoteAddress: `198.51.100.${network}` })
    expect(statusCode).toBe(202)
  }
  await t.runJobs()
  return t.sandbox.outbox.list().filter(({ to }) => to === email).length
}

test('strangers who ask for codes shut nobody out of their application: an address that was proved gets its own', async () => {
  const proven = await anApplication(t.deps, { emailProvenAt: new Date() })
  expect(await mailsOfACrowd('applicant-access', proven.applicantEmail)).toBe(4)
  expect((await t.call(findApplication, { query: { email: proven.applicantEmail } })).status).toBe(403)
  await t.runJobs()
  expect(t.sandbox.outbox.list().filter(({ to }) => to === proven.applicantEmail)).toHaveLength(5)
})

test('an address that nobody proved gets 20 codes an hour, the same answer after that, and no mail', async () => {
  const { applicantEmail } = await anApplication(t.deps)
  expect(await mailsOfACrowd('applicant-access', applicantEmail)).toBe(2)
  expect(await mailsOfACrowd('applicant-access', 'never-applied@demo.test')).toBe(0)
  const squatted = await aUser(t.deps, { emailVerified: false })
  expect(await mailsOfACrowd('reset-password', squatted.email)).toBe(2)
  // Without an account it is no code, and comes once a day.
  expect(await mailsOfACrowd('reset-password', 'nobody-here@demo.test')).toBe(1)
  const { email } = await aUser(t.deps)
  expect(await mailsOfACrowd('reset-password', email)).toBe(4)
})

test('what one foreign network asks for shuts no applicant out: they have a code in another network', async () => {
  const { applicantEmail: email } = await anApplication(t.deps)
  const payload = { purpose: 'applicant-access', email }
  for (let i = 0; i < 8; i++) await post(t.app.http, requestCode, { payload, remoteAddress: '198.51.100.9' })
  const looked = await t.app.http.inject({ url: findApplication.path, query: { email }, remoteAddress: '203.0.113.9' })
  expect(looked.statusCode).toBe(403)
  await t.runJobs()
  expect(t.sandbox.outbox.list().filter(({ to }) => to === email)).toHaveLength(6)
})

test('200 newcomers behind one address sign up within an hour, get their codes and use them', async () => {
  const remoteAddress = '198.51.100.200'
  const passwords = { password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
  const signUp = async (i: number) => {
    const email = `dorm-${i}@demo.test`
    const sent = { payload: { name: 'Rimshot', email, ...passwords }, remoteAddress }
    const asked = await post(t.app.http, signup, sent)
    const { challenge } = asked.json()
    // What a browser does by itself.
    const signed = challenge ? await post(t.app.http, signup, { ...sent, headers: await solve(challenge) }) : asked
    expect(signed.statusCode).toBe(200)
    const cookie = signed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { email, cookie, authorization: `Bearer ${signed.json().token}`, wasChecked: Boolean(challenge) }
  }
  const crowd: Awaited<ReturnType<typeof signUp>>[] = []
  for (let i = 0; i < 200; i += 4) crowd.push(...(await Promise.all([i, i + 1, i + 2, i + 3].map(signUp))))
  expect(crowd.filter(({ wasChecked }) => wasChecked)).toHaveLength(80)
  await t.runJobs()
  const codeOf = new Map(t.sandbox.outbox.list().map(({ to, text }) => [to, codeIn(text)]))
  for (const { email, cookie, authorization } of crowd) {
    const headers = { cookie, authorization }
    const payload = { purpose: 'verify-email', email, code: codeOf.get(email) }
    expect((await post(t.app.http, redeemCode, { payload, headers, remoteAddress })).statusCode).toBe(200)
  }
})

test('five codes an hour for one e-mail to one network; others still have theirs', async () => {
  const payload = { purpose: 'reset-password', email: 'codes@demo.test' }
  const ask = (remoteAddress: string) => post(t.app.http, requestCode, { payload, remoteAddress })
  for (let i = 0; i < 5; i++) expect((await ask('10.0.0.1')).statusCode).toBe(202)
  expect((await ask('10.0.0.1')).statusCode).toBe(429)
  expect((await ask('10.0.0.2')).statusCode).toBe(202)
})

test('a request for a code that cannot be read counts, too', async () => {
  const ask = (purpose: string) =>
    post(t.app.http, requestCode, { payload: { purpose, email: 'codes@demo.test' }, remoteAddress: '10.0.0.1' })
  for (let i = 0; i < 5; i++) expect((await ask('anything')).statusCode).toBe(400)
  expect((await ask('reset-password')).statusCode).toBe(429)
})

test('nobody is refused while a code of theirs is open, whatever their network has asked for', async () => {
  const { email, name } = await aUser(t.deps, { isAdmin: true, name: 'Desk of open codes' })
  const asks = [
    [requestCode, { purpose: 'reset-password', email }, 5],
    [requestCode, { purpose: 'applicant-access', email: 'again@demo.test' }, 5],
    [adminLogin, { email, name }, 10],
  ] as const
  for (const [call, payload, most] of asks) {
    const asked = await post(t.app.http, call, { payload })
    const headers = { cookie: String(asked.headers['set-cookie']).split(';')[0]! }
    for (let i = 1; i < most; i++) expect((await post(t.app.http, call, { payload })).statusCode).toBe(202)
    // Another browser has nothing open.
    expect((await post(t.app.http, call, { payload })).statusCode).toBe(429)
    const again = () => post(t.app.http, call, { payload, headers }).then(({ statusCode }) => statusCode)
    expect(await again()).toBe(202)
    // Beyond the first minute another mail is due: five more an hour.
    const mails = async () => {
      await t.runJobs()
      return t.sandbox.outbox.list().filter(({ to }) => to === payload.email).length
    }
    const before = await mails()
    for (let i = 0; i < 7; i++) {
      await t.deps.db.update(codes).set({ expiresAt: sql`${codes.expiresAt} - interval '61 seconds'` })
      expect(await again()).toBe(202)
      await t.runJobs()
    }
    expect((await mails()) - before).toBe(payload.email === 'again@demo.test' ? 0 : 5)
  }
})

test('an admin who mistyped their name has a code mailed at the next try', async () => {
  const { email, name } = await aUser(t.deps, { isAdmin: true, name: 'Desk of typing' })
  const asked = await post(t.app.http, adminLogin, { payload: { email, name: 'Desk of tying' } })
  const headers = { cookie: String(asked.headers['set-cookie']).split(';')[0]! }
  await post(t.app.http, adminLogin, { payload: { email, name }, headers })
  await t.runJobs()
  expect(t.sandbox.outbox.list().filter(({ to }) => to === email)).toHaveLength(1)
})

test('a look-up that mails a code counts like asking for one', async () => {
  const { applicantEmail: email } = await anApplication(t.deps)
  const look = () => t.call(findApplication, { query: { email } })
  for (let times = 0; times < 5; times++) expect((await look()).status).toBe(403)
  const refused = await look()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await t.call(requestCode, { body: { purpose: 'applicant-access', email } })).status).toBe(429)
})
