import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import * as calls from '#src/features/applications/contract.ts'
import { changeCoachProfile, editCoach, myCoachProfile } from '#src/features/coaches/contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { listDrills, saveDrills } from '#src/features/sessions/write-up-contract.ts'
import { type Person, startReviews } from '#tests/support/applications/reviews.ts'

/** What our team decides about applications. */
const { t, admin, other, decide, approve, reject, isCoach, mailsTo, coachOf, runAllJobs } = await startReviews()
afterAll(() => t.close())

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
  await runAllJobs()
  expect(mailsTo(account.email)).toMatchObject([{ text: expect.stringContaining('/coach-dashboard') }])
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
  await runAllJobs()
  const [yes, no] = ['Welcome to the team: your application is approved', 'About your coach application']
  const subjects = mailsTo(applicantEmail).map(({ subject }) => subject)
  expect(subjects.sort(), 'not of the first, which was changed before its mail went').toEqual([no, no, yes])
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
  await runAllJobs()
  expect(mailsTo(applicantEmail)).toHaveLength(1)
})

test('of 8 approvals at once one makes a profile', async () => {
  const { id } = await anApplication(t.deps, { applicantName: 'Octave' })
  await Promise.all(Array.from({ length: 8 }, () => approve(id)))
  expect(await t.deps.db.select().from(coaches).where(eq(coaches.name, 'Octave'))).toHaveLength(1)
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

test('that a pending application was rejected is undone before its mail goes; a word of the team stands in the mail', async () => {
  const { id, applicantEmail } = await anApplication(t.deps)
  const presser = await aUser(t.deps, { isAdmin: true })
  const undo = (decisionId: string | null | undefined) =>
    t.call(calls.undoApplicationReview, { params: { id }, body: { decisionId: decisionId! } }, presser.token)
  const word = 'Your clips are strong: come back with a season as a coach.'
  expect((await approve(id, { word })).body).toMatchObject({ fields: { word: expect.any(String) } })

  const pressed = await Promise.all(
    Array.from({ length: 50 }, () => reject(id, { word, adminNotes: 'Rejected by admin' }, presser)),
  )
  const [decision, ...others] = new Set(pressed.map(({ body }) => body.decisionId))
  expect(others, 'fifty presses are one decision').toEqual([])
  const undone = await Promise.all(Array.from({ length: 50 }, () => undo(decision)))
  expect(new Set(undone.map(({ status }) => status))).toEqual(new Set([200]))
  expect(undone[0]!.body).toMatchObject({ status: 'pending', adminNotes: null })
  await runAllJobs()
  expect(mailsTo(applicantEmail), 'nothing was mailed').toEqual([])

  const again = (await reject(id, { word }, presser)).body
  await t.runJobs()
  expect(mailsTo(applicantEmail), 'it waits').toEqual([])
  await runAllJobs()
  expect(mailsTo(applicantEmail)).toMatchObject([{ text: expect.stringContaining(word) }])
  expect(await undo(again.decisionId), 'it has gone').toMatchObject({ status: 409, body: { reason: 'late' } })
  expect(await undo(decision)).toMatchObject({ status: 409, body: { reason: 'decided' } })
})

test('that a pending application was approved is undone with all it opened, before its mail goes', async () => {
  const account = await aUser(t.deps)
  const { id } = await anApplication(t.deps, { applicantEmail: account.email })
  const presser = await aUser(t.deps, { isAdmin: true })
  const undo = (decisionId: string | null | undefined) =>
    t.call(calls.undoApplicationReview, { params: { id }, body: { decisionId: decisionId! } }, presser.token)
  const approved = (await approve(id, { adminNotes: 'Approved by admin' }, presser)).body
  const made = await coachOf(id)
  expect(await isCoach(account)).toBe(true)
  const undone = await Promise.all(Array.from({ length: 20 }, () => undo(approved.decisionId)))
  expect(new Set(undone.map(({ status }) => status))).toEqual(new Set([200]))
  expect(undone[0]!.body).toMatchObject({ status: 'pending', adminNotes: null })
  expect(await t.deps.db.$count(coaches, eq(coaches.id, made!.id))).toBe(0)
  expect(await isCoach(account)).toBe(false)
  await runAllJobs()
  expect(mailsTo(account.email), 'nothing was mailed').toEqual([])

  const again = (await approve(id, {}, presser)).body
  expect(await isCoach(account)).toBe(true)
  await runAllJobs()
  expect(mailsTo(account.email)).toHaveLength(1)
  expect(await undo(again.decisionId), 'it has gone').toMatchObject({ status: 409, body: { reason: 'late' } })
})

test('an approval stays once its profile is worked with, another application has it, or it undid a rejection', async () => {
  const undo = (id: string, decisionId: string | null | undefined) =>
    t.call(calls.undoApplicationReview, { params: { id }, body: { decisionId: decisionId! } }, admin.token)
  const account = await aUser(t.deps)
  const [first, second] = [
    await anApplication(t.deps, { applicantEmail: account.email }),
    await anApplication(t.deps, { applicantEmail: account.email }),
  ]
  const [one, other] = [(await approve(first.id)).body, (await approve(second.id)).body]
  expect(await undo(first.id, one.decisionId)).toMatchObject({ status: 409, body: { reason: 'late' } })
  // The profile was there before: it stays, and so does the dashboard.
  expect((await undo(second.id, other.decisionId)).status).toBe(200)
  expect(await isCoach(account)).toBe(true)
  const { id: coachId } = (await coachOf(first.id))!
  await t.deps.db.update(coaches).set({ isActive: true }).where(eq(coaches.id, coachId))
  expect((await undo(first.id, one.decisionId)).status).toBe(409)
  expect((await coachOf(first.id))!.isActive).toBe(true)

  expect((await reject(first.id)).body.decisionId).toBeNull()
  expect((await approve(first.id)).body.decisionId).toBeNull()
})

test('an approval stays once the new coach kept drills', async () => {
  const account = await aUser(t.deps)
  const { id } = await anApplication(t.deps, { applicantEmail: account.email })
  const body = { decisionId: (await approve(id)).body.decisionId! }
  await t.call(saveDrills, { body: { drills: [{ text: 'Wave dash', link: null }] } }, account.token)
  expect((await t.call(calls.undoApplicationReview, { params: { id }, body }, admin.token)).status).toBe(409)
  expect((await t.call(listDrills, {}, account.token)).body).toHaveLength(1)
})

test('an admin neither decides about their own application nor reads what others noted on it', async () => {
  const { id } = await anApplication(t.deps, { userId: admin.id, applicantEmail: admin.email })
  expect((await approve(id)).status).toBe(409)
  expect((await reject(id)).status).toBe(409)
  expect((await reject(id, { adminNotes: 'Too young' }, other)).status).toBe(200)
  const read = async (who: Person) =>
    (await t.call(calls.readApplication, { params: { id } }, who.token)).body.adminNotes
  expect([await read(admin), await read(other)]).toEqual([null, 'Too young'])
})
