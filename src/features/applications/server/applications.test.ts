import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { listApplications } from '#src/features/applications/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import { answers, applicants, newEmail } from '#tests/support/applications/applicants.ts'
import { coachApplications } from './table.ts'

/** Applying, and who hears of it. */
const app = await startTestApp()
const { openBrowser, mailsTo, apply, look } = applicants(app)
afterAll(() => app.close())

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
  // The applicant chooses the address: their words must not reach it.
  for (const typed of [answers.applicantName, answers.whyCoach, answers.availability])
    expect(receipt!.text).not.toContain(typed)

  expect(mailsTo(admin.email)[0]!.subject).toBe('Somebody applied to coach')
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
  expect(told!.subject).toBe('Somebody applied to coach with your e-mail')
  expect(told!.text).toMatch(/It was not me\n.*key=/)
  expect(told!.text).not.toMatch(/Famous|player-/)
  expect(mailsTo(account.email)[0]!.subject).toBe('We got your coach application')
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

test('a signed-in applicant owns the application, whatever e-mail they type', async () => {
  const account = await aUser(app.deps)
  const { body } = await apply(openBrowser(account.token), { applicantEmail: newEmail() })
  const [row] = await app.deps.db.select().from(coachApplications).where(eq(coachApplications.id, body.id))
  expect(row!.userId).toBe(account.id)
})
