import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { auditLog } from '#src/features/audit/server/table.ts'
import { listOwnerCoaches } from '#src/features/bookings/staff-contract.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import * as calls from '#src/features/coaches/contract.ts'
import { confirmAvailability, readAvailability, saveAvailability } from '#src/features/schedule/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import type { CoachRow } from './coaches.ts'

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
    discordUsername: 'hidden.rl',
  })
  const all = await app.call(listOwnerCoaches, {}, owner.token)
  expect(all.body).toContainEqual(
    expect.objectContaining({ name: 'Hidden', isActive: false, accountEmail: owner.email }),
  )
  expect(await names()).not.toContain('Hidden')

  const dropped = new Promise<void>((resolve) => app.deps.pubSub.on('pages', () => resolve()))
  expect((await edit(coach.id, { isActive: true })).body).toMatchObject({ isActive: true, title: coach.title })
  await dropped
  expect(await names()).toContain('Hidden')
  await edit(coach.id, { isActive: false })
  expect(await names()).not.toContain('Hidden')
})

test('only the given fields of a profile change', async () => {
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

test('what a coach did before is part of the figures, and never told without its source', async () => {
  const { id } = await aCoach(app.deps)
  await aBooking(app.deps, { coach: { id, name: 'Before' } as CoachRow, status: 'completed' })
  const sourceMissing = { status: 400, body: { fields: { beforeSource: 'Say where these figures come from.' } } }
  expect(await edit(id, { studentsBefore: 120, hoursBefore: 300 })).toMatchObject(sourceMissing)
  expect(await edit(id, { hoursBefore: 300, beforeSource: ' ' })).toMatchObject(sourceMissing)
  for (const wrong of [-1, 1.5, '120', 1_000_001])
    expect((await edit(id, { studentsBefore: wrong, beforeSource: 'x' })).body).toHaveProperty('fields.studentsBefore')

  await edit(id, { studentsBefore: 120, hoursBefore: 300, beforeSource: ' Own log ' })
  // A change of something else leaves them.
  await edit(id, { title: 'Still here' })
  const shown = (await app.call(calls.listCoaches)).body.find((coach) => coach.id === id)
  const before = { studentsBefore: 120, hoursBefore: 300, beforeSource: 'Own log' }
  expect(shown).toMatchObject({ title: 'Still here', totalStudents: 121, totalHours: 301, ...before })
  const none = { totalStudents: 1, totalHours: 1, beforeSource: null }
  expect((await edit(id, { studentsBefore: 0, beforeSource: 'Own log' })).body).toMatchObject(none)
})

test('a coach cannot publish themselves, and an unknown coach is not found', async () => {
  const user = await aUser(app.deps)
  const coach = await aCoach(app.deps, { isActive: false, userId: user.id })
  expect((await edit(coach.id, { isActive: true }, user.token)).status).toBe(403)
  expect((await edit('00000000-0000-7000-8000-000000000000', { isActive: true })).status).toBe(404)
})

test('an unpublished profile is unlinked from its account, which is then no longer a coach', async () => {
  const user = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: user.id })
  const unlink = () => app.call(calls.unlinkCoach, { params: { coachId: coach.id } }, owner.token)
  expect((await unlink()).status).toBe(409)
  expect((await app.call(calls.myCoachProfile, {}, user.token)).status).toBe(200)
  await edit(coach.id, { isActive: false })
  expect((await unlink()).body).toMatchObject({ id: coach.id, accountEmail: null })
  expect((await app.call(calls.myCoachProfile, {}, user.token)).status).toBe(403)
})

