import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { codes } from '#src/features/accounts/server/table.ts'
import { listApplications } from '#src/features/applications/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { readerLifetime } from './browser.ts'
import { applicationReaders, coachApplications } from './table.ts'

let app: TestApp
let clock: Date | null = null
beforeAll(async () => {
  app = await startTestApp({ now: () => clock ?? new Date() })
})
afterAll(() => app.close())

const answers = {
  applicantName: 'Rimshot',
  applicantPhone: '020 7946 0958',
  gameExpertise: 'both',
  currentRank: 'Grand Champion II',
  coachingExperience: 'Three years of replay reviews.',
  whyCoach: 'I like it when something clicks.',
  availability: 'Weekday evenings',
}
const noApplication = { status: 404, body: { message: 'No application found with this email address.' } }
let people = 0
const newEmail = () => `applicant${++people}@else.test`
const mailsTo = (address: string) => app.sandbox.outbox.list().filter(({ to }) => to === address)

/** A browser: keeps its cookies, and sends the bearer of whoever is signed in. */
function openBrowser(token?: string) {
  const cookies: Record<string, string> = {}
  return async function send(method: 'GET' | 'POST', url: string, payload?: object) {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.app.http.inject({ method, url, payload, cookies, headers })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies }
  }
}
type Browser = ReturnType<typeof openBrowser>

const apply = (browser: Browser, change: object) =>
  browser('POST', '/api/coach-applications', { ...answers, applicantEmail: newEmail(), ...change })
const look = (browser: Browser, email: string) =>
  browser('GET', `/api/coach-application?email=${encodeURIComponent(email)}`)

/** Has a code mailed to this browser and reads it in the mailbox. */
async function mailedCode(browser: Browser, email: string): Promise<string> {
  await browser('POST', '/api/auth/codes', { purpose: 'applicant-access', email })
  await app.runJobs()
  return codeIn(mailsTo(email)[0]!.text)!
}
const enter = (browser: Browser, email: string, code: string) =>
  browser('POST', '/api/coach-application/access', { email, code })

test('a visitor applies, gets a receipt, and every admin hears of it', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const owner = await aUser(app.deps, { isOwner: true })
  const email = newEmail()
  const { status, body, cookies } = await apply(openBrowser(), { applicantEmail: ` ${email.toUpperCase()} ` })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...answers,
    applicantEmail: email,
    applicantPhone: '020 7946 0958',
    discordUsername: null,
    portfolioLinks: null,
    status: 'pending',
  })
  expect(cookies).toEqual([expect.objectContaining({ name: 'applicant', httpOnly: true, sameSite: 'Lax', path: '/' })])
  await app.runJobs()

  const [receipt, ...more] = mailsTo(email)
  expect(more).toEqual([])
  expect(receipt!.text).toContain('3-5 business days')
  expect(receipt!.text).toContain(`/applicant-chat?email=${encodeURIComponent(email)}`)
  // Whoever applies chooses the address: their words must not reach it.
  for (const typed of [answers.applicantName, answers.whyCoach, answers.availability])
    expect(receipt!.text).not.toContain(typed)

  expect(mailsTo(admin.email)[0]!.subject).toBe('Rimshot applied to coach')
  expect(mailsTo(admin.email)[0]!.text).toContain(answers.whyCoach)
  expect(mailsTo(owner.email)[0]!.text).not.toContain('/admin-sms')
})

test.each([
  ['applicantName', 'Please enter your name'],
  ['applicantEmail', 'Please enter a valid email address'],
  ['gameExpertise', 'Please select a game'],
  ['currentRank', 'Please enter your current rank'],
  ['coachingExperience', 'Please tell us about your coaching experience'],
  ['whyCoach', 'Please tell us why you want to coach'],
  ['availability', 'Please tell us when you are available'],
])('%s is required', async (field, message) => {
  for (const missing of ['  ', undefined]) {
    const { status, body, cookies } = await apply(openBrowser(), { [field]: missing })
    expect({ status, fields: body.fields, cookies }).toEqual({ status: 400, fields: { [field]: message }, cookies: [] })
  }
})

test('what only the server decides is not taken from the body', async () => {
  const somebody = await aUser(app.deps)
  const { body } = await apply(openBrowser(), { status: 'approved', adminNotes: 'Great!', userId: somebody.id })
  const [row] = await app.deps.db.select().from(coachApplications).where(eq(coachApplications.id, body.id))
  expect(row).toMatchObject({ status: 'pending', adminNotes: null, userId: null })
})

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
  expect(await app.deps.db.$count(codes, eq(codes.email, stranger))).toBe(0)
})

test('the team hears of an address once while its application waits', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const email = newEmail()
  const heard = async () => {
    await app.runJobs()
    return mailsTo(admin.email).filter(({ text }) => text.includes(email)).length
  }
  await Promise.all(Array.from({ length: 5 }, () => apply(openBrowser(), { applicantEmail: email })))
  expect(await heard()).toBe(1)
  await app.deps.db.update(coachApplications).set({ status: 'rejected', decidedAt: new Date() })
  await apply(openBrowser(), { applicantEmail: email })
  expect(await heard()).toBe(2)
})

test('a reviewer sees which account applied and whether the address is proven; a foreign address is told', async () => {
  const { token } = await aUser(app.deps, { isAdmin: true })
  const account = await aUser(app.deps)
  const typed = newEmail()
  const sent = await apply(openBrowser(account.token), { applicantEmail: typed, applicantName: 'Famous Pro' })
  const own = await apply(openBrowser(account.token), { applicantEmail: account.email })
  const visitor = await apply(openBrowser(), {})
  const { body: list } = await app.call(listApplications, {}, token)
  const seen = ({ body: { id } }: typeof sent) => list.find((each) => each.id === id)
  const sentBy = { email: account.email, emailVerified: true }
  expect(seen(sent)).toMatchObject({ applicantEmail: typed, sentBy, isEmailProven: false })
  expect(seen(own)).toMatchObject({ sentBy, isEmailProven: true })
  expect(seen(visitor)).toMatchObject({ sentBy: null, isEmailProven: false })
  for (const { body } of [sent, own, visitor]) expect(body).not.toHaveProperty('sentBy')

  await app.runJobs()
  const [told] = mailsTo(typed)
  expect(told!.subject).toBe('Somebody applied to coach with your address')
  expect(told!.text).toContain("tell our team there that it wasn't you")
  expect(told!.text).not.toMatch(/Famous|player-/)
  expect(mailsTo(account.email)[0]!.subject).toBe('We got your coach application')
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

test("a stranger who applies with somebody's e-mail reads only what he sent himself", async () => {
  const email = newEmail()
  const own = await anApplication(app.deps, { applicantEmail: email, whyCoach: 'A secret.' })
  const stranger = openBrowser()
  const { body: strange } = await apply(stranger, { applicantEmail: email })
  expect((await look(stranger, email)).body.id).toBe(strange.id)
  await app.deps.db.delete(coachApplications).where(eq(coachApplications.id, strange.id))
  expect((await look(stranger, email)).status).toBe(403)
  expect(own.id).not.toBe(strange.id)
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

test('a signed-in applicant owns the application, whatever e-mail they type', async () => {
  const account = await aUser(app.deps)
  const { body } = await apply(openBrowser(account.token), { applicantEmail: newEmail() })
  const [row] = await app.deps.db.select().from(coachApplications).where(eq(coachApplications.id, body.id))
  expect(row!.userId).toBe(account.id)
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
