import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listBookings, listOwnerCoaches } from '#src/features/bookings/staff-contract.ts'
import { editCoach } from '#src/features/coaches/contract.ts'
import { searchDesk } from '#src/features/desk/contract.ts'
import { listDeliveries } from '#src/features/notifications/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { isSearchable } from '#src/shared/text/searchable.ts'
import { namesOfTheWorld, waysToType } from '#tests/support/names-of-the-world.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true, isAdmin: true })
  const coach = await aCoach(app.deps, { name: 'Plain' })
  for (const [name] of namesOfTheWorld) {
    await aBooking(app.deps, { coach, start: null, customerName: name })
    await aCoach(app.deps, { name, slug: newId(), isActive: false })
  }
})
afterAll(() => app.close())

test.each(namesOfTheWorld)('%s is found however somebody types it', async (name, plain) => {
  for (const q of waysToType([name, plain])) {
    const booked = await app.call(listBookings, { query: { q } }, owner.token)
    expect(
      booked.body.map(({ customerName }) => customerName),
      `bookings by ${q}`,
    ).toEqual([name])
    const coaches = await app.call(listOwnerCoaches, { query: { q } }, owner.token)
    expect(
      coaches.body.map((coach) => coach.name),
      `coaches by ${q}`,
    ).toEqual([name])
    if (!isSearchable(q)) continue
    const desk = await app.call(searchDesk, { query: { q } }, owner.token)
    const titles = desk.body.filter(({ kind }) => kind === 'coach').map(({ title }) => title)
    expect(titles, `the desk by ${q}`).toEqual([name])
  }
})

test.each(["'", '’’’', '´´´', 'ʼ ʼ'])('what is only apostrophes (%s) finds nobody', async (q) => {
  expect((await app.call(listBookings, { query: { q } }, owner.token)).body).toEqual([])
  expect((await app.call(listOwnerCoaches, { query: { q } }, owner.token)).body).toEqual([])
})

test.each([
  [
    '+442079460018',
    ['+44 (0)20 7946 0018', '+44 20 7946 0018', '020 7946 0018', '0044 20 7946 0018', '4420-7946.0018'],
  ],
  [
    '+12125550142',
    [
      '(212) 555-0142',
      '1-212-555-0142',
      '\u202a+1 212 555\u20110142\u202c',
      'tel:+12125550142',
      '５５５－０１４２',
      '555ー0142',
      '555−0142',
    ],
  ],
])('%s finds its booking and SMS however somebody types it', async (customerPhone, ways) => {
  const { id } = await aBooking(app.deps, { start: null, customerPhone })
  const sms = { recipient: customerPhone, subject: '', text: 'Hi', html: '', headers: {}, attachments: [] }
  await app.deps.db
    .insert(deliveries)
    .values({ ...sms, channel: 'sms', audience: 'admin', dedupeKey: `test:${customerPhone}` })
  for (const q of ways) {
    const booked = await app.call(listBookings, { query: { q } }, owner.token)
    expect(
      booked.body.map((booking) => booking.id),
      `bookings by ${q}`,
    ).toEqual([id])
    const sent = await app.call(listDeliveries, { query: { to: q } }, owner.token)
    expect(
      sent.body.map(({ to }) => to),
      `SMS by ${q}`,
    ).toEqual([customerPhone])
    const desk = await app.call(searchDesk, { query: { q } }, owner.token)
    expect(
      desk.body.map(({ kind }) => kind),
      `the desk by ${q}`,
    ).toEqual(['booking', 'delivery'])
  }
})

test.each([
  ['ÉMILE', 'émile'],
  ['Zoë', 'Zoe\u0308'],
  ['علی‌رضا', 'علیرضا'],
])('of two coaches called %s and %s one is published', async (one, other) => {
  const [first, second] = await Promise.all(
    [one, other].map((name) => aCoach(app.deps, { name, slug: newId(), isActive: false })),
  )
  const publish = (coachId: string) =>
    app.call(editCoach, { params: { coachId }, body: { isActive: true, reason: 'They asked' } }, owner.token)
  expect((await publish(first!.id)).status).toBe(200)
  expect((await publish(second!.id)).status).toBe(409)
})

test('coaches stand by name whatever their case and accents, and equal ones always in one order', async () => {
  const inOrder = ['Åsa sorted', 'asb sorted', 'ASC sorted', 'elan sorted', 'Élan sorted', 'Zed sorted']
  for (const name of inOrder.toReversed()) await aCoach(app.deps, { name, slug: newId(), isActive: false })
  const { body } = await app.call(listOwnerCoaches, { query: { q: 'sorted' } }, owner.token)
  expect(body.map(({ name }) => name)).toEqual(inOrder)
})
