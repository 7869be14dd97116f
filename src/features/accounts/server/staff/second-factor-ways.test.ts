import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { adminLogin, adminMe, listRoles, login, me } from '#src/features/accounts/contract.ts'
import { listLoginSessions } from '#src/features/accounts/login-sessions-contract.ts'
import * as calls from '#src/features/accounts/second-factor-contract.ts'
import { exportBookings, listBookings } from '#src/features/bookings/staff-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { codeIn } from '#tests/support/code-in.ts'
import { resetByMail } from '#tests/support/reset-by-mail.ts'
import { staffRules } from '../table.ts'
import { dropFactor } from './second-factor.ts'

const clock = new Date()
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ now: () => clock })
})
afterAll(() => t.close())
const logIn = (email: string, code?: string, password = demoPassword) =>
  t.call(login, { body: { email, password, code } })
const codeRequired = { status: 202, body: { codeRequired: true } }
const wrongCode = {
  status: 400,
  body: { fields: { code: 'That code is not right, or it was used already.' } },
}

const resetPassword = (email: string, password: string) => resetByMail(t, email, password)

test('a new password by a mailed code opens no session: the second step stays', async () => {
  const { email, codeAt } = await somebody()
  const password = 'brand-new-one'
  const answer = await resetPassword(email, password)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ user: expect.objectContaining({ email }) })
  expect(answer.headers['set-cookie']).not.toContain('session=')
  expect(await logIn(email, undefined, password)).toMatchObject(codeRequired)
  expect((await logIn(email, codeAt(clock), password)).status).toBe(200)
})

test('nobody sets one up for an e-mail that they have not verified', async () => {
  const { token } = await aUser(t.deps, { emailVerified: false })
  const refused = { status: 409, body: { message: expect.stringContaining('verify your e-mail') } }
  expect(await t.call(calls.startFactor, {}, token)).toMatchObject(refused)
  expect(await t.call(calls.switchFactorOn, { body: { code: '123456' } }, token)).toMatchObject(refused)
})

test('the second step of a stranger who took an unproved e-mail no longer keeps its owner out', async () => {
  const { id, email } = await aUser(t.deps, { emailVerified: false })
  await aSecondFactor(t.deps, { id })
  expect((await resetPassword(email, 'the-owner-of-it')).json()).toMatchObject({ token: expect.any(String) })
  expect((await logIn(email, undefined, 'the-owner-of-it')).status).toBe(200)
})

test.each([{ isOwner: true }, { isAdmin: true }])(
  'a reset takes it off nobody on the team, verified or not: %o',
  async (role) => {
    const { id, email } = await aUser(t.deps, { ...role, emailVerified: false })
    const { codeAt } = await aSecondFactor(t.deps, { id })
    const password = 'from-the-mailbox'
    expect((await resetPassword(email, password)).json()).toEqual({ user: expect.objectContaining({ email }) })
    expect(await logIn(email, undefined, password)).toMatchObject(codeRequired)
    expect((await logIn(email, codeAt(clock), password)).status).toBe(200)
  },
)

/** A browser at the door of the admin area, with the code that was mailed to the admin. */
async function atAdminDoor({ email, name }: { email: string; name: string }) {
  const cookies: Record<string, string> = {}
  async function send(body: object) {
    const payload = { email, name, ...body }
    const answer = await t.app.http.inject({ method: 'POST', url: adminLogin.path, cookies, payload })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return { status: answer.statusCode, body: answer.json() }
  }
  await send({})
  await t.runJobs()
  const mail = t.sandbox.outbox.list().find(({ to, subject }) => to === email && subject === 'Your admin login code')!
  const code = codeIn(mail.text!)!
  const get = async (url: string) => (await t.app.http.inject({ url, cookies })).statusCode
  return { enter: (factorCode?: string) => send({ code, factorCode }), get }
}

test('the admin area asks for it, too: the mailed code alone opens nothing', async () => {
  const admin = await somebody({ isAdmin: true })
  const door = await atAdminDoor(admin)
  expect(await door.enter()).toEqual({ status: 202, body: { factorRequired: true } })
  expect(await door.get(adminMe.path)).toBe(401)
  expect(await door.enter('000000')).toMatchObject({ status: 400, body: { fields: { factorCode: /not right/ } } })
  expect(await door.get(exportBookings.path)).toBe(401)
  expect((await door.enter(admin.codeAt(clock))).status).toBe(200)
  expect(await door.get(adminMe.path)).toBe(200)
  expect(await door.get(exportBookings.path)).toBe(200)

  const another = await atAdminDoor(admin)
  expect((await another.enter(admin.recoveryCode)).status).toBe(200)
  expect(await another.get(adminMe.path)).toBe(200)
})

