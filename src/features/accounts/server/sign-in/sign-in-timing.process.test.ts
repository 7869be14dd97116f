import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { login } from '#src/features/accounts/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

const verified = vi.hoisted(() => [] as string[])

/** The real library, watched: what each password was checked against. */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (hash, ...rest) => {
    verified.push(String(hash))
    return real.verify(hash, ...rest)
  }
  return { ...real, verify }
})

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('an unknown e-mail costs the very work of a known one: one hash of the same strength', async () => {
  const { email } = await aUser(t.deps)
  const checkedFor = async (email: string) => {
    verified.length = 0
    const refused = await t.call(login, { body: { email, password: 'wrong-one' } })
    expect(refused.status).toBe(401)
    // Without salt and hash, which differ.
    return verified.map((hash) => hash.split('$').slice(0, 4).join('$'))
  }
  const ofKnown = await checkedFor(email)
  expect(ofKnown).toEqual(['$argon2id$v=19$m=7168,t=5,p=1'])
  expect(await checkedFor('nobody@demo.test')).toEqual(ofKnown)
})
