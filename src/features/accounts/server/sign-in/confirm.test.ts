import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { adminLogin, changePassword, changeRole, login, logout, me } from '#src/features/accounts/contract.ts'
import { changeStaffRules, confirmIdentity, startFactor } from '#src/features/accounts/second-factor-contract.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { bookingDetails, decideClaim, exportBookings } from '#src/features/bookings/staff-contract.ts'
import { exportData } from '#src/features/privacy/contract.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { loginSessions } from '../table.ts'
import { renewToken } from './login-sessions.ts'

const minute = 60_000
let clock = new Date()
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ now: () => clock })
})
afterAll(() => t.close())

const wait = (milliseconds: number) => {
  clock = new Date(clock.getTime() + milliseconds)
}
const asksToConfirm = (by: string) => ({ status: 403, body: { reason: 'confirm', by } })
const exportCsv = async (headers: Record<string, string>) =>
  (await t.app.http.inject({ url: exportBookings.path, headers })).statusCode

test.each<[string, AnyCall, object]>([
  ['making an admin', changeRole, { body: { email: 'nobody@demo.test', role: 'admin', granted: true } }],
  ['demanding a second step', changeStaffRules, { body: { secondFactor: true } }],
  ['setting up a second step', startFactor, {}],
  ['the export of bookings', exportBookings, {}],
  ['the export of personal data', exportData, {}],
])('%s is refused ten minutes after login, and works again after confirming', async (_, call, input) => {
  const { token } = await aUser(t.deps, { isOwner: true })
  const asked = async (token: string) => {
    const { method, path: url } = call
    const { body: payload } = input as { body?: object }
    const headers = { authorization: `Bearer ${token}` }
    const answer = await t.app.http.inject({ method, url, headers, ...(payload && { payload }) })
    return answer.statusCode === 403 ? answer.json().reason : 'let through'
  }
  wait(10 * minute - 1)
  expect(await asked(token)).toBe('let through')
  wait(1)
  expect(await asked(token)).toBe('confirm')
  const confirmed = await t.call(confirmIdentity, { body: { password: demoPassword } }, token)
  expect(await asked(confirmed.body.token)).toBe('let through')
  wait(10 * minute)
  expect(await asked(confirmed.body.token)).toBe('confirm')
})

test('staff confirms before money goes back, not before a cancellation without refund; players never', async () => {
  const owner = await aUser(t.deps, { isOwner: true })
  const player = await aUser(t.deps)
  const [paid, late, own] = await Promise.all([
    aBooking(t.deps, { player }),
    aBooking(t.deps, { player, start: null }),
    aBooking(t.deps, { player }),
  ])
  const claimed = await aBooking(t.deps, { player, status: 'completed' })
  const [claim] = await t.deps.db.insert(guaranteeClaims).values({ bookingId: claimed.id, reason: '-' }).returning()
  wait(11 * minute)
  const refundOf = async (bookingId: string) =>
    (await t.call(bookingDetails, { params: { bookingId } }, owner.token)).body.refundNow
  const cancel = async (bookingId: string, token: string, refund: string) =>
    t.call(cancelBooking, { params: { bookingId }, body: { refund, askedByPlayer: true } }, token)
  const refund = await refundOf(paid.id)
  expect(Number(refund)).toBeGreaterThan(0)
  expect(await cancel(paid.id, owner.token, refund)).toMatchObject(asksToConfirm('password'))
  // Refused for what it is, not for who asks.
  expect(await cancel(late.id, owner.token, '0.00')).toMatchObject({ status: 409, body: { reason: 'refund-changed' } })
  expect((await cancel(own.id, player.token, await refundOf(own.id))).status).toBe(200)

  const decide = (decision: string, token: string) =>
    t.call(decideClaim, { params: { claimId: claim!.id }, body: { decision, reason: '' } }, token)
  expect(await decide('refunded', owner.token)).toMatchObject(asksToConfirm('password'))
  const { token } = (await t.call(confirmIdentity, { body: { password: demoPassword } }, owner.token)).body
  expect((await cancel(paid.id, token, refund)).status).toBe(200)
  expect((await decide('refunded', token)).status).toBe(200)
})

