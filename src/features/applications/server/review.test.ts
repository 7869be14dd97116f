import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { accountVerified } from '#src/features/accounts/events.ts'
import { users } from '#src/features/accounts/server/table.ts'
import * as calls from '#src/features/applications/contract.ts'
import { changeCoachProfile, checkCoach, editCoach, myCoachProfile } from '#src/features/coaches/contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { applicationReaders, coachApplications } from './table.ts'

type Person = Awaited<ReturnType<typeof aUser>>
let t: TestApp
let admin: Person
let other: Person
beforeAll(async () => {
  t = await startTestApp()
  admin = await aUser(t.deps, { isAdmin: true })
  other = await aUser(t.deps, { isAdmin: true })
})
afterAll(() => t.close())

const decide = (id: string, body: object, who: Person = admin) =>
  t.call(calls.reviewApplication, { params: { id }, body }, who.token)
const approve = (id: string, body = {}, who?: Person) => decide(id, { status: 'approved', ...body }, who)
const reject = (id: string, body = {}, who?: Person) => decide(id, { status: 'rejected', ...body }, who)
const isCoach = async (who: Person) => (await t.call(checkCoach, { query: { email: who.email } }, who.token)).body
const mailsTo = (address: string) => t.sandbox.outbox.list().filter(({ to }) => to === address)

async function coachOf(applicationId: string) {
  const [row] = await t.deps.db
    .select({ coach: coaches })
    .from(coachApplications)
    .innerJoin(coaches, eq(coaches.id, coachApplications.coachId))
    .where(eq(coachApplications.id, applicationId))
  return row?.coach ?? null
}

/** What redeeming a code does, without the code. */
async function verify(account: Person) {
  await t.deps.db.transaction(async (tx) => {
    await tx.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, account.id))
    await t.deps.jobs.emit(tx, accountVerified, { accountId: account.id })
  })
  await t.runJobs()
}

test('approving makes a hidden profile of the verified account with that e-mail, and opens its dashboard', async () => {
  const account = await aUser(t.deps)
  const { id } = await anApplication(t.deps, {
    applicantName: 'Ápex Orbit!',
    applicantEmail: account.email,
    gameExpertise: ['rocket-league', 'fortnite'],
    coachingExperience: 'Three seasons of replay nights.',
  })
  expect(await isCoach(account)).toBe(false)
  expect(await approve(id, { adminNotes: 'Approved by admin' })).toMatchObject({
    status: 200,
    body: { id, status: 'approved', adminNotes: 'Approved by admin' },
  })
  expect(await coachOf(id)).toMatchObject({
    userId: account.id,
    slug: 'apex-orbit',
    name: 'Ápex Orbit!',
    title: 'Rocket League and Fortnite coach',
    description: 'Three seasons of replay nights.',
    gameExpertise: ['rocket-league', 'fortnite'],
    isActive: false,
  })
  expect(await isCoach(account)).toBe(true)
  const own = { query: { email: account.email } }
  expect((await t.call(calls.findApplicationByEmail, own, account.token)).body).toMatchObject({
    id,
    status: 'approved',
  })
  await t.runJobs()
  expect(mailsTo(account.email)).toMatchObject([{ text: expect.stringContaining('/coach-dashboard') }])
})

