import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import * as calls from '#src/features/accounts/contract.ts'
import * as sessionCalls from '#src/features/accounts/login-sessions-contract.ts'
import { endLoginSessionsOf } from '#src/features/accounts/login-sessions-contract.ts'
import { startFactor, switchFactorOn } from '#src/features/accounts/second-factor-contract.ts'
import { openLoginSession } from '#src/features/accounts/server/accounts.ts'
import { listAsAdmin } from '#src/features/accounts/server/staff/admins.ts'
import { dropFactor } from '#src/features/accounts/server/staff/second-factor.ts'
import { loginSessions, users } from '#src/features/accounts/server/table.ts'
import { listAdminBookings, listBookings } from '#src/features/bookings/staff-contract.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { codeIn } from '../support/code-in.ts'

/** Ended means ended: whichever way somebody came in, and whatever ends it, all of it ends at once. */
let t: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  t = await startTestApp()
  owner = await aUser(t.deps, { isOwner: true })
})
afterAll(() => t.close())

/** A browser that keeps its cookies; `jar` are those it begins with. */
function aBrowser(jar = new Map<string, string>()) {
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ')
  async function send(call: AnyCall, payload?: object) {
    const { method, path: url } = call
    const answer = await t.app.http.inject({ method, url, headers: { cookie: cookie() }, ...(payload && { payload }) })
    for (const { name, value } of answer.cookies) jar.set(name, value)
    return answer.statusCode
  }
  /** Opens the live thread of a booking over a real socket. */
  const listen = (bookingId: string) =>
    fetch(`${t.url}/api/messages/live?bookingId=${bookingId}`, { headers: { cookie: cookie() } })
  /** Another one with the same cookies, or only that of this name: whatever this one is told, that one forgets nothing. */
  const copy = (only?: string) => aBrowser(new Map([...jar].filter(([name]) => !only || name === only)))
  return { send, listen, copy }
}
type Browser = ReturnType<typeof aBrowser>

const newPassword = 'brand-new-one'

async function mailedCode(email: string, subject: string): Promise<string> {
  await t.runJobs()
  const mail = t.sandbox.outbox.list().find((each) => each.to === email && each.subject === subject)!
  return codeIn(mail.text)!
}

async function resetPassword(browser: Browser, { email }: { email: string }) {
  const purpose = 'reset-password'
  await browser.send(calls.requestCode, { purpose, email })
  const code = await mailedCode(email, 'Set a new password')
  const passwords = { password: newPassword, confirmPassword: newPassword }
  expect(await browser.send(calls.redeemCode, { purpose, email, code, ...passwords })).toBe(200)
}

async function enterByCode(browser: Browser, { email, name }: { email: string; name: string }) {
  await browser.send(calls.adminLogin, { email, name })
  const code = await mailedCode(email, 'Your admin login code')
  expect(await browser.send(calls.adminLogin, { email, name, code })).toBe(200)
}

type Role = { isAdmin: boolean }

/** Somebody who is logged in nowhere. */
async function somebody(role: Role): Promise<Account> {
  const account = await aUser(t.deps, role)
  await t.deps.db.delete(loginSessions).where(eq(loginSessions.userId, account.id))
  return account
}

/** Who came in, and the password of then. */
type Entered = { account: Account; password: string }
const logIn = (browser: Browser, { email }: Account, code?: string) =>
  browser.send(calls.login, { email, password: demoPassword, code })

/** Each way in: somebody who holds the role comes in with a fresh browser. */
const waysIn: Record<string, (browser: Browser, role: Role) => Promise<Entered>> = {
  async login(browser, role) {
    const account = await somebody(role)
    await logIn(browser, account)
    return { account, password: demoPassword }
  },
  async 'login with a second step'(browser, role) {
    const account = await somebody(role)
    await logIn(browser, account, (await aSecondFactor(t.deps, account)).codeAt(new Date()))
    return { account, password: demoPassword }
  },
  async 'a recovery code'(browser, role) {
    const account = await somebody(role)
    await logIn(browser, account, (await aSecondFactor(t.deps, account)).recoveryCode)
    return { account, password: demoPassword }
  },
  async 'a password reset'(browser, role) {
    const account = await somebody(role)
    await resetPassword(browser, account)
    return { account, password: newPassword }
  },
  async 'signing up'(browser, role) {
    const person = { name: 'Newcomer', email: `${newId()}@demo.test`, password: newPassword }
    await browser.send(calls.signup, { ...person, confirmPassword: newPassword })
    const [row] = await t.deps.db.update(users).set(role).where(eq(users.email, person.email)).returning()
    return { account: { ...row!, emailVerified: false }, password: newPassword }
  },
  async 'the admin area from a session'(browser, role) {
    const { account, password } = await waysIn.login!(browser, role)
    const { email, name } = account
    expect(await browser.send(calls.adminLogin, { email, name })).toBe(200)
    return { account, password }
  },
  async 'the admin area by a mailed code'(browser, role) {
    const account = await somebody(role)
    await enterByCode(browser, account)
    return { account, password: demoPassword }
  },
}

