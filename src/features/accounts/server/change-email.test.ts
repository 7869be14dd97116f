import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { changeEmail, login, me } from '#src/features/accounts/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp } from '#tests/support/app.ts'
import { codeBrowsers } from '#tests/support/code-browsers.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { starts } from '#tests/support/starts.ts'

/** Somebody mistyped their e-mail when they signed up, and gives the right one. */
const t = await startTestApp()
const { aBrowser, mailsTo, mailedCode } = codeBrowsers(t)
afterAll(() => t.close())

const password = demoPassword
let player: Awaited<ReturnType<typeof aUser>>
let email: string
let browser: ReturnType<typeof aBrowser>
beforeEach(async () => {
  player = await aUser(t.deps, { emailVerified: false })
  email = `right-${newId()}@demo.test`
  browser = aBrowser(player.token)
})
const change = (body: object) => browser.send(changeEmail.path, { email, password, ...body })

test('the code mailed to the new e-mail makes it the account’s, verified; the old one opens nothing any more', async () => {
  expect(await change({})).toMatchObject({ status: 202 })
  const code = await mailedCode(email)
  expect((await t.call(me, {}, player.token)).body.user.email).toBe(player.email)
  expect(await change({ code })).toMatchObject({ status: 200, body: { user: { email, emailVerified: true } } })
  expect((await t.call(login, { body: { email, password } })).status).toBe(200)
  expect((await t.call(login, { body: { email: player.email, password } })).status).toBe(401)
  expect(await change({ code })).toMatchObject({ status: 409 })
})

test('bookings follow, and the confirmation of each session ahead comes with its invite', async () => {
  const coach = await aCoach(t.deps)
  const [ahead, elsewhere, over] = [
    await aPaidBookingFor(t, player.token, starts[30]!, { coachId: coach.id }),
    await aPaidBookingFor(t, player.token, starts[34]!, { coachId: coach.id }),
    await aPaidBookingFor(t, player.token, starts[38]!, { coachId: coach.id }),
  ]
  await t.deps.db.update(bookings).set({ customerEmail: 'parent@demo.test' }).where(eq(bookings.id, elsewhere.id))
  await t.deps.db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, over.id))
  await change({})
  await change({ code: await mailedCode(email) })
  await t.runJobs()
  const kept = await t.deps.db
    .select()
    .from(bookings)
    .where(eq(bookings.playerId, player.id))
    .orderBy(bookings.startsAt)
  expect(kept.map(({ id, customerEmail }) => [id, customerEmail])).toEqual([
    [ahead.id, email],
    [elsewhere.id, 'parent@demo.test'],
    [over.id, email],
  ])
  const confirmations = mailsTo(email).filter(({ subject }) => subject.startsWith("You're booked"))
  expect(confirmations.map(({ text }) => text.includes(ahead.number))).toEqual([true])
})

test('a wrong password, the same e-mail, one that has an account and a verified account change nothing', async () => {
  const other = await aUser(t.deps)
  expect
    .soft(await change({ password: 'wrong-one' }))
    .toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
  expect
    .soft(await change({ email: player.email }))
    .toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } })
  expect.soft(await change({ email: other.email })).toMatchObject({ status: 409 })
  const proven = aBrowser(other.token)
  expect.soft(await proven.send(changeEmail.path, { email, password })).toMatchObject({ status: 409 })
  await t.runJobs()
  expect(mailsTo(email)).toEqual([])
})

test('whoever signs up with the new e-mail meanwhile keeps it', async () => {
  await change({})
  const code = await mailedCode(email)
  await aUser(t.deps, { email })
  expect(await change({ code })).toMatchObject({ status: 409 })
  expect((await t.call(me, {}, player.token)).body.user.email).toBe(player.email)
})
