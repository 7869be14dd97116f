import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { adminLogin, adminMe, changeName, changePassword, login, me } from '#src/features/accounts/contract.ts'
import {
  endLoginSession,
  endOtherLoginSessions,
  listLoginSessions,
} from '#src/features/accounts/login-sessions-contract.ts'
import { exportData } from '#src/features/privacy/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { deviceLabel } from './device.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const newPassword = { currentPassword: demoPassword, password: 'new-secret', confirmPassword: 'new-secret' }
const isOpen = async (token: string) => (await t.call(me, {}, token)).status === 200

async function signIn(email: string, password = demoPassword): Promise<string> {
  const headers = { 'user-agent': chrome }
  const answer = await t.app.http.inject({ method: 'POST', url: login.path, headers, payload: { email, password } })
  return answer.json().token
}

test('one sees the open sessions of the account, this one first, and no token', async () => {
  const { email, token } = await aUser(t.deps)
  const other = await signIn(email)
  const { body } = await t.call(listLoginSessions, {}, token)
  const times = { createdAt: expect.any(String), lastSeenAt: expect.any(String) }
  const known = { id: expect.any(String), ...times, isAdminArea: false }
  expect(body).toEqual([
    { ...known, device: 'Unknown device', isCurrent: true },
    { ...known, device: 'Chrome on Windows', isCurrent: false },
  ])
  const [first] = (await t.call(listLoginSessions, {}, other)).body
  expect(first).toMatchObject({ device: 'Chrome on Windows', isCurrent: true })
})

test('the admin area is listed where it is open, ends by itself, and is in the export', async () => {
  const { name, email, token } = await aUser(t.deps, { isAdmin: true })
  const headers = { 'user-agent': chrome, authorization: `Bearer ${token}` }
  const request = { method: 'POST', url: adminLogin.path, headers, payload: { email, name } } as const
  const { cookies } = await t.app.http.inject(request)
  const admin_session = cookies.find((cookie) => cookie.name === 'admin_session')!.value
  const isInArea = async () =>
    (await t.app.http.inject({ url: adminMe.path, cookies: { admin_session } })).statusCode === 200
  const [, area] = (await t.call(listLoginSessions, {}, token)).body
  expect(area).toMatchObject({ device: 'Chrome on Windows', isCurrent: false, isAdminArea: true })
  expect((await t.call(exportData, {}, token)).body.adminAreas).toMatchObject([{ device: 'Chrome on Windows' }])

  const { token: stranger } = await aUser(t.deps, { isAdmin: true })
  expect((await t.call(endLoginSession, { params: { loginSessionId: area!.id } }, stranger)).status).toBe(404)
  expect(await isInArea()).toBe(true)
  expect((await t.call(endLoginSession, { params: { loginSessionId: area!.id } }, token)).status).toBe(200)
  expect(await isInArea()).toBe(false)
  expect(await isOpen(token)).toBe(true)
})

test('one ends a session of the account, and nobody else can', async () => {
  const { email, token } = await aUser(t.deps)
  const { token: stranger } = await aUser(t.deps)
  const other = await signIn(email)
  const loginSessionId = (await t.call(listLoginSessions, {}, other)).body[0]!.id
  expect((await t.call(endLoginSession, { params: { loginSessionId } }, stranger)).status).toBe(404)
  expect(await isOpen(other)).toBe(true)
  expect((await t.call(endLoginSession, { params: { loginSessionId } }, token)).status).toBe(200)
  expect(await isOpen(other)).toBe(false)
  expect((await t.call(endLoginSession, { params: { loginSessionId } }, token)).status).toBe(404)
})

test('ending all others leaves this one and other accounts alone', async () => {
  const { email, token } = await aUser(t.deps)
  const { token: stranger } = await aUser(t.deps)
  const others = [await signIn(email), await signIn(email)]
  expect((await t.call(endOtherLoginSessions, {}, token)).status).toBe(200)
  expect([await isOpen(token), await isOpen(stranger)]).toEqual([true, true])
  expect([await isOpen(others[0]!), await isOpen(others[1]!)]).toEqual([false, false])
})