test('confirming takes the right password and gives the session a new token', async () => {
  const { token, email } = await aUser(t.deps)
  const wrong = await t.call(confirmIdentity, { body: { password: 'wrong-one' } }, token)
  expect(wrong).toMatchObject({ status: 400, body: { fields: { password: 'That is not your password' } } })
  expect((await t.call(confirmIdentity, { body: {} }, token)).status).toBe(400)
  const right = await t.call(confirmIdentity, { body: { password: demoPassword } }, token)
  expect(right).toMatchObject({ status: 200, body: { user: { email } } })
  expect(String(right.headers['set-cookie'])).toContain(`session=${right.body.token};`)
  expect((await t.call(me, {}, token)).status).toBe(401)
  expect((await t.call(me, {}, right.body.token)).status).toBe(200)
})

test('of two confirms at the same moment both are right, and get the same new token', async () => {
  const { token } = await aUser(t.deps)
  const confirm = () => t.call(confirmIdentity, { body: { password: demoPassword } }, token)
  // All three are let in before the first of them changes the token.
  const confirming = await t.deps.db.transaction(async (tx) => {
    await tx.execute(sql`lock table login_sessions in share mode`)
    const confirming = [confirm(), confirm(), confirm()]
    await untilWaiting(t.deps.db, 3)
    return { confirming }
  })
  const answers = await Promise.all(confirming.confirming)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
  expect((await t.call(me, {}, answers[0]!.body.token)).status).toBe(200)
  expect((await t.call(me, {}, token)).status).toBe(401)
})

test('logging out ends the session that a confirm just gave a new token', async () => {
  const { id, token } = await aUser(t.deps)
  const leaving = await t.deps.db.transaction(async (tx) => {
    const [own] = await tx.select({ id: loginSessions.id }).from(loginSessions).where(eq(loginSessions.userId, id))
    await renewToken(tx, { loginSessionId: own!.id, token }, clock)
    const leaving = t.call(logout, {}, token)
    await untilWaiting(t.deps.db)
    return { leaving }
  })
  expect((await leaving.leaving).status).toBe(200)
  expect(await t.deps.db.$count(loginSessions, eq(loginSessions.userId, id))).toBe(0)
})

test('with a second step it takes a code: the password is not enough', async () => {
  const user = await aUser(t.deps)
  const { codeAt } = await aSecondFactor(t.deps, user)
  wait(11 * minute)
  expect(await t.call(exportData, {}, user.token)).toMatchObject(asksToConfirm('code'))
  const byPassword = await t.call(confirmIdentity, { body: { password: demoPassword } }, user.token)
  expect(byPassword).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
  const byCode = await t.call(confirmIdentity, { body: { code: codeAt(clock) } }, user.token)
  expect((await t.call(exportData, {}, byCode.body.token)).status).toBe(200)
})

test('a new password confirms, another login of the account does not', async () => {
  const { token, email } = await aUser(t.deps)
  wait(11 * minute)
  await t.call(login, { body: { email, password: demoPassword } })
  expect(await t.call(exportData, {}, token)).toMatchObject(asksToConfirm('password'))
  const body = { currentPassword: demoPassword, password: 'new-secret', confirmPassword: 'new-secret' }
  const changed = await t.call(changePassword, { body }, token)
  expect((await t.call(exportData, {}, changed.body.token)).status).toBe(200)
})

test('an admin session confirms what opened it: an app’s code for ten minutes, the account’s session as long as that, a mailbox nothing', async () => {
  const admin = await aUser(t.deps, { isAdmin: true })
  const enter = async (body: object, headers: Record<string, string> = {}) => {
    const payload = { email: admin.email, name: admin.name, ...body }
    const { cookies } = await t.app.http.inject({ method: 'POST', url: adminLogin.path, headers, payload })
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  const enterByCode = async (more = {}) => {
    const cookie = await enter({})
    await t.runJobs()
    const mail = t.sandbox.outbox.list().find(({ subject }) => subject === 'Your admin login code')!
    return enter({ code: codeIn(mail.text!)!, ...more }, { cookie })
  }
  const byMailbox = await enterByCode()
  expect(await exportCsv({ cookie: byMailbox })).toBe(403)
  const bySession = () => enter({}, { authorization: `Bearer ${admin.token}` })
  expect(await exportCsv({ cookie: await bySession() })).toBe(200)
  const { codeAt } = await aSecondFactor(t.deps, admin)
  const byApp = await enterByCode({ factorCode: codeAt(clock) })
  expect(await exportCsv({ cookie: byApp })).toBe(200)
  wait(10 * minute)
  expect(await exportCsv({ cookie: byApp })).toBe(403)
  // The account's session is that old, too: entering with it proves nothing new.
  expect(await exportCsv({ cookie: await bySession() })).toBe(403)
})
