import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/accounts/contract.ts'
import { listAudit } from '#src/features/audit/contract.ts'
import { listAdminBookings } from '#src/features/bookings/staff-contract.ts'
import { listAdminBookingMessages, sendAdminBookingMessage, sendSms } from '#src/features/messages/contract.ts'
import { type AnyCall, callUrl } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { adminLifetime } from '../sign-in/login-sessions.ts'
import { staffRules, users } from '../table.ts'
import { listAsAdmin } from './admins.ts'

let clock = new Date()
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ now: () => clock })
})
afterAll(() => t.close())
afterEach(() => {
  clock = new Date()
})

let made = 0
const anAdmin = () => aUser(t.deps, { name: `Desk ${++made}`, isAdmin: true })
type Admin = Awaited<ReturnType<typeof anAdmin>>

/** A browser: keeps its cookies, and sends the bearer of the person signed in. */
function aBrowser(token?: string) {
  const cookies: Record<string, string> = {}
  async function send(call: AnyCall, input: { params?: object; query?: object; body?: object } = {}) {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const { body: payload, ...address } = input
    const url = callUrl(call, address)
    const answer = await t.app.http.inject({ method: call.method, url, cookies, headers, ...(payload && { payload }) })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies }
  }
  const login = (email: string, name: string, code?: string) =>
    send(calls.adminLogin, { body: { email, name, ...(code && { code }) } })
  return { send, login, me: () => send(calls.adminMe) }
}

const mailsTo = (email: string) => t.sandbox.outbox.list().filter(({ to }) => to === email)
async function mailedCode(email: string): Promise<string> {
  await t.runJobs()
  return codeIn(mailsTo(email)[0]!.text)!
}

/** Goes through both steps. */
async function enter(admin: Admin) {
  const browser = aBrowser()
  await browser.login(admin.email, admin.name)
  await browser.login(admin.email, admin.name, await mailedCode(admin.email))
  return browser
}

test('e-mail and name, then the mailed code, open an admin session that calls of admins accept', async () => {
  const admin = await anAdmin()
  const browser = aBrowser()
  expect(await browser.login(` ${admin.email.toUpperCase()} `, admin.name.toLowerCase())).toMatchObject({
    status: 202,
    body: { codeRequired: true, outbox: '/dev/outbox' },
  })
  expect(await browser.me()).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
  const code = await mailedCode(admin.email)
  const entered = await browser.login(admin.email, admin.name, code)
  expect(entered).toMatchObject({ status: 200, body: { email: admin.email, name: admin.name } })
  expect(entered.cookies).toContainEqual(
    expect.objectContaining({ name: 'admin_session', httpOnly: true, sameSite: 'Lax', path: '/' }),
  )
  expect(await browser.me()).toMatchObject({ status: 200, body: { email: admin.email, name: admin.name } })
  expect((await browser.login(admin.email, admin.name, code)).status).toBe(400)
  expect((await aBrowser().me()).status).toBe(401)
})

test('everybody gets the same answer; a code goes to matching admins only, and works with the name only', async () => {
  const admin = await anAdmin()
  const player = await aUser(t.deps)
  const browser = aBrowser()
  const right = await browser.login(admin.email, admin.name)
  const code = await mailedCode(admin.email)
  for (const [email, name] of [
    [admin.email, 'Somebody'],
    [player.email, player.name],
    ['nobody@demo.test', 'Nobody'],
  ] as const) {
    expect(await aBrowser().login(email, name)).toMatchObject({ status: 202, body: right.body })
    await t.runJobs()
    expect(mailsTo(email)).toHaveLength(email === admin.email ? 1 : 0)
  }
  const refused = await browser.login(admin.email, 'Somebody', code)
  expect(refused).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
  expect((await aBrowser().login(admin.email, admin.name, code)).status).toBe(400)
  expect((await browser.login(admin.email, admin.name, code)).status).toBe(200)
})

test('an admin who is signed in enters at once, as nobody else', async () => {
  const [admin, another] = [await anAdmin(), await anAdmin()]
  const browser = aBrowser(admin.token)
  expect((await browser.login(another.email, another.name)).status).toBe(202)
  expect((await browser.login(admin.email, 'Somebody')).status).toBe(202)
  expect((await browser.login(admin.email, admin.name)).status).toBe(200)
  const player = await aUser(t.deps)
  expect((await aBrowser(player.token).login(player.email, player.name)).status).toBe(202)
})

test('an admin who changed their name may type either name', async () => {
  const admin = await anAdmin()
  await t.deps.db.update(users).set({ name: 'New Desk' }).where(eq(users.id, admin.id))
  for (const name of [admin.name, 'new desk'])
    expect((await aBrowser(admin.token).login(admin.email, name)).status).toBe(200)
})

test('an admin session never prolongs itself', async () => {
  const admin = await anAdmin()
  const browser = await enter(admin)
  expect((await browser.login(admin.email, admin.name)).status).toBe(202)
})

test('it lasts through a working day of 8 hours, used or not, and no longer', async () => {
  const browser = await enter(await anAdmin())
  const start = clock.getTime()
  clock = new Date(start + adminLifetime - 1000)
  expect((await browser.me()).status).toBe(200)
  clock = new Date(start + adminLifetime)
  expect((await browser.me()).status).toBe(401)
})

