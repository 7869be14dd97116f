import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import * as calls from '#src/features/accounts/contract.ts'
import { endLoginSessionsOf } from '#src/features/accounts/login-sessions-contract.ts'
import { listAudit } from '#src/features/audit/contract.ts'
import { listBookings } from '#src/features/bookings/staff-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { admins, loginSessions, users } from '../table.ts'
import { changeAdmin } from './roles.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { name: 'Boss', isOwner: true })
})
afterAll(() => app.close())

const change = (email: string, granted: boolean, token = owner.token) =>
  app.call(calls.changeRole, { body: { email, role: 'admin', granted } }, token)
const staff = async () => (await app.call(calls.listRoles, {}, owner.token)).body.map(({ email }) => email)

test('an owner makes somebody an admin by e-mail, and takes it back; each ends their sessions', async () => {
  const { email, name, token } = await aUser(app.deps)
  const readBookings = async (token: string) => (await app.call(listBookings, {}, token)).status
  const logIn = async () => (await app.call(calls.login, { body: { email, password: demoPassword } })).body.token
  expect(await readBookings(token)).toBe(403)
  expect((await change(email.toUpperCase(), true)).body).toMatchObject({ email, isAdmin: true, isOwner: false })
  expect(await readBookings(token)).toBe(401)
  const asAdmin = await logIn()
  expect((await change(email, true)).body).toMatchObject({ isAdmin: true })
  expect(await readBookings(asAdmin)).toBe(200)
  expect(await staff()).toContain(email)

  const entered = await app.call(calls.adminLogin, { body: { email, name } }, asAdmin)
  const cookie = /admin_session=[\w-]+/.exec(String(entered.headers['set-cookie']))![0]
  const adminSession = async () =>
    (await app.app.http.inject({ url: calls.adminMe.path, headers: { cookie } })).statusCode
  expect(await adminSession()).toBe(200)
  for (let i = 0; i < 2; i++) expect((await change(email, false)).body).toMatchObject({ email, isAdmin: false })
  expect(await readBookings(asAdmin)).toBe(401)
  expect(await readBookings(await logIn())).toBe(403)
  expect(await staff()).not.toContain(email)
  expect(await app.deps.db.$count(admins, eq(admins.email, email))).toBe(0)
  // Not even when the role comes back.
  await change(email, true)
  expect(await adminSession()).toBe(401)
})

test('an owner who makes themself an admin is one at once, here; their other sessions end, and all do when it is taken back', async () => {
  const { email, token } = await aUser(app.deps, { isOwner: true })
  const other = (await app.call(calls.login, { body: { email, password: demoPassword } })).body.token
  const meAsAdmin = (token: string) => app.call(calls.adminMe, {}, token)
  expect((await meAsAdmin(token)).status).toBe(403)
  expect((await change(email, true, token)).body).toMatchObject({ email, isOwner: true, isAdmin: true })
  expect((await meAsAdmin(token)).body).toMatchObject({ email })
  expect((await app.call(calls.me, {}, other)).status).toBe(401)
  await change(email, false, token)
  expect((await app.call(calls.me, {}, token)).status).toBe(401)
})

test('nobody loses or gains the owner’s role this way', async () => {
  expect((await change(owner.email, false)).body).toMatchObject({ isOwner: true })
  expect(await staff()).toContain(owner.email)
  const body = { email: owner.email, role: 'owner', granted: false }
  expect((await app.call(calls.changeRole, { body }, owner.token)).status).toBe(400)
})

test('an unknown e-mail and one that nobody has verified are refused', async () => {
  expect((await change('nobody@demo.test', true)).status).toBe(404)
  const { email } = await aUser(app.deps, { emailVerified: false })
  const refused = await change(email, true)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ message: expect.stringContaining('not verified') })
  expect(await staff()).not.toContain(email)
})

test('an admin makes no admins, not even of themselves', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const player = await aUser(app.deps)
  expect((await change(player.email, true, admin.token)).status).toBe(403)
  expect((await change(player.email, true, player.token)).status).toBe(403)
})

const end = (email: string, token = owner.token) => app.call(endLoginSessionsOf, { body: { email } }, token)

test('an owner logs somebody out everywhere: every session of theirs ends, nobody else’s, and a mail says so', async () => {
  const { id, email, name, token } = await aUser(app.deps, { name: 'Lost Phone', isAdmin: true })
  const other = await aUser(app.deps)
  const second = (await app.call(calls.login, { body: { email, password: demoPassword } })).body.token
  const entered = await app.call(calls.adminLogin, { body: { email, name } }, second)
  const cookie = /admin_session=[\w-]+/.exec(String(entered.headers['set-cookie']))![0]
  const adminSession = async () =>
    (await app.app.http.inject({ url: calls.adminMe.path, headers: { cookie } })).statusCode
  expect(await adminSession()).toBe(200)

  expect(await end(email.toUpperCase())).toMatchObject({ status: 200, body: { accountId: id, name, ended: 3 } })
  for (const ended of [token, second]) expect((await app.call(calls.me, {}, ended)).status).toBe(401)
  expect(await adminSession()).toBe(401)
  for (const open of [other.token, owner.token]) expect((await app.call(calls.me, {}, open)).status).toBe(200)

  // Nothing is left to end, or to write about; password and role are as they were.
  expect((await end(email)).body).toMatchObject({ ended: 0 })
  await app.runJobs()
  const mails = app.sandbox.outbox.list().filter(({ to }) => to === email)
  expect(mails.map(({ subject }) => subject)).toEqual(['You were logged out everywhere'])
  const again = await app.call(calls.login, { body: { email, password: demoPassword } })
  expect(again.body.user).toMatchObject({ isAdmin: true })
})

test('ending sessions is for owners, for others’ accounts, and stands in the audit', async () => {
  const player = await aUser(app.deps)
  const admin = await aUser(app.deps, { isAdmin: true })
  for (const { token } of [player, admin]) expect((await end(owner.email, token)).status).toBe(403)
  expect((await end('nobody@demo.test')).status).toBe(404)
  expect((await end(owner.email)).status).toBe(409)
  expect((await app.call(calls.me, {}, owner.token)).status).toBe(200)
  await end(player.email)
  const { body } = await app.call(listAudit, {}, owner.token)
  const line = body.find(({ call }) => call === 'POST /api/owner/end-sessions')
  expect(line).toMatchObject({ status: 200, about: { accountId: player.id } })
  expect(JSON.stringify(line)).not.toContain(player.email)
})

test('an owner whose role or session ends while they press makes nobody an admin', async () => {
  const { db } = app.deps
  const was = await aUser(app.deps, { isOwner: true })
  const [session] = await db.select().from(loginSessions).where(eq(loginSessions.userId, was.id))
  const account = { ...was, isOwner: true } as unknown as Parameters<typeof changeAdmin>[1]
  const press = () => changeAdmin(app.deps, account, session!.id, { email: was.email, granted: true })
  await db.update(users).set({ isOwner: false }).where(eq(users.id, was.id))
  await expect(press()).rejects.toMatchObject({ status: 403 })
  await db.update(users).set({ isOwner: true }).where(eq(users.id, was.id))
  await db.delete(loginSessions).where(eq(loginSessions.id, session!.id))
  await expect(press()).rejects.toMatchObject({ status: 401 })
  expect(await staff()).toContain(was.email)
  const [row] = await db.select().from(users).where(eq(users.id, was.id))
  expect(row!.isAdmin).toBe(false)
})
