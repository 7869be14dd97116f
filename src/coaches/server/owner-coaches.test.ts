import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnerCoaches } from '#src/bookings/staff-contract.ts'
import * as calls from '#src/coaches/contract.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())

const edit = (coachId: string, body: object, token = owner.token) =>
  app.call(calls.editCoach, { params: { coachId }, body }, token)
const reason = 'We tell them ourselves'
const names = async () => (await app.call(calls.listCoaches)).body.map(({ name }) => name)

test('the owner sees all coaches; publishing and deactivating one changes the public list and drops its pages', async () => {
  const coach = await aCoach(app.deps, {
    name: 'Hidden',
    isActive: false,
    userId: owner.id,
    hoursConfirmedAt: new Date(),
  })
  const all = await app.call(listOwnerCoaches, {}, owner.token)
  expect(all.body).toContainEqual(
    expect.objectContaining({ name: 'Hidden', isActive: false, accountEmail: owner.email }),
  )
  expect(await names()).not.toContain('Hidden')

  const dropped = new Promise<void>((resolve) => app.deps.live.on('pages', () => resolve()))
  expect((await edit(coach.id, { isActive: true })).body).toMatchObject({ isActive: true, title: coach.title })
  await dropped
  expect(await names()).toContain('Hidden')
  await edit(coach.id, { isActive: false })
  expect(await names()).not.toContain('Hidden')
})

test('the profile changes where it is told to, and nowhere else', async () => {
  const coach = await aCoach(app.deps)
  const body = {
    title: ' Air dribbles ',
    gameExpertise: 'both',
    slug: 'impostor',
    userId: owner.id,
    averageRating: '5.00',
  }
  expect((await edit(coach.id, body)).body).toMatchObject({
    title: 'Air dribbles',
    gameExpertise: 'both',
    name: coach.name,
    slug: coach.slug,
    description: coach.description,
    accountEmail: null,
    averageRating: null,
  })
})

test.each([{ title: ' ' }, { description: 'x'.repeat(601) }, { gameExpertise: 'chess' }, { isActive: 'yes' }])(
  '%j is refused',
  async (body) => {
    const coach = await aCoach(app.deps)
    expect((await edit(coach.id, body)).status).toBe(400)
  },
)

test('a coach cannot publish themselves, and an unknown coach is not found', async () => {
  const user = await aUser(app.deps)
  const coach = await aCoach(app.deps, { isActive: false, userId: user.id })
  expect((await edit(coach.id, { isActive: true }, user.token)).status).toBe(403)
  expect((await edit('00000000-0000-7000-8000-000000000000', { isActive: true })).status).toBe(404)
})

test('an unpublished profile is parted from its account, which coaches no more', async () => {
  const user = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: user.id })
  const unlink = () => app.call(calls.unlinkCoach, { params: { coachId: coach.id } }, owner.token)
  expect((await unlink()).status).toBe(409)
  expect((await app.call(calls.myCoachProfile, {}, user.token)).status).toBe(200)
  await edit(coach.id, { isActive: false })
  expect((await unlink()).body).toMatchObject({ id: coach.id, accountEmail: null })
  expect((await app.call(calls.myCoachProfile, {}, user.token)).status).toBe(403)
})

test('a coach is renamed, and no two published coaches have one name', async () => {
  const [first, second] = [await aCoach(app.deps), await aCoach(app.deps, { isActive: false })]
  expect((await edit(second.id, { name: ` ${first.name.toUpperCase()} ` })).body.name).toBe(first.name.toUpperCase())
  const refused = { status: 409, body: { fields: { name: expect.stringContaining('Another published coach') } } }
  expect(await edit(second.id, { isActive: true, reason })).toMatchObject(refused)
  expect(await edit(second.id, { isActive: true, reason, name: 'Second Wind' })).toMatchObject({ status: 200 })
  expect(await edit(second.id, { name: first.name })).toMatchObject(refused)
  expect(await names()).toContain('Second Wind')
  // Its own name is no second one.
  expect(await edit(first.id, { name: first.name, title: 'Still here' })).toMatchObject({ status: 200 })
})

test('of two coaches of one name published at once one is', async () => {
  const pair = await Promise.all(
    [0, 1].map((n) => aCoach(app.deps, { name: 'Twin', slug: `twin-${n}`, isActive: false })),
  )
  const answers = await Promise.all(pair.map(({ id }) => edit(id, { isActive: true, reason })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})
