import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { changePassword, requestCode, signup } from '#src/features/accounts/contract.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'

const clock = new Date('2026-01-05T14:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ now: () => clock })
})
afterAll(() => t.close())

const onLinux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** Makes a call in Chrome on Linux; returns the mails to that address, newest first. */
async function mailsAfter(to: string, call: AnyCall, payload: object, token?: string) {
  const headers = { 'user-agent': onLinux, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await t.app.http.inject({ method: 'POST', url: call.path, payload, headers })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  await t.runJobs()
  return t.sandbox.outbox.list().filter((mail) => mail.to === to)
}

const words = { password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }

test('signing up is answered by one mail: the code first, then what comes next', async () => {
  const email = 'rocket@demo.test'
  const mails = await mailsAfter(email, signup, { name: 'Visit evil.test', email, ...words })
  expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to Level Up: verify your e-mail'])
  const [{ text }] = mails as [(typeof mails)[number]]
  expect(text.split('\n')[0]).toMatch(/^Your code: \d{4} \d{4}$/)
  expect(codeIn(text)).toMatch(/^\d{8}$/)
  expect(text).toContain(`Open my account: ${t.deps.env.baseUrl}/account`)
  expect(text).toContain('What comes next\n- Pick a coach')
  expect(text).not.toContain('evil.test')
})

test('the welcome speaks the zone of the browser that signed up, and one we do not know stops nobody', async () => {
  const welcome = async (email: string, zone: string) =>
    (await mailsAfter(email, signup, { name: 'Rimshot', email, zone, ...words }))[0]!.text
  expect(await welcome('berlin@demo.test', 'Europe/Berlin')).toContain('Asked for: Mon, Jan 5, 3:00 PM (Berlin)')
  expect(await welcome('moon@demo.test', 'Moon/Crater')).toContain('Asked for: Mon, Jan 5, 9:00 AM (New York)')
})

test('a code says when, on what and from where it was asked for, in the reader’s own zone where it is known', async () => {
  const [berliner, stranger] = [await aUser(t.deps), await aUser(t.deps)]
  await aProfile(t.deps, berliner, { zone: 'Europe/Berlin' })
  const ask = async (email: string) => (await mailsAfter(email, requestCode, { purpose: 'reset-password', email }))[0]!
  const asked = (when: string) => `Asked for: Mon, Jan 5, ${when}\nOn: Chrome on Linux\nFrom: 127.0.0.1\n`
  expect((await ask(berliner.email)).text).toContain(asked('3:00 PM (Berlin)'))
  expect((await ask(stranger.email)).text).toContain(asked('9:00 AM (New York)'))
  expect((await ask('nobody@demo.test')).text).toContain(asked('9:00 AM (New York)'))
})

test('a changed password is told with when, on what, from where, and what to do', async () => {
  const { email, token } = await aUser(t.deps)
  const body = { currentPassword: demoPassword, ...words }
  const [mail] = await mailsAfter(email, changePassword, body, token)
  expect(mail!.text).toContain('When: Mon, Jan 5, 9:00 AM (New York)\nOn: Chrome on Linux\nFrom: 127.0.0.1\n')
  expect(mail!.text).toContain("Wasn't you?\n- Set a new password now")
})
