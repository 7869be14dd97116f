import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { login, logout, me, signup } from '#src/features/accounts/contract.ts'
import { listBookings } from '#src/features/bookings/staff-contract.ts'
import { listCoaches } from '#src/features/coaches/contract.ts'
import { createHttp } from '#src/platform/http/http.ts'
import { enforceLimits } from '#src/platform/http/limits.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { grantRole } from './accounts.ts'
import { routes } from './routes.ts'
import { sweepLoginSessions } from './sign-in/login-sessions.ts'
import { loginSessions, users } from './table.ts'

const day = 24 * 3_600_000
let clock = new Date()
let t: TestApp

beforeAll(async () => {
  t = await startTestApp({ now: () => clock })
})
afterAll(() => t.close())

const rocket = { name: 'Rocket', email: 'rocket@demo.test', password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }
const unauthorized = { status: 401, body: { message: 'Unauthorized' } }
const wrongPassword = { status: 401, body: { message: 'Invalid email or password' } }

function whoAmI(headers: Record<string, string>) {
  return t.app.http.inject({ url: me.path, headers })
}

test('signing up gives a session and an account without roles, whatever the body says', async () => {
  const body = { ...rocket, email: '  Rocket@Demo.test ', isOwner: true, isAdmin: true }
  const answer = await t.call(signup, { body })
  expect(answer.status).toBe(200)
  const roles = { isOwner: false, isAdmin: false, emailVerified: false }
  const user = { id: expect.any(String), name: 'Rocket', email: 'rocket@demo.test', ...roles }
  expect(answer.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), user })
  expect(await t.call(me, {}, answer.body.token)).toMatchObject({ status: 200, body: { user: answer.body.user } })

  const [row] = await t.deps.db.select().from(users).where(eq(users.email, 'rocket@demo.test'))
  expect(row).toMatchObject({ isOwner: false, isAdmin: false, emailVerifiedAt: null })
  expect(row!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
})

test.each([
  ['a&b@else.test', 'a&b@else.test'],
  ['x/y@else.test', 'x/y@else.test'],
  // As RFC 5321 writes it.
  ['a.@docomo.example', '"a."@docomo.example'],
  ['user@xn--mnchen-3ya.example', 'user@münchen.example'],
])('who signs up as %s gets the welcome at %s', async (email, to) => {
  expect((await t.call(signup, { body: { ...rocket, email } })).status).toBe(200)
  await t.runJobs()
  expect(t.sandbox.outbox.list().map((mail) => mail.to)).toContain(to)
})

test('signing up never changes an account that exists', async () => {
  await aUser(t.deps, { email: 'taken@demo.test', name: 'First' })
  const answer = await t.call(signup, { body: { ...rocket, email: 'TAKEN@demo.test' } })
  expect(answer).toMatchObject({ status: 409, body: { message: 'An account with this email already exists' } })
  const body = { email: 'taken@demo.test', password: demoPassword }
  expect((await t.call(login, { body })).body.user.name).toBe('First')
})

test('of 20 sign-ups with one e-mail at the same time, one wins', async () => {
  const body = { ...rocket, email: 'race@demo.test' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => t.call(signup, { body })))
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([200, ...Array(19).fill(409)])
})

test('a refused sign-up names every field in the words of the form', async () => {
  const answer = await t.call(signup, { body: { name: 'R', email: 'no', password: '12345', confirmPassword: '12345' } })
  expect(answer).toMatchObject({
    status: 400,
    body: {
      fields: {
        name: 'Name must be at least 2 characters',
        email: 'Please enter a valid email address',
        password: 'Password must be at least 6 characters',
      },
    },
  })
  const mismatch = await t.call(signup, { body: { ...rocket, confirmPassword: 'shy-otter-2' } })
  expect(mismatch).toMatchObject({ status: 400, body: { fields: { confirmPassword: "Passwords don't match" } } })
})

