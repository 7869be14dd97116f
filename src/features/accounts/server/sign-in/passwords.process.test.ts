import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { login } from '#src/features/accounts/contract.ts'
import { listCoaches } from '#src/features/coaches/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

const atWork = vi.hoisted(() => ({ now: 0, most: 0, total: 0 }))

/** The real library, watched: how many hashes are being computed at the same moment. */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  const watched =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      atWork.now += 1
      atWork.total += 1
      atWork.most = Math.max(atWork.most, atWork.now)
      return work(...given).finally(() => {
        atWork.now -= 1
      })
    }
  return { ...real, hash: watched(real.hash), verify: watched(real.verify) }
})

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('a login storm computes two hashes at a time, and other calls pass it', async () => {
  const { email } = await aUser(t.deps)
  const finished: string[] = []
  const tryPassword = (to: string) =>
    t.call(login, { body: { email: to, password: 'wrong-one' } }).then(() => finished.push('login'))
  const storm = Array.from({ length: 25 }, (_, i) => tryPassword(i % 2 ? email : 'nobody@demo.test'))
  await t.call(listCoaches).then(() => finished.push('coaches'))
  await Promise.all(storm)
  expect(atWork.most).toBe(Math.min(availableParallelism(), 2))
  expect(atWork.total).toBeGreaterThanOrEqual(25)
  expect(finished.at(-1)).toBe('login')
})

test('beyond 30 waiting, newcomers are asked to come back, and who was in here before still finds a place', async () => {
  const { email } = await aUser(t.deps)
  const payload = { email, password: demoPassword }
  const logIn = (cookies = {}) => t.app.http.inject({ method: 'POST', url: login.path, payload, cookies })
  const cookies = Object.fromEntries((await logIn()).cookies.map(({ name, value }) => [name, value]))
  const crowd = Array.from({ length: 45 }, () =>
    t.call(login, { body: { email: 'x@demo.test', password: 'wrong-one' } }),
  )
  const known = logIn(cookies)
  expect((await known).statusCode).toBe(200)
  const statuses = (await Promise.all(crowd)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(30)
})
