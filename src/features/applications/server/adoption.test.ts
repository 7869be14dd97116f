import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import * as calls from '#src/features/applications/contract.ts'
import { startReviews } from '#tests/support/applications/reviews.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { applicationReaders, coachApplications } from './table.ts'

/** Whose an application is, and who becomes a coach by it. */
const { t, admin, approve, isCoach, mailsTo, coachOf, verify, runAllJobs } = await startReviews()
afterAll(() => t.close())

test('an applicant without account is mailed the way to sign up, and is the coach once the e-mail is verified', async () => {
  const { id, applicantEmail } = await anApplication(t.deps)
  await approve(id)
  await runAllJobs()
  expect(mailsTo(applicantEmail)).toMatchObject([
    { text: expect.stringContaining(`/signup?email=${encodeURIComponent(applicantEmail)}`) },
  ])
  expect((await coachOf(id))!.userId).toBeNull()

  const account = await aUser(t.deps, { email: applicantEmail, emailVerified: false })
  expect(await isCoach(account)).toBe(false)
  await verify(account)
  expect(await isCoach(account)).toBe(true)
  expect((await coachOf(id))!.userId).toBe(account.id)
  await verify(account)
  expect(mailsTo(applicantEmail)).toHaveLength(1)
})

test('the whole way: apply as a visitor, be approved, sign up, verify by code, be a coach', async () => {
  const email = 'whole-way@else.test'
  const cookies: Record<string, string> = {}
  async function post(url: string, payload: object, token?: string) {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await t.app.http.inject({ method: 'POST', url, payload, headers, cookies })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return answer.json()
  }
  const { id } = await post('/api/coach-applications', {
    applicantName: 'Whole Way',
    applicantEmail: email,
    gameExpertise: 'fortnite',
    currentRank: 'Unreal',
    coachingExperience: 'Two years.',
    whyCoach: 'I like it.',
    availability: 'Evenings',
  })
  await approve(id)
  const passwords = { password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
  const { token } = await post('/api/auth/signup', { name: 'Whole Way', email, ...passwords })
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await t.app.http.inject({ url: path, headers })
    return { status: answer.statusCode, body: answer.json() }
  }
  const dashboard = () =>
    Promise.all(
      [
        `coaches/check?email=${email}`,
        'bookings/coach?name=Whole%20Way',
        `coach-applications/by-email?email=${email}`,
      ].map((path) => ask(`/api/${path}`)),
    )
  expect((await dashboard()).map(({ status, body }) => (status === 200 ? body : status))).toEqual([false, 403, 403])

  await t.runJobs()
  const [verification] = mailsTo(email).filter(({ subject }) => subject.startsWith('Welcome to Level Up'))
  const code = codeIn(verification!.text)
  await post('/api/auth/codes/redeem', { purpose: 'verify-email', email, code }, token)
  await t.runJobs()
  expect(await dashboard()).toMatchObject([
    { status: 200, body: true },
    { status: 200, body: [] },
    { status: 200, body: { id, status: 'approved' } },
  ])
})

test('a stranger who signed up with that e-mail without proving it is no coach', async () => {
  const squatter = await aUser(t.deps, { emailVerified: false })
  const { id } = await anApplication(t.deps, { applicantEmail: squatter.email })
  await approve(id)
  expect((await coachOf(id))!.userId).toBeNull()
  expect(await isCoach(squatter)).toBe(false)
  // That address has an account: signing up again would be refused.
  await runAllJobs()
  const [mail] = mailsTo(squatter.email)
  expect(mail!.text).toContain('log in to your account and verify its e-mail address')
  expect(mail!.text).not.toContain('/signup')
})

test('what an account sent is its own, whatever e-mail was typed', async () => {
  const [account, owner] = [await aUser(t.deps, { emailVerified: false }), await aUser(t.deps)]
  const { id } = await anApplication(t.deps, { userId: account.id, applicantEmail: owner.email })
  await approve(id)
  expect(await isCoach(owner)).toBe(false)
  expect((await coachOf(id))!.userId).toBeNull()
  await runAllJobs()
  expect(mailsTo(owner.email)).toMatchObject([{ text: expect.stringContaining('log in to your account') }])
  await verify(account)
  expect(await isCoach(account)).toBe(true)
})

test('verifying adopts pending applications of that e-mail, also those that another account sent', async () => {
  const account = await aUser(t.deps, { emailVerified: false })
  const pending = await anApplication(t.deps, { applicantEmail: account.email })
  const foreign = await anApplication(t.deps, { applicantEmail: account.email, userId: admin.id })
  await verify(account)
  const rows = await t.deps.db
    .select()
    .from(coachApplications)
    .where(eq(coachApplications.applicantEmail, account.email))
  const owners = Object.fromEntries(rows.map(({ id, userId }) => [id, userId]))
  expect(owners).toEqual({ [pending.id]: account.id, [foreign.id]: account.id })
  expect(await isCoach(account)).toBe(false)
})

test('an applicant loses the thread, live too, once the account that owns the address takes it over', async () => {
  const account = await aUser(t.deps, { emailVerified: false })
  const applied = await t.app.http.inject({
    method: 'POST',
    url: calls.applyAsCoach.path,
    payload: {
      ...{ applicantName: 'Rimshot', applicantEmail: account.email, gameExpertise: 'both', currentRank: 'Unreal' },
      ...{ coachingExperience: 'Some.', whyCoach: 'I like it.', availability: 'Evenings' },
    },
  })
  const { id } = applied.json<{ id: string }>()
  const cookie = applied.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const read = () => t.app.http.inject({ url: `/api/messages/application/${id}`, headers: { cookie } })
  const live = await fetch(`${t.url}/api/messages/live?coachApplicationId=${id}`, { headers: { cookie } })
  expect([(await read()).statusCode, live.status]).toEqual([200, 200])
  await verify(account)
  expect((await read()).statusCode).toBe(404)
  // Ends by itself: else this would wait for five minutes.
  await live.text()
  const own = await t.call(calls.findApplication, { query: { email: account.email } }, account.token)
  expect(own.status).toBe(200)
})

test('approving a visitor’s application for the account with its address ends the visitor’s reading', async () => {
  const account = await aUser(t.deps)
  const { id } = await anApplication(t.deps, { applicantEmail: account.email })
  const expiresAt = new Date(Date.now() + 3_600_000)
  await t.deps.db.insert(applicationReaders).values({ browserHash: 'a visitor', applicationId: id, expiresAt })
  await approve(id)
  expect(
    await t.deps.db.$count(
      applicationReaders,
      and(eq(applicationReaders.applicationId, id), isNull(applicationReaders.endedAt)),
    ),
  ).toBe(0)
})

test('approving and verifying at the same moment end in a coach', async () => {
  for (let i = 0; i < 5; i++) {
    const account = await aUser(t.deps, { emailVerified: false })
    const { id } = await anApplication(t.deps, { applicantEmail: account.email })
    await Promise.all([approve(id), verify(account)])
    expect(await isCoach(account)).toBe(true)
  }
})