test('signing in needs the right password, and says the same for an unknown e-mail', async () => {
  const { id, email } = await aUser(t.deps, { name: 'Ace' })
  const answer = await t.call(login, { body: { email: email.toUpperCase(), password: demoPassword } })
  expect(answer).toMatchObject({ status: 200, body: { user: { id, name: 'Ace', email } } })
  expect(await t.call(login, { body: { email, password: 'levelup-Demo' } })).toMatchObject(wrongPassword)
  const stranger = { email: 'stranger@demo.test', password: demoPassword }
  expect(await t.call(login, { body: stranger })).toMatchObject(wrongPassword)
  const impostor = { email: 'stranger@demo.test', password: 'nobody has this password' }
  expect(await t.call(login, { body: impostor })).toMatchObject(wrongPassword)
})

test('a password opens however the keyboard writes its accents, also where it was kept as typed before', async () => {
  const [one, two] = ['p\u00e4ssw\u00f6rter7', 'pa\u0308sswo\u0308rter7']
  const email = 'accents@demo.test'
  const opens = async (password: string) => (await t.call(login, { body: { email, password } })).status === 200
  await t.call(signup, { body: { name: 'Accent', email, password: one, confirmPassword: one } })
  expect([await opens(one), await opens(two), await opens('passworter7')]).toEqual([true, true, false])
  const before = await hash(two)
  await t.deps.db.update(users).set({ passwordHash: before }).where(eq(users.email, email))
  expect([await opens(one), await opens(two)]).toEqual([true, true])
})

