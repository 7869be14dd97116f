import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import * as calls from '#src/features/messages/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { letters } from '#tests/support/letters.ts'
import { mailWhoIsAway } from './away.ts'
import { alertUnanswered } from './unanswered.ts'
import { alertUnreadAhead } from './unread-ahead.ts'

type Person = Awaited<ReturnType<typeof aUser>>
let app: TestApp
let [owner, coach, player]: Person[] = []
let booking: BookingRow
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  coach = await aUser(app.deps)
  player = await aUser(app.deps, { name: `Player-${letters()}` })
  booking = await aBooking(app.deps, { player, coach: await aCoach(app.deps, { userId: coach.id }) })
})

const write = (who: Person, content: string) =>
  app.call(calls.sendMessage, { body: { bookingId: booking.id, content } }, who.token)
const see = (who: Person, number: number) =>
  app.call(calls.markMessagesSeen, { body: { bookingId: booking.id, number } }, who.token)

/** Lets time pass until the players away are mailed, and on; the queue follows the database's clock. */
async function pass({ name }: { name: string }) {
  await app.runJobs()
  await app.deps.db.execute(sql`update pgboss.job set start_after = now() where name = ${name}`)
  await app.runJobs()
}
async function alerts() {
  await pass(mailWhoIsAway)
  await pass(alertUnanswered)
  const subject = `${player!.name} is waiting for an answer`
  return app.sandbox.outbox.list().filter((mail) => mail.to === owner!.email && mail.subject === subject)
}

test('of a player nobody answers the team hears once, until somebody has looked and the player writes again', async () => {
  await write(player!, `Are you there? ${'x'.repeat(200)}`)
  await write(player!, 'Hello?')
  const [first, ...more] = await alerts()
  expect(more).toEqual([])
  expect(first!.text).toContain(`'Are you there? ${'x'.repeat(105)}…' Nobody has answered for 15 minutes.`)
  await write(player!, 'Still there?')
  expect(await alerts()).toHaveLength(1)
  await see(coach!, 3)
  await write(player!, 'One more thing')
  expect(await alerts()).toHaveLength(2)
})

test('the words of who has neither paid nor proved anything lead nowhere in our mail', async () => {
  const stranger = await aUser(app.deps, { name: `Player-${letters()}`, emailVerified: false })
  booking = await aBooking(app.deps, { player: stranger, price: 0, paymentId: null })
  await write(stranger, 'Cheap coins at http://evil.example or evil.example/now today')
  await pass(mailWhoIsAway)
  await pass(alertUnanswered)
  const mail = app.sandbox.outbox
    .list()
    .find(({ subject }) => subject === `Player ${booking.number} is waiting for an answer`)
  expect(mail!.text).toContain("'Cheap coins at (link) or (link) today' Nobody has answered")
})

test.each([
  ['the coach', () => coach!],
  ['the team', () => owner!],
])('a player read by %s within 15 minutes is no alert, and neither is what a coach writes', async (_, reader) => {
  await write(player!, 'Are you there?')
  await pass(mailWhoIsAway)
  await see(reader(), 1)
  await write(coach!, 'Yes!')
  expect(await alerts()).toEqual([])
})

test.each([
  ['has not read', 1.5, 1],
  ['has read', 1.5, 0],
  ['has not read', 2.5, 0],
] as const)(
  'of a player who %s their coach, %d hours before they meet, the team hears so many times: %i',
  async (what, hours, times) => {
    await app.call(
      calls.sendCoachBookingMessage,
      { body: { bookingId: booking.id, content: 'I may be late.' } },
      coach!.token,
    )
    if (what === 'has read') await see(player!, 1)
    const startsAt = new Date(app.deps.now().getTime() + hours * 3_600_000)
    await app.deps.db.update(bookings).set({ startsAt }).where(eq(bookings.id, booking.id))
    await alertUnreadAhead(app.deps)
    const soon = { ...app.deps, now: () => new Date(app.deps.now().getTime() + 16 * 60_000) }
    for (let look = 0; look < 2; look += 1) await alertUnreadAhead(soon)
    await app.runJobs()
    const subject = `${player!.name} has not read what ${booking.coachName} wrote`
    expect(app.sandbox.outbox.list().filter((mail) => mail.subject === subject)).toHaveLength(times)
  },
)
