import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { codes } from '#src/features/accounts/server/table.ts'
import { startTestApp } from '#tests/support/app.ts'
import { applicants, newEmail, noApplication } from '#tests/support/applications/applicants.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { readerLifetime } from './reader-cookie.ts'
import { applicationReaders } from './table.ts'

/** Who reads an application: the browser that sent it, who enters by a code, its account. */
let clock: Date | null = null
const app = await startTestApp({ now: () => clock ?? new Date() })
const { openBrowser, mailsTo, apply, look, mailedCode, enter } = applicants(app)
afterAll(() => app.close())

test('the browser that applied reads the application, for 30 days; another one is asked for a code', async () => {
  const email = newEmail()
  const browser = openBrowser()
  const { body: application } = await apply(browser, { applicantEmail: email })
  expect(await look(browser, email.toUpperCase())).toMatchObject({ status: 200, body: application })
  expect(application).not.toHaveProperty('adminNotes')

  const other = await look(openBrowser(), email)
  expect(other.status).toBe(403)
  expect(other.body).toEqual({ codeRequired: true, message: expect.any(String), outbox: '/dev/outbox' })
  expect(await look(openBrowser(), newEmail())).toMatchObject(noApplication)

  clock = new Date(Date.now() + readerLifetime + 1000)
  expect((await look(browser, email)).status).toBe(403)
  clock = null
})

test('another browser has its code in the mail at once, and no second one while that is good', async () => {
  const email = newEmail()
  await apply(openBrowser(), { applicantEmail: email })
  const other = openBrowser()
  for (let times = 0; times < 2; times++) {
    expect((await look(other, email)).status).toBe(403)
    await app.runJobs()
  }
  const [mail, receipt, ...more] = mailsTo(email)
  expect(receipt!.text).toContain('3-5 business days')
  expect(more).toEqual([])
  expect((await enter(other, email, codeIn(mail!.text)!)).status).toBe(200)
  expect((await look(other, email)).status).toBe(200)
})

test('no picture on another site’s page has a code mailed', async () => {
  const { applicantEmail: email } = await anApplication(app.deps)
  const url = `/api/coach-application?email=${encodeURIComponent(email)}`
  for (const site of ['cross-site', 'same-site']) {
    const { statusCode } = await app.app.http.inject({ url, headers: { 'sec-fetch-site': site } })
    expect(statusCode).toBe(403)
  }
  await app.runJobs()
  expect(mailsTo(email)).toEqual([])
  const own = await app.app.http.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })
  expect(own.json()).toMatchObject({ codeRequired: true })
})

test('one browser may hold several applications', async () => {
  const browser = openBrowser()
  const [first, second] = [newEmail(), newEmail()]
  await apply(browser, { applicantEmail: first })
  await apply(browser, { applicantEmail: second })
  expect((await look(browser, first)).body.applicantEmail).toBe(first)
  expect((await look(browser, second)).body.applicantEmail).toBe(second)
})

test('a mailed code opens the application in the browser that asked for it, once', async () => {
  const email = newEmail()
  await anApplication(app.deps, { applicantEmail: email, createdAt: new Date('2026-01-01') })
  const { id } = await anApplication(app.deps, { applicantEmail: email })
  const browser = openBrowser()
  const code = await mailedCode(browser, email)
  const wrong = await enter(openBrowser(), email, code)
  expect(wrong).toMatchObject({ status: 400, body: { fields: { code: expect.stringContaining('not right') } } })
  expect((await enter(browser, email, '00000000' === code ? '00000001' : '00000000')).status).toBe(400)

  expect(await enter(browser, email, code)).toMatchObject({ status: 200, body: { id } })
  expect(await look(browser, email)).toMatchObject({ status: 200, body: { id } })
  expect((await enter(browser, email, code)).status).toBe(400)
})

