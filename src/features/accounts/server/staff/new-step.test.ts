import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser } from '#src/demo/a-user.ts'
import { login } from '#src/features/accounts/contract.ts'
import * as calls from '#src/features/accounts/second-factor-contract.ts'
import { listBookings } from '#src/features/bookings/staff-contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import { resetByMail } from '#tests/support/reset-by-mail.ts'
import { staffRules, users } from '../table.ts'
import { dropFactor } from './second-factor.ts'

/** A mailbox is no second step: what staff without one can do after a new password by mail. */
let clock = new Date()
const t = await startTestApp({ now: () => clock })
afterAll(() => t.close())
beforeEach(async () => {
  clock = new Date()
  await t.deps.db.update(users).set({ isOwner: false, isAdmin: false })
  await t.deps.db.delete(staffRules)
  await t.deps.db.insert(staffRules).values({ secondFactor: true })
})

const password = 'from-the-mailbox'

/** Somebody who reads the mailbox of staff, and is in by a new password. */
async function thiefOf({ email }: { email: string }): Promise<string> {
  const { token } = (await resetByMail(t, email, password)).json<{ token: string }>()
  return token
}

/** Sets up a second step with one's own app; gives the status of the first refusal, or 200. */
async function setUp(token: string): Promise<number> {
  const started = await t.call(calls.startFactor, {}, token)
  if (started.status !== 200) return started.status
  const code = TOTP.generate({ secret: Secret.fromBase32(started.body.secret), timestamp: clock.getTime() })
  return (await t.call(calls.switchFactorOn, { body: { code } }, token)).status
}

async function anOwner() {
  const owner = await aUser(t.deps, { isOwner: true })
  await aSecondFactor(t.deps, owner)
  return owner
}

const answer = (token: string, accountId: string, allowed: boolean) =>
  t.call(calls.answerForStep, { body: { accountId, allowed } }, token)

test('a mailbox alone gets no second step, and so no role, until another owner lets it; all staff are told', async () => {
  const owner = await anOwner()
  const admin = await aUser(t.deps, { isAdmin: true })
  const token = await thiefOf(admin)
  expect(await setUp(token)).toBe(409)
  expect((await t.call(listBookings, {}, token)).status).toBe(403)
  expect((await t.call(calls.factorState, {}, token)).body).toMatchObject({ isOn: false, wait: { until: null } })
  await t.runJobs()
  for (const { email } of [owner, admin])
    expect(t.sandbox.outbox.list().filter(({ to }) => to === email)).toContainEqual(
      expect.objectContaining({ subject: `${admin.name} set a new password by mail` }),
    )

  clock = new Date(clock.getTime() + 25 * 3_600_000)
  const again = (await t.call(login, { body: { email: admin.email, password } })).body.token
  expect(await setUp(again)).toBe(409)
  clock = new Date(clock.getTime() - 25 * 3_600_000)
  expect((await answer(owner.token, admin.id, true)).body).toEqual({ name: admin.name })
  expect(await setUp(token)).toBe(200)
  expect((await t.call(listBookings, {}, token)).status).toBe(200)
})

test('staff read by the mail’s link who waits, and of nobody else', async () => {
  const owner = await anOwner()
  const waiting = await aUser(t.deps, { name: 'Rimshot', isAdmin: true })
  const read = (accountId: string, token = owner.token) => t.call(calls.findWaiting, { params: { accountId } }, token)
  expect((await read(waiting.id)).status).toBe(404)
  const token = await thiefOf(waiting)
  expect(await read(waiting.id)).toMatchObject({ status: 200, body: { name: 'Rimshot', email: waiting.email } })
  expect((await read(owner.id)).status).toBe(404)
  expect((await read(waiting.id, token)).status).toBe(403)
})

test('no admin says yes, nobody for oneself, and nobody for who does not wait', async () => {
  const owner = await anOwner()
  const admin = await aUser(t.deps, { isAdmin: true })
  await aSecondFactor(t.deps, admin)
  const waiting = await aUser(t.deps, { isAdmin: true })
  const token = await thiefOf(waiting)
  expect((await answer(admin.token, waiting.id, true)).status).toBe(403)
  expect((await answer(token, waiting.id, true)).status).toBe(403)
  expect((await answer(owner.token, owner.id, true)).status).toBe(403)
  expect((await answer(owner.token, admin.id, true)).status).toBe(404)
})

test('a sole owner waits a day, which an admin can stop', async () => {
  for (const isStopped of [false, true]) {
    await t.deps.db.update(users).set({ isOwner: false, isAdmin: false })
    const owner = await aUser(t.deps, { isOwner: true })
    const admin = await aUser(t.deps, { isAdmin: true })
    await aSecondFactor(t.deps, admin)
    const token = await thiefOf(owner)
    expect(await setUp(token)).toBe(409)
    const until = new Date(clock.getTime() + 24 * 3_600_000).toISOString()
    expect((await t.call(calls.factorState, {}, token)).body).toMatchObject({ wait: { until } })
    if (isStopped) {
      expect((await answer(admin.token, owner.id, false)).status).toBe(200)
      // Nor does the thief start the day anew.
      clock = new Date(clock.getTime() + 61_000)
      await thiefOf(owner)
    }
    clock = new Date(clock.getTime() + 24 * 3_600_000)
    const again = (await t.call(login, { body: { email: owner.email, password } })).body.token
    expect(await setUp(again)).toBe(isStopped ? 409 : 200)
    // It is too late then, and said so. (The admin's log-in is of the day before.)
    clock = new Date(clock.getTime() - 24 * 3_600_000)
    if (!isStopped) expect((await answer(admin.token, owner.id, false)).status).toBe(409)
  }
})

test('the operator of the server lets them without an owner, and ends what was open', async () => {
  await anOwner()
  const admin = await aUser(t.deps, { isAdmin: true })
  const token = await thiefOf(admin)
  await dropFactor(t.deps.db, admin.email)
  expect((await t.call(calls.factorState, {}, token)).status).toBe(401)
  const again = (await t.call(login, { body: { email: admin.email, password } })).body.token
  expect(await setUp(again)).toBe(200)
})

test('a player who sets a new password by mail waits for nobody', async () => {
  expect(await setUp(await thiefOf(await aUser(t.deps)))).toBe(200)
})