test('an applicant without account is mailed the way to sign up, and is the coach once the e-mail is verified', async () => {
  const { id, applicantEmail } = await anApplication(t.deps)
  await approve(id)
  await t.runJobs()
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

test('whoever signed up with that e-mail without proving it is no coach', async () => {
  const squatter = await aUser(t.deps, { emailVerified: false })
  const { id } = await anApplication(t.deps, { applicantEmail: squatter.email })
  await approve(id)
  expect((await coachOf(id))!.userId).toBeNull()
  expect(await isCoach(squatter)).toBe(false)
  // Whoever it is, that address has an account: signing up again would be refused.
  await t.runJobs()
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
  await t.runJobs()
  expect(mailsTo(owner.email)).toMatchObject([{ text: expect.stringContaining('log in to your account') }])
  await verify(account)
  expect(await isCoach(account)).toBe(true)
})

test('verifying adopts pending applications of that e-mail, not those of another account', async () => {
  const account = await aUser(t.deps, { emailVerified: false })
  const pending = await anApplication(t.deps, { applicantEmail: account.email })
  const foreign = await anApplication(t.deps, { applicantEmail: account.email, userId: admin.id })
  await verify(account)
  const rows = await t.deps.db
    .select()
    .from(coachApplications)
    .where(eq(coachApplications.applicantEmail, account.email))
  const owners = Object.fromEntries(rows.map(({ id, userId }) => [id, userId]))
  expect(owners).toEqual({ [pending.id]: account.id, [foreign.id]: admin.id })
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
  expect(await t.deps.db.$count(applicationReaders, eq(applicationReaders.applicationId, id))).toBe(0)
})

test('approving twice changes nothing; rejecting deactivates; approving again publishes nothing', async () => {
  const account = await aUser(t.deps)
  const { id, applicantEmail } = await anApplication(t.deps, { applicantEmail: account.email })
  await approve(id, { adminNotes: 'First' })
  const { id: coachId } = (await coachOf(id))!
  await t.deps.db.update(coaches).set({ isActive: true, title: 'The Wall' }).where(eq(coaches.id, coachId))
  expect((await approve(id, { adminNotes: 'Second' })).body.adminNotes).toBe('First')
  expect(await coachOf(id)).toMatchObject({ id: coachId, isActive: true, title: 'The Wall' })

  expect((await reject(id)).body).toMatchObject({ status: 'rejected', adminNotes: 'First' })
  expect((await coachOf(id))!.isActive).toBe(false)
  await approve(id)
  expect(await coachOf(id)).toMatchObject({ id: coachId, isActive: false, title: 'The Wall' })
  await reject(id)
  await t.runJobs()
  const [yes, no] = ['Welcome to the team: your application is approved', 'About your coach application']
  const subjects = mailsTo(applicantEmail).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual([no, no, yes, yes])
})

test('a second application of a coach is approved with the profile they have', async () => {
  const account = await aUser(t.deps)
  const first = await anApplication(t.deps, { applicantEmail: account.email })
  const second = await anApplication(t.deps, { applicantEmail: account.email })
  const answers = await Promise.all([approve(first.id), approve(second.id, {}, other)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await coachOf(second.id))!.id).toBe((await coachOf(first.id))!.id)
})

test('names may repeat, their addresses do not, and none is that of a call', async () => {
  const names = ['Twin Peak', 'Twin  peak', 'Check', '***']
  const made = await Promise.all(names.map((applicantName) => anApplication(t.deps, { applicantName })))
  expect((await Promise.all(made.map(({ id }) => approve(id)))).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ])
  const slugs = await Promise.all(made.map(async ({ id }) => (await coachOf(id))!.slug))
  expect(slugs.sort()).toEqual(['check-2', 'coach', 'twin-peak', 'twin-peak-2'])
})

test('of two reviewers at once one decides, the other is told', async () => {
  const { id, applicantEmail } = await anApplication(t.deps)
  const answers = await Promise.all([
    approve(id, { expectedStatus: 'pending' }, admin),
    reject(id, { expectedStatus: 'pending' }, other),
  ])
  const [won] = answers.filter(({ status }) => status === 200)
  const [lost] = answers.filter(({ status }) => status === 409)
  expect(lost!.body).toEqual({
    message: expect.stringContaining('Somebody else decided meanwhile'),
    reason: 'decided',
    status: won!.body.status,
  })
  await t.runJobs()
  expect(mailsTo(applicantEmail)).toHaveLength(1)
})

test('of 8 approvals at once one makes a profile', async () => {
  const { id } = await anApplication(t.deps, { applicantName: 'Octave' })
  await Promise.all(Array.from({ length: 8 }, () => approve(id)))
  expect(await t.deps.db.select().from(coaches).where(eq(coaches.name, 'Octave'))).toHaveLength(1)
})

test('approving and verifying at the same moment end in a coach', async () => {
  for (let i = 0; i < 5; i++) {
    const account = await aUser(t.deps, { emailVerified: false })
    const { id } = await anApplication(t.deps, { applicantEmail: account.email })
    await Promise.all([approve(id), verify(account)])
    expect(await isCoach(account)).toBe(true)
  }
})

test('only admins read applications and decide', async () => {
  const { id } = await anApplication(t.deps)
  for (const role of [{}, { isOwner: true }]) {
    const person = await aUser(t.deps, role)
    expect((await approve(id, {}, person)).status).toBe(403)
    expect((await t.call(calls.listApplications, {}, person.token)).status).toBe(403)
    expect((await t.call(calls.readApplication, { params: { id } }, person.token)).status).toBe(403)
  }
  const missing = await approve('00000000-0000-7000-8000-000000000000')
  expect(missing).toMatchObject({ status: 404, body: { message: 'This application does not exist.' } })
  for (const status of ['pending', 'hired']) expect((await decide(id, { status })).status).toBe(400)
  expect(await coachOf(id)).toBeNull()
})

test('the list comes newest first with the notes, a page at a time', async () => {
  const newest = await anApplication(t.deps, { adminNotes: 'Calm.', createdAt: new Date(Date.now() + 60_000) })
  const answer = await t.call(calls.listApplications, {}, admin.token)
  expect(answer.body[0]).toMatchObject({ id: newest.id, adminNotes: 'Calm.' })
  expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length)
})

test('a single one reads as in the list; an unknown one is 404', async () => {
  const sender = await aUser(t.deps)
  const { id } = await anApplication(t.deps, { userId: sender.id })
  const read = (id: string) => t.call(calls.readApplication, { params: { id } }, admin.token)
  const { body: list } = await t.call(calls.listApplications, {}, admin.token)
  expect((await read(id)).body).toEqual(list.find((each) => each.id === id))
  expect((await read(id)).body.sentBy).toEqual({ email: sender.email, emailVerified: sender.emailVerified })
  expect((await read('00000000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('the longest application makes a profile whose coach and owner can save it with another title', async () => {
  const account = await aUser(t.deps)
  const body = {
    applicantName: 'Longhand',
    applicantEmail: account.email,
    gameExpertise: 'both',
    currentRank: 'R'.repeat(80),
    // The 600th unit is the first half of a character.
    coachingExperience: `${'x'.repeat(599)}🎮 and more`,
    whyCoach: 'w'.repeat(3000),
    availability: 'a'.repeat(500),
    discordUsername: 'd'.repeat(80),
    portfolioLinks: 'p'.repeat(1000),
  }
  const applied = await t.call(calls.applyAsCoach, { body }, account.token)
  expect((await approve(applied.body.id)).status).toBe(200)

  const { body: profile } = await t.call(myCoachProfile, {}, account.token)
  expect(profile).toMatchObject({ description: 'x'.repeat(599), currentRank: body.currentRank })
  const saved = await t.call(changeCoachProfile, { body: { ...profile, title: 'Teaches rotation' } }, account.token)
  expect([saved.status, saved.body.title]).toEqual([200, 'Teaches rotation'])
  const owner = await aUser(t.deps, { isOwner: true })
  const { description, currentRank } = profile
  const edit = { params: { coachId: profile.id }, body: { title: 'Rotation', description, currentRank } }
  expect((await t.call(editCoach, edit, owner.token)).status).toBe(200)
})
