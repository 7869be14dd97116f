import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { checkCoach, listCoaches, listOwningCoaches } from '#src/features/coaches/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('everybody sees the active coaches, and nothing to reach them by', async () => {
  const account = await aUser(app.deps)
  const coach = await aCoach(app.deps, {
    discordUsername: 'vex#1',
    portfolioLinks: 'https://x.test',
    userId: account.id,
  })
  const hidden = await aCoach(app.deps, { isActive: false })
  const { status, body } = await app.call(listCoaches)
  expect(status).toBe(200)
  expect(body.find(({ id }) => id === coach.id)).toMatchObject({
    name: coach.name,
    totalStudents: 0,
    averageRating: null,
  })
  expect(body.map(({ id }) => id)).not.toContain(hidden.id)
  for (const secret of ['vex#1', 'https://x.test', account.email, account.id])
    expect(JSON.stringify(body)).not.toContain(secret)
})

test('the coach check answers a bare boolean, to the person and to staff only', async () => {
  const coach = await aUser(app.deps)
  await aCoach(app.deps, { userId: coach.id })
  const player = await aUser(app.deps)
  const admin = await aUser(app.deps, { isAdmin: true })
  const check = async (asking: { token: string }, about: { email: string }) =>
    (await app.call(checkCoach, { query: { email: about.email } }, asking.token)).body
  expect(await check(coach, coach)).toBe(true)
  expect(await check(player, player)).toBe(false)
  expect(await check(player, coach)).toBe(false)
  expect(await check(admin, coach)).toBe(true)
})

test('admins read which coaches own the business', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  const coach = await aCoach(app.deps, { userId: owner.id })
  await aCoach(app.deps, { userId: (await aUser(app.deps)).id })
  await aCoach(app.deps, { userId: (await aUser(app.deps, { isOwner: true })).id, isActive: false })
  const admin = await aUser(app.deps, { isAdmin: true })
  expect((await app.call(listOwningCoaches, {}, admin.token)).body).toEqual([coach.id])
})