test('a code is mailed only where somebody applied; the answer and its work are the same either way', async () => {
  const { applicantEmail } = await anApplication(app.deps)
  const ask = async (email: string) => {
    const { status, body } = await openBrowser()('POST', '/api/auth/codes', { purpose: 'applicant-access', email })
    const { rows } = await app.deps.db.execute(
      sql`select (select count(*) from codes where email = ${email}), (select count(*) from pgboss.job where state = 'created')`,
    )
    await app.runJobs()
    return { status, body, rows }
  }
  await app.runJobs()
  const stranger = newEmail()
  expect(await ask(stranger)).toEqual(await ask(applicantEmail))
  expect(mailsTo(applicantEmail)).toHaveLength(1)
  expect(mailsTo(stranger)).toEqual([])
  const [kept] = await app.deps.db.select().from(codes).where(eq(codes.email, stranger))
  expect(kept!.codeHash).toBeNull()
})

test('an applicant loses access once the owner of the address enters by a code, who keeps all their browsers', async () => {
  const email = newEmail()
  const [stranger, owner, phone] = [openBrowser(), openBrowser(), openBrowser()]
  const { body: application } = await apply(stranger, { applicantEmail: email })
  const thread = `/api/messages/application/${application.id}`
  expect((await stranger('GET', thread)).status).toBe(200)
  expect((await enter(owner, email, await mailedCode(owner, email))).status).toBe(200)
  expect((await stranger('GET', thread)).status).toBe(404)
  expect((await look(stranger, email)).status).toBe(403)
  await app.runJobs()
  expect((await enter(phone, email, await mailedCode(phone, email))).status).toBe(200)
  expect((await owner('GET', thread)).status).toBe(200)
})

test('the newest of several applications counts', async () => {
  const email = newEmail()
  const browser = openBrowser()
  await apply(browser, { applicantEmail: email })
  const { body: newer } = await apply(browser, { applicantEmail: email, currentRank: 'Supersonic Legend' })
  expect((await look(browser, email)).body).toEqual(newer)
})

test('a verified account reads what it sent and what came from its e-mail, an unverified one does not', async () => {
  for (const emailVerified of [true, false]) {
    const account = await aUser(app.deps, { emailVerified })
    const typed = newEmail()
    await anApplication(app.deps, { applicantEmail: typed, userId: account.id })
    await anApplication(app.deps, { applicantEmail: account.email })
    for (const email of [typed, account.email])
      expect((await look(openBrowser(account.token), email)).status).toBe(emailVerified ? 200 : 403)
  }
})

test('by-email answers for the own verified e-mail, and for any to staff, who see their notes', async () => {
  const account = await aUser(app.deps)
  const { id, applicantEmail } = await anApplication(app.deps, { applicantEmail: account.email, adminNotes: 'Calm.' })
  const byEmail = (token: string, email = applicantEmail) =>
    openBrowser(token)('GET', `/api/coach-applications/by-email?email=${email}`)

  const own = await byEmail(account.token)
  expect(own).toMatchObject({ status: 200, body: { id } })
  expect(own.body).not.toHaveProperty('adminNotes')
  expect(await byEmail((await aUser(app.deps)).token)).toMatchObject(noApplication)
  for (const role of [{ isAdmin: true }, { isOwner: true }])
    expect(await byEmail((await aUser(app.deps, role)).token)).toMatchObject({ body: { id, adminNotes: 'Calm.' } })

  const unverified = await aUser(app.deps, { emailVerified: false })
  await anApplication(app.deps, { applicantEmail: unverified.email })
  expect((await byEmail(unverified.token, unverified.email)).status).toBe(403)
})

test('rights that have expired are swept out when the next one is given', async () => {
  const { body } = await apply(openBrowser(), {})
  const rights = () =>
    app.deps.db.select().from(applicationReaders).where(eq(applicationReaders.applicationId, body.id))
  expect(await rights()).toHaveLength(1)
  clock = new Date(Date.now() + readerLifetime + 1000)
  await apply(openBrowser(), {})
  clock = null
  expect(await rights()).toEqual([])
})