test('the session is a cookie too, out of reach for scripts, and the bearer beats it', async () => {
  const cookieOwner = await aUser(t.deps, { name: 'Cookie' })
  const bearer = await aUser(t.deps, { name: 'Bearer' })
  const answer = await t.call(login, { body: { email: cookieOwner.email, password: demoPassword } })
  expect(answer.headers['set-cookie']).toContain(
    `session=${answer.body.token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
  )
  const cookie = `session=${answer.body.token}`
  expect((await whoAmI({ cookie })).json().user.name).toBe('Cookie')
  expect((await whoAmI({ cookie, authorization: `Bearer ${bearer.token}` })).json().user.name).toBe('Bearer')
  expect((await whoAmI({ cookie, authorization: 'Bearer stale' })).statusCode).toBe(401)
})

test('where people reach us by https the cookie needs https and belongs to this very host', async () => {
  const env = { ...t.deps.env, baseUrl: 'https://levelup.test' }
  const http = await createHttp(env, { 'default-src': ["'self'"] })
  enforceLimits(http, { ...t.deps, env })
  routes(http, { ...t.deps, env })
  const { email } = await aUser(t.deps)
  const answer = await http.inject({ method: 'POST', url: login.path, payload: { email, password: demoPassword } })
  const flags = 'Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax'
  expect(answer.headers['set-cookie']).toContain(`__Host-session=${answer.json().token}; ${flags}`)
  const cookie = `__Host-session=${answer.json().token}`
  expect((await http.inject({ url: me.path, headers: { cookie } })).statusCode).toBe(200)
  await http.close()
})

test('a missing or stale token is refused on guarded calls and ignored on public ones', async () => {
  expect(await t.call(me)).toMatchObject(unauthorized)
  expect(await t.call(me, {}, 'stale')).toMatchObject(unauthorized)
  expect((await t.call(listCoaches, {}, 'stale')).status).toBe(200)
})

test('logging out ends every session the request carries, and only those', async () => {
  const { email, token } = await aUser(t.deps)
  const other = await t.call(login, { body: { email, password: demoPassword } })
  const third = await t.call(login, { body: { email, password: demoPassword } })
  const headers = { authorization: `Bearer ${token}`, cookie: `session=${other.body.token}` }
  const answer = await t.app.http.inject({ method: 'POST', url: logout.path, headers })
  expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
  expect(answer.headers['set-cookie']).toBe(
    'session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
  )
  expect(await t.call(me, {}, token)).toMatchObject(unauthorized)
  expect(await t.call(me, {}, other.body.token)).toMatchObject(unauthorized)
  expect((await t.call(me, {}, third.body.token)).status).toBe(200)
  expect((await t.call(logout)).status).toBe(200)
})

test('a role counts from the next login on: granting it ends every session', async () => {
  const { email, token } = await aUser(t.deps)
  const refused = await t.call(listBookings, {}, token)
  expect(refused).toMatchObject({ status: 403, body: { message: 'Admin Access Required' } })
  await grantRole(t.deps.db, ` ${email.toUpperCase()} `, 'owner')
  expect(await t.call(me, {}, token)).toMatchObject(unauthorized)
  const again = await t.call(login, { body: { email, password: demoPassword } })
  expect(again.body.user).toMatchObject({ isOwner: true, isAdmin: false })
  await grantRole(t.deps.db, email, 'owner')
  expect((await t.call(listBookings, {}, again.body.token)).status).toBe(200)
  await expect(grantRole(t.deps.db, 'ghost@demo.test', 'admin')).rejects.toThrow(
    'There is no account with this e-mail.',
  )
})

/** Returns what a session answers so long after sign-in, and when it was last noted as seen. */
async function sessionOf(roles: { isOwner?: boolean; isAdmin?: boolean } = {}) {
  const start = clock
  const { id, token } = await aUser(t.deps, roles)
  const lastSeen = async () =>
    (await t.deps.db.select().from(loginSessions).where(eq(loginSessions.userId, id)))[0]?.lastSeenAt
  const useAt = async (milliseconds: number) => {
    clock = new Date(start.getTime() + milliseconds)
    return (await t.call(me, {}, token)).status
  }
  return { start, useAt, lastSeen }
}

test('a session notes its use at most once a minute and ends after 30 days, however busy', async () => {
  const { start, useAt, lastSeen } = await sessionOf()
  expect(await useAt(59_000)).toBe(200)
  expect(await lastSeen()).toEqual(start)
  expect(await useAt(61_000)).toBe(200)
  expect(await lastSeen()).toEqual(clock)
  for (let i = 6; i < 30; i += 6) expect(await useAt(i * day)).toBe(200)
  expect(await useAt(30 * day - 1)).toBe(200)
  expect(await useAt(30 * day)).toBe(401)
  await t.deps.db.transaction((tx) => sweepLoginSessions(tx, clock))
  expect(await lastSeen()).toBeUndefined()
})

test('a session ends after 7 days without use, and is swept out', async () => {
  const { useAt, lastSeen } = await sessionOf()
  expect(await useAt(7 * day - 1)).toBe(200)
  expect(await useAt(14 * day - 1)).toBe(401)
  // Trying it has not woken it up.
  expect(await useAt(14 * day)).toBe(401)
  await t.deps.db.transaction((tx) => sweepLoginSessions(tx, clock))
  expect(await lastSeen()).toBeUndefined()
})

test.each([{ isOwner: true }, { isAdmin: true }])('a session of staff (%o) ends sooner', async (role) => {
  const idle = await sessionOf(role)
  expect(await idle.useAt(day / 2 - 1)).toBe(200)
  expect(await idle.useAt(day - 1)).toBe(401)
  const busy = await sessionOf(role)
  for (let i = 1; i <= 20; i++) expect(await busy.useAt((i * day) / 3)).toBe(200)
  expect(await busy.useAt(7 * day - 1)).toBe(200)
  expect(await busy.useAt(7 * day)).toBe(401)
})

test('the database knows only the hash of a token', async () => {
  const { token } = await aUser(t.deps)
  const rows = await t.deps.db.select().from(loginSessions)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test.each([
  ['', '/login'],
  ['?next=%2Fowner%3Ftab%3D2', '/login?next=%2Fowner%3Ftab%3D2'],
  ['?next=%2F%2Fx.test', '/login'],
  ['?next=https%3A%2F%2Fx.test', '/login'],
  ['?next=/a&next=/b', '/login'],
])('/api/login%s leads to %s', async (query, target) => {
  const answer = await t.app.http.inject({ url: `/api/login${query}` })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, target])
})
