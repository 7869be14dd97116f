import { eq } from 'drizzle-orm'
import { Secret, type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { login, me } from '#src/features/accounts/contract.ts'
import * as calls from '#src/features/accounts/second-factor-contract.ts'
import { exportData } from '#src/features/privacy/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { recoveryCodes, secondFactors } from '../table.ts'

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
const logIn = (email: string, code?: string, password = demoPassword) =>
  t.call(login, { body: { email, password, code } })
const codeRequired = { status: 202, body: { codeRequired: true } }
const wrongCode = {
  status: 400,
  body: { fields: { code: 'That code is not right, or it was used already.' } },
}
const subjectsTo = async (email: string) => {
  await t.runJobs()
  return t.sandbox.outbox.list().flatMap((mail) => (mail.to === email ? [mail.subject] : []))
}

test('setting up: a key for the app, a code of it, ten recovery codes; other sessions end, and a mail says so', async () => {
  const admin = await aUser(t.deps, { isAdmin: true })
  const other = (await logIn(admin.email)).body.token
  const started = (await t.call(calls.startFactor, {}, admin.token)).body
  const app = URI.parse(started.uri) as TOTP
  expect(app).toMatchObject({ issuer: 'Level Up', label: admin.email, digits: 6, period: 30 })
  expect(app.secret.base32).toBe(started.secret)
  expect(app.secret.bytes).toHaveLength(20)
  // Nobody is asked for a code before one was seen.
  expect((await logIn(admin.email)).status).toBe(200)
  expect((await t.call(calls.factorState, {}, admin.token)).body).toMatchObject({ isOn: false })

  const switchOn = (code: string) => t.call(calls.switchFactorOn, { body: { code } }, admin.token)
  expect(await switchOn(app.generate({ timestamp: clock.getTime() - 5 * minute }))).toMatchObject(wrongCode)
  const { status, body } = await switchOn(app.generate({ timestamp: clock.getTime() }))
  expect(status).toBe(200)
  expect(new Set(body.recoveryCodes).size).toBe(10)
  for (const code of body.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/)
  expect((await t.call(calls.factorState, {}, admin.token)).body).toEqual({
    isOn: true,
    wait: null,
    recoveryCodesLeft: 10,
    isDemanded: false,
  })
  expect((await t.call(me, {}, other)).status).toBe(401)
  expect(await subjectsTo(admin.email)).toEqual(['Your second step is on'])
  // A key once on is not replaced behind its owner's back.
  expect((await t.call(calls.startFactor, {}, admin.token)).status).toBe(409)
  const stored = JSON.stringify(await t.deps.db.select().from(recoveryCodes))
  expect(stored).not.toContain(body.recoveryCodes[0]!.replaceAll('-', ''))
})

test('logging in then takes a code: without one nothing opens, and a wrong password is told first', async () => {
  const { codeAt, email } = await somebody()
  expect(await logIn(email)).toMatchObject(codeRequired)
  expect((await logIn(email)).headers['set-cookie']).toBeUndefined()
  expect((await logIn(email, codeAt(clock), 'wrong-one')).status).toBe(401)
  expect(await logIn(email, '000000')).toMatchObject(wrongCode)
  expect((await logIn(email, '12')).status).toBe(400)
  const right = await logIn(email, `${codeAt(clock).slice(0, 3)} ${codeAt(clock).slice(3)}`)
  expect(right).toMatchObject({ status: 200, body: { user: { email } } })
  expect((await t.call(me, {}, right.body.token)).status).toBe(200)
})

test('a code works once, and none older than the last one used', async () => {
  const { codeAt, email } = await somebody()
  const [before, now, after] = [-30_000, 0, 30_000].map((shift) => codeAt(new Date(clock.getTime() + shift)))
  expect((await logIn(email, now)).status).toBe(200)
  expect(await logIn(email, now)).toMatchObject(wrongCode)
  expect(await logIn(email, before)).toMatchObject(wrongCode)
  expect((await logIn(email, after)).status).toBe(200)
})

test('of twenty logins with one code at the same moment, one gets in', async () => {
  const { codeAt, email, id } = await somebody()
  const code = codeAt(clock)
  // Five tries would stop most of them before: this is about those that pass.
  await t.deps.db.update(secondFactors).set({ tries: -20 }).where(eq(secondFactors.userId, id))
  const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(email, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a code counts half a minute early or late, for clocks that are off, and no longer', async () => {
  const { codeAt, email } = await somebody()
  const at = (shift: number) => logIn(email, codeAt(new Date(clock.getTime() + shift)))
  expect(await at(-61_000)).toMatchObject(wrongCode)
  expect(await at(61_000)).toMatchObject(wrongCode)
  expect((await at(-30_000)).status).toBe(200)
})

test('after five wrong codes none works for 15 minutes, not even the right one; other accounts go on', async () => {
  const { codeAt, email } = await somebody()
  const other = await somebody()
  for (let i = 0; i < 5; i++) expect((await logIn(email, `00000${i}`)).status).toBe(400)
  expect((await logIn(email, codeAt(clock))).status).toBe(429)
  expect((await logIn(other.email, other.codeAt(clock))).status).toBe(200)
  wait(14 * minute)
  expect((await logIn(email, codeAt(clock))).status).toBe(429)
  wait(minute + 1)
  expect((await logIn(email, codeAt(clock))).status).toBe(200)
  for (let i = 0; i < 5; i++) expect((await logIn(email, `00000${i}`)).status).toBe(400)
})

test('a recovery code stands in for the app, once and only for its account, and a mail says so', async () => {
  const { recoveryCode, email, token } = await somebody()
  const other = await somebody()
  expect(await logIn(other.email, recoveryCode)).toMatchObject(wrongCode)
  const typed = recoveryCode.toLowerCase().replace(/(.{6})/g, '$1-')
  expect((await logIn(email, typed.slice(0, -1))).status).toBe(200)
  expect(await logIn(email, recoveryCode)).toMatchObject(wrongCode)
  expect((await t.call(calls.factorState, {}, token)).body).toMatchObject({ recoveryCodesLeft: 0 })
  expect(await subjectsTo(email)).toEqual(['A recovery code was used'])
})

test('switching off takes the password and a code, and logging in the password again', async () => {
  const { codeAt, email, token } = await somebody()
  const switchOff = (password: string, code: string) =>
    t.call(calls.switchFactorOff, { body: { password, code } }, token)
  expect(await switchOff('wrong-one', codeAt(clock))).toMatchObject({
    status: 400,
    body: { fields: { password: /not/ } },
  })
  expect(await switchOff(demoPassword, '000000')).toMatchObject(wrongCode)
  expect(await logIn(email)).toMatchObject(codeRequired)
  expect((await switchOff(demoPassword, codeAt(clock))).status).toBe(200)
  expect((await logIn(email)).status).toBe(200)
  expect((await t.call(calls.factorState, {}, token)).body).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
  expect(await subjectsTo(email)).toEqual(['Your second step is off'])
})

test('neither key nor recovery codes are in the export', async () => {
  const { id, token } = await somebody()
  const text = JSON.stringify((await t.call(exportData, {}, token)).body)
  const [{ secret } = { secret: '' }] = await t.deps.db.select().from(secondFactors).where(eq(secondFactors.userId, id))
  expect(text).toContain('"secondFactor":{"onSince":')
  expect(text).not.toContain(Secret.fromBase32(secret).base32)
})

/** An account with a second step, signed in. */
async function somebody(roles: { isOwner?: boolean; isAdmin?: boolean } = {}) {
  const user = await aUser(t.deps, roles)
  return { ...user, ...(await aSecondFactor(t.deps, user)) }
}