test('signing in again in the same browser ends the session it had, and no other', async () => {
  const { email, token } = await aUser(t.deps)
  const { token: elsewhere } = await aUser(t.deps)
  const other = await signIn(email)
  const headers = { cookie: `session=${token}` }
  const wrong = { email, password: 'wrong-one' }
  await t.app.http.inject({ method: 'POST', url: login.path, headers, payload: wrong })
  expect(await isOpen(token)).toBe(true)
  const payload = { email, password: demoPassword }
  const answer = await t.app.http.inject({ method: 'POST', url: login.path, headers, payload })
  expect([await isOpen(token), await isOpen(answer.json().token)]).toEqual([false, true])
  expect([await isOpen(other), await isOpen(elsewhere)]).toEqual([true, true])
})

test('a new name shows at once', async () => {
  const { token } = await aUser(t.deps)
  expect((await t.call(changeName, { body: { name: ' Apex ' } }, token)).body.user.name).toBe('Apex')
  expect((await t.call(me, {}, token)).body.user.name).toBe('Apex')
  expect((await t.call(changeName, { body: { name: 'A' } }, token)).status).toBe(400)
})

test('a new password ends the other sessions, renews this one, and is told by mail', async () => {
  const { email, token } = await aUser(t.deps)
  const other = await signIn(email)
  const { id } = (await t.call(listLoginSessions, {}, token)).body[0]!
  const answer = await t.call(changePassword, { body: newPassword }, token)
  expect(answer).toMatchObject({ status: 200, body: { user: { email } } })
  expect(String(answer.headers['set-cookie'])).toContain(`session=${answer.body.token};`)
  expect([await isOpen(token), await isOpen(other)]).toEqual([false, false])
  expect((await t.call(listLoginSessions, {}, answer.body.token)).body).toMatchObject([{ id, isCurrent: true }])
  expect((await t.call(login, { body: { email, password: demoPassword } })).status).toBe(401)
  expect((await t.call(login, { body: { email, password: 'new-secret' } })).status).toBe(200)
  await t.runJobs()
  const [mail] = t.sandbox.outbox.list().filter(({ to }) => to === email)
  expect(mail!.subject).toBe('Your password was changed')
})

test('without the current password nothing changes, and the session goes on', async () => {
  const { email, token } = await aUser(t.deps)
  const other = await signIn(email)
  const answer = await t.call(changePassword, { body: { ...newPassword, currentPassword: 'wrong' } }, token)
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { currentPassword: 'That is not your current password' } },
  })
  expect([await isOpen(token), await isOpen(other)]).toEqual([true, true])
  expect((await t.call(login, { body: { email, password: demoPassword } })).status).toBe(200)
})

test('of two changes at the same moment one wins', async () => {
  const { email, token } = await aUser(t.deps)
  const passwords = ['first-secret', 'second-secret']
  const change = (password: string) =>
    t.call(changePassword, { body: { ...newPassword, password, confirmPassword: password } }, token)
  const isChanged = (await Promise.all(passwords.map(change))).map(({ status }) => status === 200)
  const worksNow = (password: string) =>
    t.call(login, { body: { email, password } }).then(({ status }) => status === 200)
  expect(isChanged.filter(Boolean)).toHaveLength(1)
  expect(await Promise.all(passwords.map(worksNow))).toEqual(isChanged)
})

test('no session opened with the old password outlives a change of it', async () => {
  const { email, token } = await aUser(t.deps)
  let isChanged = false
  const opened: string[] = []
  // Always one of them has read the old hash and waits for its turn.
  const signInOnAndOn = async () => {
    while (!isChanged) {
      const { status, body } = await t.call(login, { body: { email, password: demoPassword } })
      if (status === 200) opened.push(body.token)
    }
  }
  const storm = Array.from({ length: 6 }, signInOnAndOn)
  await expect.poll(() => opened.length, { interval: 10 }).toBeGreaterThan(0)
  const changed = await t.call(changePassword, { body: newPassword }, token)
  isChanged = true
  await Promise.all(storm)
  for (const each of opened) expect(await isOpen(each)).toBe(false)
  expect(await isOpen(changed.body.token)).toBe(true)
})

test.each([
  [chrome, 'Chrome on Windows'],
  [`${chrome} Edg/140.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  ['curl/8.0', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%s is %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label)
})
