import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ rateLimits: 'on' })
})
afterAll(() => app.close())

const mailsTo = async (email: string) => {
  await app.runJobs()
  return app.sandbox.outbox.list().filter(({ to }) => to.includes(email))
}
function move(bookingId: string, start: (typeof starts)[number], token: string) {
  const body = { selectedDate: start.date, selectedTime: start.time }
  return app.call(calls.moveBooking, { params: { bookingId }, body }, token)
}

test('a player moves one session 5 times a day, the team as often as needed', async () => {
  const [player, staff] = [await aUser(app.deps), await aUser(app.deps, { isAdmin: true })]
  const { id } = await aBooking(app.deps, { player, start: starts[0]! })
  for (const start of starts.slice(1, 6)) expect((await move(id, start, player.token)).status).toBe(200)
  const message = 'You have moved this session 5 times in 24 hours. Please write to our team to move it again.'
  expect(await move(id, starts[6]!, player.token)).toMatchObject({ status: 409, body: { message } })
  expect((await move(id, starts[6]!, staff.token)).status).toBe(200)
})

test('a player cancels 5 sessions with money back a day, also when many are cancelled at once', async () => {
  const player = await aUser(app.deps)
  const coach = await aCoach(app.deps)
  const booked = []
  for (const start of starts.filter((_, i) => i % 3 === 0).slice(0, 7))
    booked.push(await aBooking(app.deps, { player, coach, start }))
  const cancel = (bookingId: string) =>
    app.call(calls.cancelBooking, { params: { bookingId }, body: { refund: basic.decimal } }, player.token)
  const answers = await Promise.all(booked.map(({ id }) => cancel(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409])
  const message = 'You have cancelled 5 sessions in 24 hours. Please write to our team to cancel this one.'
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ message })
})

test('moves mail an address that nobody has proved no more than 5 times an hour, whatever the sessions', async () => {
  const player = await aUser(app.deps, { emailVerified: false })
  const customerEmail = `stranger-${newId()}@else.test`
  for (const [from, ...to] of [starts.slice(20, 24), starts.slice(30, 34), starts.slice(40, 44)]) {
    const { id } = await aBooking(app.deps, { player, customerEmail, start: from! })
    for (const start of to) {
      expect((await move(id, start, player.token)).status).toBe(200)
      await app.runJobs()
    }
  }
  expect(await mailsTo(customerEmail)).toHaveLength(5)
})

test('beyond these an address reads the latest state, once, when the hour is over: where it was moved, or that it was cancelled', async () => {
  const player = await aUser(app.deps, { emailVerified: false })
  const customerEmail = `stranger-${newId()}@else.test`
  for (let mail = 0; mail < 5; mail++) expect(await mayMailUnasked(app.deps, customerEmail)).toBe(true)
  const [moved, cancelled] = [
    await aBooking(app.deps, { player, customerEmail, start: starts[60]! }),
    await aBooking(app.deps, { player, customerEmail, start: starts[70]! }),
  ]
  // There and back: the last one says the hour of one before.
  for (const at of [61, 62, 61]) expect((await move(moved.id, starts[at]!, player.token)).status).toBe(200)
  expect((await move(cancelled.id, starts[71]!, player.token)).status).toBe(200)
  const input = { params: { bookingId: cancelled.id }, body: { refund: basic.decimal } }
  expect((await app.call(calls.cancelBooking, input, player.token)).status).toBe(200)
  expect(await mailsTo(customerEmail)).toEqual([])

  await app.deps.db.execute(sql`update pgboss.job set start_after = now() where start_after > now()`)
  const told = (await mailsTo(customerEmail)).map(({ subject }) => subject)
  expect(told).toHaveLength(2)
  expect(told).toEqual(
    expect.arrayContaining([expect.stringMatching(/has moved/), expect.stringMatching(/cancelled/i)]),
  )
})