test('an admin area that was open without it, is so no longer once it is on', async () => {
  const admin = await aUser(t.deps, { isAdmin: true })
  const door = await atAdminDoor(admin)
  await door.enter()
  expect(await door.get(adminMe.path)).toBe(200)
  await aSecondFactor(t.deps, admin)
  expect(await door.get(adminMe.path)).toBe(401)
})

test('the operator of the server can let in somebody who lost phone and codes: by password, all sessions end', async () => {
  const { email, token, recoveryCode } = await somebody()
  await dropFactor(t.deps.db, ` ${email.toUpperCase()}`)
  expect((await t.call(me, {}, token)).status).toBe(401)
  const again = await logIn(email)
  expect(again.status).toBe(200)
  await expect(dropFactor(t.deps.db, email)).rejects.toThrow(email)
  // A recovery code of then is none of the next key's.
  const { secret } = (await t.call(calls.startFactor, {}, again.body.token)).body
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.getTime() })
  await t.call(calls.switchFactorOn, { body: { code } }, again.body.token)
  expect(await logIn(email, recoveryCode)).toMatchObject(wrongCode)
})

test('the owner can require it of the team: staff without it have no staff rights until it is set up', async () => {
  const owner = await somebody({ isOwner: true })
  const admin = await aUser(t.deps, { isAdmin: true })
  const player = await aUser(t.deps)
  const earlier = await atAdminDoor(admin)
  expect((await earlier.enter()).status).toBe(200)
  const demand = (secondFactor: boolean, token: string) =>
    t.call(calls.changeStaffRules, { body: { secondFactor } }, token)
  // An owner who has none would shut out themselves.
  const careless = await aUser(t.deps, { isOwner: true })
  expect((await demand(true, careless.token)).status).toBe(409)
  expect(await demand(true, owner.token)).toMatchObject({ status: 200, body: { secondFactor: true } })
  try {
    for (const [call, { token }] of [
      [listBookings, admin],
      [listBookings, careless],
      [listRoles, careless],
    ] as const)
      expect(await t.call(call, {}, token)).toMatchObject({
        status: 403,
        body: { reason: 'second-factor', message: expect.stringContaining('account page') },
      })
    // They are still known as who they are, and can do what players can.
    expect((await t.call(me, {}, admin.token)).body.user).toMatchObject({ isAdmin: true })
    expect((await t.call(listLoginSessions, {}, admin.token)).status).toBe(200)
    expect((await t.call(calls.factorState, {}, admin.token)).body).toMatchObject({ isOn: false, isDemanded: true })
    expect((await t.call(calls.factorState, {}, player.token)).body).toMatchObject({ isDemanded: false })
    // Nor does the admin area's door open: not to the account's session, and not to a mailed code.
    const refused = { status: 403, body: { reason: 'second-factor', message: expect.stringContaining('account page') } }
    const who = { email: admin.email, name: admin.name }
    expect(await t.call(adminLogin, { body: who }, admin.token)).toMatchObject(refused)
    expect(await (await atAdminDoor(admin)).enter()).toMatchObject(refused)
    expect(await earlier.get(adminMe.path)).toBe(403)

    const { secret } = (await t.call(calls.startFactor, {}, admin.token)).body
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.getTime() })
    expect((await t.call(calls.switchFactorOn, { body: { code } }, admin.token)).status).toBe(200)
    expect((await t.call(listBookings, {}, admin.token)).status).toBe(200)
    expect((await t.call(listBookings, {}, owner.token)).status).toBe(200)
    expect((await t.call(listRoles, {}, owner.token)).body).toContainEqual(
      expect.objectContaining({ id: admin.id, hasSecondFactor: true }),
    )
    expect((await demand(false, owner.token)).body).toEqual({ secondFactor: false })
    expect((await t.call(listBookings, {}, careless.token)).status).toBe(200)
  } finally {
    await t.deps.db.delete(staffRules)
  }
})

/** An account with a second step, signed in. */
async function somebody(roles: { isOwner?: boolean; isAdmin?: boolean } = {}) {
  const user = await aUser(t.deps, roles)
  return { ...user, ...(await aSecondFactor(t.deps, user)) }
}
