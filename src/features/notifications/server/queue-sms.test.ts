import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { deliveryDetails, resendDelivery } from '#src/features/notifications/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import { toDecimal } from '#src/shared/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { queueOwnSms, queueSms, smsRefusal } from './notifications.ts'
import { deliveries } from './table.ts'

// The SMS of a day, and the part of them that is ours (SMS-2).

let app: TestApp
let admin: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await aUser(app.deps, { isAdmin: true })
})
afterAll(() => app.close())

const to = '+12125550177'
const about = () => ({ dedupeKey: `test:${newId()}`, audience: 'staff' as const, to, text: 'See you at six.' })
const states = async () =>
  (await app.deps.db.select().from(deliveries).orderBy(deliveries.id)).map(({ status }) => status)

/** As staff does: the refusal, or nothing. */
const type = () =>
  app.deps.db.transaction(async (tx) => {
    const refusal = await smsRefusal(app.deps, tx, to)
    if (!refusal) await queueSms(app.deps, tx, about())
    return refusal
  })
const queueOwn = () => app.deps.db.transaction((tx) => queueOwnSms(app.deps, tx, about()))

test('a quarter of a day’s SMS is kept for ours; one of ours beyond all is a failure, and counts no more', async () => {
  app.deps.env.smsDailyCap = 8
  for (let typed = 0; typed < 6; typed++) expect(await type()).toBeNull()
  expect(await type()).toMatchObject({
    status: 429,
    message: expect.stringContaining('of 8 in 24 hours, the last 2 are kept for reminders, moves and cancellations'),
  })
  for (let own = 0; own < 4; own++) await queueOwn()
  expect(await states()).toEqual([...Array(8).fill('queued'), 'failed', 'failed'])

  app.deps.env.smsDailyCap = 9
  await queueOwn()
  expect((await states()).at(-1)).toBe('queued')
})

test('staff read of a cancellation that the day had no SMS left for, and why', async () => {
  app.deps.env.smsDailyCap = 0
  const customerPhone = '+12125550178'
  const start = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)[30]!
  const { id, price, number } = await aBooking(app.deps, { player: await aUser(app.deps), start, customerPhone })
  const body = { refund: toDecimal(price) }
  expect((await app.call(cancelBooking, { params: { bookingId: id }, body }, admin.token)).status).toBe(200)
  await app.runJobs()
  const [row] = await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, customerPhone))
  const params = { deliveryId: row!.id }
  expect((await app.call(deliveryDetails, { params }, admin.token)).body).toMatchObject({
    state: 'failed',
    attempts: 0,
    lastError: 'It was not sent: the SMS of 24 hours were used up.',
    resendRefusal: null,
  })
  expect(app.sandbox.outbox.list()).toContainEqual(
    expect.objectContaining({
      subject: expect.stringContaining('SMS not delivered'),
      text: expect.stringContaining(number),
    }),
  )
  app.deps.env.smsDailyCap = 200
  expect((await app.call(resendDelivery, { params }, admin.token)).status).toBe(200)
})
