import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a session that was cancelled before anybody was told of it is not announced any more', async () => {
  const [player, account] = [await aUser(app.deps), await aUser(app.deps)]
  const coach = await aCoach(app.deps, { userId: account.id })
  const start = starts[100]!
  const { id } = await aPaidBookingFor(app, player.token, start, { coachId: coach.id })
  const cancel = { params: { bookingId: id }, body: { refund: basic.decimal } }
  expect((await app.call(cancelBooking, cancel, player.token)).status).toBe(200)
  await app.runJobs()
  for (const { email } of [player, account]) {
    const subjects = app.sandbox.outbox.list().flatMap(({ to, subject }) => (to === email ? [subject] : []))
    expect(subjects).toEqual([expect.stringMatching(/^Cancelled/)])
  }
})
