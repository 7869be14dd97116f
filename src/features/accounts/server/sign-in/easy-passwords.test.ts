import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { changePassword, login, redeemCode, requestCode, signup } from '#src/features/accounts/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { leakedPasswords, refuseEasyPassword } from './easy-passwords.ts'

const words = 'That one is easy to guess. Try three words that do not belong together.'
const refused = { status: 400, body: { fields: { password: words } } }

describe('a password that attackers try first', () => {
  const about = ['turbo.otter@demo.test', 'Zoe Rimshot']
  test.each([
    ...['123456', 'password', 'qwertyuiop', 'iloveyou', 'PassWord1', 'secret1', 'dragon', '11111111'],
    ...['LevelUp2026!', 'level-up', 'rocketleague', 'Fortnite#1', 'coach123', 'admin!!'],
    ...['turbo.otter@demo.test', 'TurboOtter99', 'Rimshot', 'zoe123', 'zoe.rimshot', 'demotest'],
  ])('%s is easy', (password) => {
    expect(() => refuseEasyPassword(password, ...about)).toThrow(words)
  })

  test.each([demoPassword, 'correct horse', 'shy-otter-1', 'zwölf Boote', '84629175', 'x'.repeat(200), '漢字漢字漢字'])(
    '%s is not',
    (password) => {
      expect(() => refuseEasyPassword(password, ...about)).not.toThrow()
    },
  )

  test('the list holds far more than the 3,000 that ASVS asks for', () => {
    const long = [...leakedPasswords()].filter((password) => password.length >= 6)
    expect(long.length).toBeGreaterThan(40_000)
    expect(long.filter((password) => password !== password.toLowerCase())).toEqual([])
  })
})

describe('is refused', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp()
  })
  afterAll(() => t.close())

  const easy = { password: 'Password1', confirmPassword: 'Password1' }
  const logIn = async (email: string, password: string) => (await t.call(login, { body: { email, password } })).status

  test('when signing up: there is no account', async () => {
    const body = { name: 'Easy', email: 'easy@demo.test', ...easy }
    expect(await t.call(signup, { body })).toMatchObject(refused)
    expect(await logIn(body.email, easy.password)).toBe(401)
    const own = { password: 'easy2026', confirmPassword: 'easy2026' }
    expect(await t.call(signup, { body: { ...body, ...own } })).toMatchObject(refused)
  })

  test('when changing it: the old one stays', async () => {
    const { email, token } = await aUser(t.deps, { name: 'Zoe Rimshot' })
    for (const password of [easy.password, 'rimshot!'])
      expect(
        await t.call(
          changePassword,
          { body: { currentPassword: demoPassword, password, confirmPassword: password } },
          token,
        ),
      ).toMatchObject(refused)
    expect(await logIn(email, easy.password)).toBe(401)
    expect(await logIn(email, demoPassword)).toBe(200)
  })

  test('when setting a new one by a mailed code: the code stays good for another', async () => {
    const { email } = await aUser(t.deps)
    const asked = await t.call(requestCode, { body: { purpose: 'reset-password', email } })
    const cookie = /^[^;]+/.exec(String(asked.headers['set-cookie']))![0]
    await t.runJobs()
    const mail = t.sandbox.outbox.list().find(({ to }) => to === email)!
    const code = codeIn(mail.text)!
    const reset = async (password: string) => {
      const payload = { purpose: 'reset-password', email, code, password, confirmPassword: password }
      const answer = await t.app.http.inject({ method: 'POST', url: redeemCode.path, headers: { cookie }, payload })
      return { status: answer.statusCode, body: answer.json() }
    }
    expect(await reset(easy.password)).toMatchObject(refused)
    expect(await logIn(email, demoPassword)).toBe(200)
    expect((await reset('shy-otter-1')).status).toBe(200)
    expect(await logIn(email, 'shy-otter-1')).toBe(200)
  })
})