/** What ends it: `desk` is another session of the account. */
type End = (browser: Browser, entered: Entered, desk: string) => Promise<unknown>
const waysToEnd: Record<string, End> = {
  logout: (browser) => browser.send(calls.logout),
  async 'end this device'(_, __, desk) {
    const listed = (await t.call(sessionCalls.listLoginSessions, {}, desk)).body.filter(({ isCurrent }) => !isCurrent)
    // The session that opened an admin area takes that along; else the area is a device of its own.
    const device = listed.find(({ isAdminArea }) => !isAdminArea) ?? listed[0]!
    return t.call(sessionCalls.endLoginSession, { params: { loginSessionId: device.id } }, desk)
  },
  'end all others': (_, __, desk) => t.call(sessionCalls.endOtherLoginSessions, {}, desk),
  'a changed password': (_, { password }, desk) => {
    const passwords = { currentPassword: password, password: 'yet-another-1', confirmPassword: 'yet-another-1' }
    return t.call(calls.changePassword, { body: passwords }, desk)
  },
  'a reset password': (_, { account }) => resetPassword(aBrowser(), account),
  'the role taken': (_, { account: { email } }) =>
    t.call(calls.changeRole, { body: { email, role: 'admin', granted: false } }, owner.token),
  'the account erased': (_, { password }, desk) => t.call(eraseAccount, { body: { password } }, desk),
  'the role granted': (_, { account: { email } }) =>
    t.call(calls.changeRole, { body: { email, role: 'admin', granted: true } }, owner.token),
  'the owner': (_, { account: { email } }) => t.call(endLoginSessionsOf, { body: { email } }, owner.token),
  async 'the second step switched on'(_, __, desk) {
    const { secret } = (await t.call(startFactor, {}, desk)).body
    const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
    return t.call(switchFactorOn, { body: { code } }, desk)
  },
  'the second step dropped by the operator': (_, { account: { email } }) => dropFactor(t.deps.db, email),
}

const isArea = (wayIn: string) => wayIn.startsWith('the admin area')
const isReset = (wayIn: string) => wayIn === 'a password reset'
const hasFactor = (wayIn: string) => ['login with a second step', 'a recovery code'].includes(wayIn)

/** Where an end is possible, if not everywhere. */
const possible: Record<string, (wayIn: string) => boolean> = {
  // Nobody deletes an account with a role: that goes first, and ends all.
  'the account erased': (wayIn) => !isArea(wayIn),
  // Both take a verified e-mail. Staff who set a password by mail set up no second step before an owner lets them.
  'the role granted': (wayIn) => !isArea(wayIn) && wayIn !== 'signing up',
  'the second step switched on': (wayIn) => !hasFactor(wayIn) && wayIn !== 'signing up' && !isReset(wayIn),
  'the second step dropped by the operator': hasFactor,
}
/** What only happens to somebody without the role. */
const toPlayers = ['the account erased', 'the role granted']

const doors = [calls.me, sessionCalls.listLoginSessions, listBookings, calls.adminMe, listAdminBookings]
const openDoors = async (browser: Browser) => {
  const open: AnyCall[] = []
  for (const door of doors) if ((await browser.send(door)) === 200) open.push(door)
  return open
}

describe.each(Object.entries(waysIn))('%s', (wayIn, enter) => {
  const ends = Object.entries(waysToEnd).filter(([end]) => possible[end]?.(wayIn) ?? true)

  test.each(ends)('is ended by %s, everywhere and at once', async (end, act) => {
    const browser = aBrowser()
    const entered = await enter(browser, { isAdmin: !toPlayers.includes(end) })
    const { account } = entered
    const desk = await openLoginSession(t.deps.db, account.id, t.deps.now(), { provedFactor: true })
    const booking = await aBooking(t.deps, { player: account, status: 'cancelled' })
    const thieves = [browser.copy(), browser.copy('admin_session')]
    const open = await Promise.all(thieves.map(openDoors))
    expect(open[0]).toContain(isArea(wayIn) ? calls.adminMe : calls.me)
    expect(open[1]!.length).toBe(isArea(wayIn) ? 3 : 0)
    const live = await thieves[0]!.listen(booking.id)
    expect(live.status).toBe(wayIn === 'the admin area by a mailed code' ? 401 : 200)

    await act(browser, entered, desk)
    for (const [i, thief] of thieves.entries())
      for (const door of open[i]!) expect(await thief.send(door), door.path).toBe(401)
    // Ends: otherwise this reads for five minutes.
    await live.text()
    expect((await thieves[0]!.listen(booking.id)).status).toBe(401)
  })
})

test('the admin area’s own logout ends it in every copy of the browser, and leaves the login', async () => {
  const browser = aBrowser()
  await waysIn['the admin area from a session']!(browser, { isAdmin: true })
  const thief = browser.copy('admin_session')
  expect(await openDoors(thief)).toContain(calls.adminMe)
  expect(await browser.send(calls.adminLogout)).toBe(200)
  expect(await openDoors(thief)).toEqual([])
  expect(await browser.send(calls.me)).toBe(200)
})

test('the admin area of an entry without account is ended by logging out, and when the address proves to be somebody’s', async () => {
  const entry = { email: `${newId()}@desk.test`, name: 'Night Desk' }
  await listAsAdmin(t.deps.db, entry)
  const [first, second] = [aBrowser(), aBrowser()]
  for (const browser of [first, second]) await enterByCode(browser, entry)
  // Somebody who only claims the address ends nothing.
  const { id, token } = await aUser(t.deps, { email: entry.email, emailVerified: false })
  expect((await t.call(sessionCalls.listLoginSessions, {}, token)).body).toHaveLength(1)
  await t.call(sessionCalls.endOtherLoginSessions, {}, token)

  const thief = first.copy()
  await first.send(calls.logout)
  expect(await openDoors(thief)).toEqual([])
  expect(await openDoors(second)).toEqual([calls.adminMe, listAdminBookings])
  await t.deps.db.update(users).set({ emailVerifiedAt: t.deps.now(), isAdmin: true }).where(eq(users.id, id))
  expect(await openDoors(second)).toEqual([])
})