test('an admin listed without an account enters by the mailed code, and does what the admin area does only', async () => {
  const listed = { email: `listed${++made}@desk.test`, name: 'Night Desk' }
  await listAsAdmin(t.deps.db, listed)
  // A stranger's account by that e-mail neither opens the door nor shuts it.
  const stranger = await aUser(t.deps, { email: listed.email, emailVerified: false })
  expect((await aBrowser(stranger.token).me()).status).toBe(403)
  const browser = aBrowser()
  await browser.login(listed.email, listed.name)
  const entered = await browser.login(listed.email, 'night desk', await mailedCode(listed.email))
  expect(entered).toMatchObject({ status: 200, body: listed })
  expect(await browser.me()).toMatchObject({ status: 200, body: listed })

  const booking = await aBooking(t.deps)
  const params = { id: booking.id }
  const query = { adminEmail: listed.email }
  expect((await browser.send(listAdminBookings, { query })).body[0]).toMatchObject({ id: booking.id })
  const body = { content: 'We are here all night.' }
  const sent = await browser.send(sendAdminBookingMessage, { params, query, body })
  expect(sent).toMatchObject({ status: 200, body: { senderName: 'Night Desk', isAdmin: true, isMine: true } })
  expect((await browser.send(listAdminBookingMessages, { params, query })).body).toMatchObject([body])
  const acts = await t.call(listAudit, {}, (await aUser(t.deps, { isOwner: true })).token)
  expect(acts.body[0]).toMatchObject({ personName: 'Night Desk', door: 'admin-login', status: 200 })

  const sms = { body: { phone: '+12125550100', message: 'Hi' } }
  expect(await browser.send(sendSms, sms)).toMatchObject({ status: 403, body: { message: 'Admin Access Required' } })
  expect((await browser.send(calls.me)).status).toBe(401)
  await browser.send(calls.adminLogout)
  expect((await browser.me()).status).toBe(401)

  // A person who has proved to own the address, without a role, has an account that counts.
  await browser.login(listed.email, listed.name)
  const code = await mailedCode(listed.email)
  await t.deps.db.update(users).set({ emailVerifiedAt: clock }).where(eq(users.id, stranger.id))
  expect((await browser.login(listed.email, listed.name, code)).status).toBe(400)
})

test('while the owner demands a second step, an entry without account neither enters nor goes on: it needs an account first', async () => {
  const listed = { email: `listed${++made}@desk.test`, name: 'Day Desk' }
  await listAsAdmin(t.deps.db, listed)
  const browser = aBrowser()
  const enterByCode = async () => {
    await browser.login(listed.email, listed.name)
    return browser.login(listed.email, listed.name, await mailedCode(listed.email))
  }
  expect((await enterByCode()).status).toBe(200)
  await t.deps.db.insert(staffRules).values({ secondFactor: true })
  expect((await browser.me()).status).toBe(401)
  expect(await enterByCode()).toMatchObject({ status: 403, body: { reason: 'second-factor' } })
  await t.deps.db.delete(staffRules)
  expect((await browser.me()).status).toBe(200)
})

test('it ends with the role, and by logging out', async () => {
  const [admin, another] = [await anAdmin(), await anAdmin()]
  const [browser, second] = [await enter(admin), await enter(another)]
  await t.deps.db.update(users).set({ isAdmin: false }).where(eq(users.id, admin.id))
  expect((await browser.me()).status).toBe(401)
  expect((await browser.login(admin.email, admin.name)).status).toBe(202)
  expect(await second.send(calls.adminLogout)).toMatchObject({ status: 200, body: { ok: true } })
  expect((await second.me()).status).toBe(401)
})

test('beside somebody signed in it serves calls of admins, and `adminEmail` names who acts', async () => {
  const [admin, another] = [await anAdmin(), await anAdmin()]
  const player = await aUser(t.deps)
  for (const token of [player.token, another.token]) {
    const browser = aBrowser(token)
    await browser.login(admin.email, admin.name)
    await browser.login(admin.email, admin.name, await mailedCode(admin.email))
    const bookings = (adminEmail?: string) => browser.send(listAdminBookings, { query: { adminEmail } })
    expect((await bookings(admin.email.toUpperCase())).status).toBe(200)
    expect((await bookings()).status).toBe(200)
    expect((await bookings('boss@demo.test')).status).toBe(403)
    expect((await browser.send(calls.me)).body.user.email).not.toBe(admin.email)
  }
})

test('a foreign site cannot use it', async () => {
  const admin = await anAdmin()
  const { cookies } = await aBrowser(admin.token).login(admin.email, admin.name)
  const session = cookies.find(({ name }) => name === 'admin_session')!.value
  const logout = (origin: string) =>
    t.app.http.inject({
      method: 'POST',
      url: calls.adminLogout.path,
      headers: { origin },
      cookies: { admin_session: session },
    })
  expect((await logout('https://evil.example')).statusCode).toBe(403)
  const me = { method: 'GET', url: calls.adminMe.path, cookies: { admin_session: session } } as const
  expect((await t.app.http.inject(me)).statusCode).toBe(200)
  expect((await logout(t.deps.env.baseUrl)).statusCode).toBe(200)
  expect((await t.app.http.inject(me)).statusCode).toBe(401)
})

test('the admin area lists bookings, reads a thread and answers under the admin’s own name', async () => {
  const admin = await anAdmin()
  const browser = await enter(admin)
  const booking = await aBooking(t.deps)
  const query = { adminEmail: admin.email }
  const params = { id: booking.id }
  expect((await browser.send(listAdminBookings, { query })).body[0]).toMatchObject({ id: booking.id })
  const body = { content: 'We moved the server.', senderName: 'The Boss' }
  const sent = await browser.send(sendAdminBookingMessage, { params, query, body })
  expect(sent).toMatchObject({ status: 200, body: { senderName: admin.name, isAdmin: true } })
  expect((await browser.send(listAdminBookingMessages, { params, query })).body).toMatchObject([
    { content: 'We moved the server.', senderName: admin.name, isAdmin: true },
  ])
  const missing = { id: '00000000-0000-7000-8000-000000000000' }
  expect((await browser.send(listAdminBookingMessages, { params: missing, query })).status).toBe(404)
})
