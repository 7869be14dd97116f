import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser } from '#src/demo/a-user.ts'
import { me } from '#src/features/accounts/contract.ts'
import { readProfile, saveZone } from '#src/features/accounts/profile-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a time zone is saved beside what a profile says already, and the session tells it', async () => {
  const player = await aUser(app.deps)
  const zoneOf = async () => (await app.call(me, {}, player.token)).body.zone
  const save = (zone: string) => app.call(saveZone, { body: { zone } }, player.token)
  expect(await zoneOf()).toBeNull()
  expect((await save('Europe/Berlin')).status).toBe(200)
  expect(await zoneOf()).toBe('Europe/Berlin')

  const coach = await aUser(app.deps)
  await aProfile(app.deps, coach, { goal: 'Kickoffs', zone: 'Europe/Paris' })
  await app.call(saveZone, { body: { zone: 'Asia/Kolkata' } }, coach.token)
  const { body } = await app.call(readProfile, {}, coach.token)
  expect(body).toMatchObject({ goal: 'Kickoffs', zone: 'Asia/Kolkata' })

  for (const zone of ['', 'Berlin', '+01:00']) expect((await save(zone)).status).toBe(400)
  expect(await zoneOf()).toBe('Europe/Berlin')
})