test('an owner does not unlink their own profile; another owner does', async () => {
  const self = await aUser(app.deps, { isOwner: true })
  const { id: coachId } = await aCoach(app.deps, { userId: self.id, isActive: false })
  const unlink = (by: { token: string }) => app.call(calls.unlinkCoach, { params: { coachId } }, by.token)
  expect(await unlink(self)).toMatchObject({ status: 409, body: { message: expect.stringContaining('your own') } })
  expect((await unlink(owner)).body).toMatchObject({ accountEmail: null })
  await app.deps.db.update(users).set({ isOwner: false }).where(eq(users.id, self.id))
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

describe('publishing', () => {
  const actOf = async (coachId: string) => {
    const acts = await app.deps.db.select().from(auditLog).where(eq(auditLog.personId, owner.id))
    return acts.filter(({ about, status }) => about.coachId === coachId && status === 200).at(-1)?.about
  }

  type Given = { emailVerified?: boolean; hoursConfirmedAt?: Date; rulesVersion?: number; discordUsername?: null }
  test.each<[string, Given, missing: string[]]>([
    ['without account', { hoursConfirmedAt: new Date() }, ['account']],
    ['whose e-mail nobody has proved', { emailVerified: false, hoursConfirmedAt: new Date() }, ['account']],
    ['who never confirmed the hours', { emailVerified: true }, ['hours', 'rules']],
    ['who accepted other rules', { emailVerified: true, hoursConfirmedAt: new Date(), rulesVersion: 0 }, ['rules']],
    [
      'without a Discord name',
      { emailVerified: true, hoursConfirmedAt: new Date(), discordUsername: null },
      ['discord'],
    ],
    ['who has nothing of it', { discordUsername: null }, ['account', 'hours', 'rules', 'discord']],
  ])('a coach %s takes a reason, which the audit keeps', async (_, { emailVerified, ...given }, missing) => {
    const userId = emailVerified === undefined ? null : (await aUser(app.deps, { emailVerified })).id
    const coach = await aCoach(app.deps, { isActive: false, userId, discordUsername: 'ready.rl', ...given })
    const listed = await app.call(listOwnerCoaches, { query: { q: coach.name } }, owner.token)
    expect(listed.body).toMatchObject([{ id: coach.id, missing }])
    expect(await edit(coach.id, { isActive: true })).toMatchObject({
      status: 409,
      body: { reason: 'not-ready', missing, message: expect.stringContaining(`${coach.name} is not ready`) },
    })
    expect((await edit(coach.id, { isActive: true, reason: '  a ' })).status).toBe(400)
    expect((await edit(coach.id, { isActive: true, reason })).body).toMatchObject({ isActive: true, missing })
    expect(await actOf(coach.id)).toMatchObject({ isActive: true, reason })
    // What is public stays so: only going live is asked about, every time.
    expect((await edit(coach.id, { isActive: true, title: 'Still here' })).status).toBe(200)
    await edit(coach.id, { isActive: false })
    expect((await edit(coach.id, { isActive: true })).status).toBe(409)
  })

  test('waits for nothing once the account is linked, the hours are saved and the rules accepted, which the team hears of once', async () => {
    const account = await aUser(app.deps)
    const coach = await aCoach(app.deps, { isActive: false, userId: account.id, discordUsername: 'ready.rl' })
    const told = async () => {
      await app.runJobs()
      return app.sandbox.outbox.list().filter(({ subject }) => subject === `${coach.name} can go live`).length
    }
    const hours = { zone: 'Europe/London', week: [{ weekday: 1, opens: '10:00', closes: '12:00' }], exceptions: [] }
    expect((await app.call(saveAvailability, { body: hours }, account.token)).status).toBe(200)
    expect(await told()).toBe(0)
    const accept = (rulesVersion: number) => app.call(confirmAvailability, { body: { rulesVersion } }, account.token)
    expect(await accept(coachRules.version - 1)).toMatchObject({ status: 409, body: { reason: 'rules-changed' } })
    expect((await app.call(readAvailability, {}, account.token)).body.areRulesAccepted).toBe(false)
    for (let time = 0; time < 2; time += 1) {
      expect((await accept(coachRules.version)).status).toBe(200)
      await app.call(saveAvailability, { body: hours }, account.token)
      expect(await told()).toBe(1)
    }
    expect((await app.call(readAvailability, {}, account.token)).body).toMatchObject({
      isConfirmed: true,
      areRulesAccepted: true,
    })
    expect((await edit(coach.id, { isActive: true })).status).toBe(200)
  })
})
