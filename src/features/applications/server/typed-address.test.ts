import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { changeEmail } from '#src/features/accounts/contract.ts'
import { readApplication } from '#src/features/applications/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import { applicants, newEmail } from '#tests/support/applications/applicants.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { coachApplications } from './table.ts'

/** Who applied with an e-mail that somebody else owns, and what happens when its owner comes. */
const app = await startTestApp()
const { openBrowser, mailsTo, apply, look, mailedCode, enter } = applicants(app)
afterAll(() => app.close())

const { token: adminToken, email: adminEmail } = await aUser(app.deps, { isAdmin: true })
const admin = openBrowser(adminToken)
type Browser = typeof admin

/** An application that `impostor` sent with an e-mail of somebody else, and wrote about. */
async function pose(impostor: Browser, email = newEmail()) {
  const { body } = await apply(impostor, { applicantEmail: email, applicantName: 'Famous Pro' })
  const { id } = body as { id: string }
  const thread = `/api/messages/application/${id}`
  const write = (browser: Browser, content: string) =>
    browser('POST', '/api/messages/send-applicant', { coachApplicationId: id, content })
  expect((await write(impostor, 'It is me, the pro.')).status).toBe(200)
  await app.runJobs()
  const ownerToken = /key=([\w-]+)/.exec(mailsTo(email).at(-1)!.text)![1]
  const answer = (browser: Browser, wasMe: boolean) =>
    browser('POST', '/api/coach-application/owner', { ownerToken, wasMe })
  return { email, id, thread, write, answer }
}

test.each(['an account', 'a visitor'])(
  '%s that applied with a foreign e-mail reads and writes nothing once its owner comes',
  async (who) => {
    const evil = who === 'an account' ? await aUser(app.deps) : null
    const impostor = openBrowser(evil?.token)
    const { email, id, thread, write } = await pose(impostor)
    const pro = openBrowser()
    const code = await mailedCode(pro, email)
    expect(await enter(pro, email, code)).toMatchObject({ status: 200, body: { isUnproven: true } })
    expect((await write(pro, 'It was not me. 555-0100')).status).toBe(200)

    for (const again of [impostor, openBrowser(evil?.token)]) {
      expect((await again('GET', thread)).status).toBe(404)
      expect((await write(again, 'Never mind, all is fine.')).status).toBe(404)
      expect((await look(again, email)).status).toBe(403)
    }
    const seen = await admin('GET', thread)
    expect(seen.body).toMatchObject([
      { content: 'It is me, the pro.', isUnproven: true },
      { content: 'It was not me. 555-0100', isUnproven: false },
    ])
    const { body } = await app.call(readApplication, { params: { id } }, adminToken)
    expect(body).toMatchObject({ isEmailProven: true, isUnproven: true, sentBy: null })
  },
)

test('an account that signed up with the foreign e-mail and applied loses it all the same, also under another e-mail', async () => {
  const email = newEmail()
  const evil = await aUser(app.deps, { email, emailVerified: false })
  const impostor = openBrowser(evil.token)
  const { thread, write } = await pose(impostor, email)
  const pro = openBrowser()
  expect((await enter(pro, email, await mailedCode(pro, email))).status).toBe(200)
  expect((await write(pro, 'It was not me. 555-0100')).status).toBe(200)

  const asked = { email: newEmail(), password: demoPassword }
  expect((await impostor('POST', changeEmail.path, asked)).status).toBe(202)
  await app.runJobs()
  const code = codeIn(mailsTo(asked.email)[0]!.text)
  expect((await impostor('POST', changeEmail.path, { ...asked, code })).status).toBe(200)
  await app.runJobs()
  expect((await impostor('GET', thread)).status).toBe(404)
  expect((await write(impostor, 'Never mind, all is fine.')).status).toBe(404)
})

