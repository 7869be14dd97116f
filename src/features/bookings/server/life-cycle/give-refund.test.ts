import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { giveRefund } from '#src/features/bookings/staff-contract.ts'
import { sessionStory } from '#src/features/sessions/story-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { bookings } from '../table.ts'

let app: TestApp
let staff: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  staff = await aUser(app.deps, { isAdmin: true })
})
afterAll(() => app.close())

const start = starts[40]!
const reason = 'Your coach came late.'

async function aPaidSession() {
  const player = await aUser(app.deps)
  const { id, paymentId } = await aPaidBookingFor(app, player.token, start)
  const params = { bookingId: id }
  return {
    player,
    params,
    give: (amount: string, idempotencyKey = newId()) =>
      app.call(giveRefund, { params, body: { amount, reason, idempotencyKey } }, staff.token),
    sent: async () => {
      await app.runJobs()
      const amounts = app.sandbox.ledger.refunds(paymentId!).map(({ amount }) => amount)
      return amounts.sort((a, b) => a - b)
    },
    row: async () => (await app.deps.db.select().from(bookings).where(eq(bookings.id, id)))[0]!,
    mails: () =>
      app.sandbox.outbox.list().filter(({ to, subject }) => to.includes(player.email) && / back: /.test(subject)),
  }
}

test('is given once however often it is sent, and never more than is left', async () => {
  const { give, sent, row, mails, params } = await aPaidSession()
  const key = newId()
  const answers = await Promise.all([give('10.00', key), give('10.00', key)])
  answers.push(await give('12.00', key))
  // What it gave the first time, not what the repeat says.
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { amount: '10.00' } })
  expect(await sent()).toEqual([1000])
  expect(mails()).toHaveLength(1)
  expect(mails()[0]!.text).toContain(`“${reason}”`)

  const tooMuch = await give('19.01')
  expect(tooMuch).toMatchObject({ status: 400, body: { fields: { amount: 'At most $19 is left to refund.' } } })
  expect((await give('0')).status).toBe(400)
  const two = await Promise.all([give('19.00'), give('19.00')])
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await sent()).toEqual([1000, 1900])
  expect(await row()).toMatchObject({ status: 'confirmed', refundDue: basic.cents, refunded: basic.cents })

  const { events } = (await app.call(sessionStory, { params, query: {} }, staff.token)).body
  expect(events.filter(({ kind }) => kind === 'refund')).toMatchObject([
    { name: staff.name, words: reason, amount: '10.00' },
    { name: staff.name, words: reason, amount: '19.00' },
  ])
})

test('lowers what cancelling gives back, and can come after a cancellation', async () => {
  const { give, sent, player, params } = await aPaidSession()
  await give('10.00')
  const cancel = (refund: string) => app.call(cancelBooking, { params, body: { refund } }, player.token)
  expect(await cancel(basic.decimal)).toMatchObject({ status: 409, body: { refund: '19.00' } })
  expect((await cancel('19.00')).status).toBe(200)
  expect(await give('1.00')).toMatchObject({ status: 409, body: { message: 'Nothing is left to refund.' } })
  expect(await sent()).toEqual([1000, 1900])
})

test('two sessions at once with one key: one refund, and a refusal that names the key', async () => {
  const [one, other] = [await aPaidSession(), await aPaidSession()]
  const key = newId()
  const answers = await Promise.all([one.give('1.00', key), other.give('1.00', key)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const refused = answers.find(({ status }) => status === 400)
  expect(refused).toMatchObject({ body: { fields: { idempotencyKey: expect.any(String) } } })
})

test('waits while the bank decides, and a key that named another refund is refused', async () => {
  const [one, other] = [await aPaidSession(), await aPaidSession()]
  const key = newId()
  expect((await one.give('1.00', key)).status).toBe(200)
  expect(await other.give('1.00', key)).toMatchObject({
    status: 400,
    body: { fields: { idempotencyKey: expect.any(String) } },
  })
  await app.deps.db.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, one.params.bookingId))
  expect((await one.give('1.00')).status).toBe(409)
  expect([await one.sent(), await other.sent()]).toEqual([[100], []])
})