test('who mistyped their own e-mail and gives the right one keeps the application, under that', async () => {
  const [typo, right] = [newEmail(), newEmail()]
  const account = await aUser(app.deps, { email: typo, emailVerified: false })
  const applicant = openBrowser(account.token)
  const { id, thread } = await pose(applicant, typo)
  const asked = { email: right, password: demoPassword }
  await applicant('POST', changeEmail.path, asked)
  // Within the minute a second ask mails nothing.
  expect((await applicant('POST', changeEmail.path, asked)).status).toBe(202)
  await app.runJobs()
  expect(mailsTo(right)).toHaveLength(1)
  await applicant('POST', changeEmail.path, { ...asked, code: codeIn(mailsTo(right)[0]!.text) })
  await app.runJobs()
  const { body } = await app.call(readApplication, { params: { id } }, adminToken)
  expect(body).toMatchObject({ applicantEmail: right, isEmailProven: true, isUnproven: false })
  expect((await applicant('GET', thread)).body).toMatchObject([{ isUnproven: false, isMine: true }])
})

test('the account of the e-mail, once verified, takes the application from the account that typed it', async () => {
  const impostor = openBrowser((await aUser(app.deps)).token)
  const { email, thread } = await pose(impostor)
  const pro = await aUser(app.deps, { email, emailVerified: false })
  const verifying = openBrowser(pro.token)
  await verifying('POST', '/api/auth/codes', { purpose: 'verify-email', email })
  await app.runJobs()
  const code = /\b(\d{4}) (\d{4})\b/.exec(mailsTo(email)[0]!.text)!
  const proof = { purpose: 'verify-email', email, code: code[1]! + code[2]! }
  expect((await verifying('POST', '/api/auth/codes/redeem', proof)).status).toBe(200)
  await app.runJobs()
  expect((await impostor('GET', thread)).status).toBe(404)
  expect((await verifying('GET', thread)).body).toMatchObject([{ isUnproven: true, isMine: true }])
})

test('a browser that the owner ended is told so and has no code mailed by looking, only on demand', async () => {
  const impostor = openBrowser()
  const { email } = await pose(impostor)
  const pro = openBrowser()
  await enter(pro, email, await mailedCode(pro, email))
  const before = mailsTo(email).length
  expect((await look(impostor, email)).body).toEqual({
    message: `The owner of ${email} confirmed it on another device. Is that you?`,
    codeRequired: true,
    isProvenElsewhere: true,
  })
  await app.runJobs()
  expect(mailsTo(email)).toHaveLength(before)
  // An honest applicant on their first device.
  expect((await enter(impostor, email, await mailedCode(impostor, email))).status).toBe(200)
  expect((await look(impostor, email)).status).toBe(200)
})

test('"It was not me" in the mail closes the application at one press, once', async () => {
  const impostor = openBrowser((await aUser(app.deps)).token)
  const { id, email, thread, write, answer } = await pose(impostor)
  const mail = mailsTo(email).at(-1)!
  expect(mail.subject).toBe('Somebody applied to coach with your e-mail')
  expect(mail.text).toContain('It was me: ')
  expect(mail.text).toContain('It was not me')
  expect((await answer(openBrowser(), false)).status).toBe(200)
  expect((await impostor('GET', thread)).status).toBe(404)
  expect((await write(impostor, 'Still here.')).status).toBe(404)
  const [row] = await app.deps.db.select().from(coachApplications).where(eq(coachApplications.id, id))
  expect(row).toMatchObject({ status: 'rejected', userId: null, adminNotes: expect.stringContaining('not them') })
  await app.runJobs()
  const told = mailsTo(adminEmail).find(({ subject }) => subject.startsWith('An application is closed'))
  expect(told?.text).toContain(email)
  expect((await answer(openBrowser(), true)).status).toBe(404)
})

test('"It was me" in the mail opens the application there, and nothing is marked', async () => {
  const applicant = openBrowser((await aUser(app.deps)).token)
  const { email, thread, answer } = await pose(applicant)
  const phone = openBrowser()
  expect(await answer(phone, true)).toMatchObject({ status: 200, body: { isUnproven: false } })
  expect((await look(phone, email)).status).toBe(200)
  expect((await applicant('GET', thread)).body).toMatchObject([{ isUnproven: false }])
})
