import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { services } from '#src/features/bookings/services.ts'
import { forgetPerson } from '#src/features/notifications/server/personal-data.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { must } from '#src/shared/must.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { starts } from '#tests/support/starts.ts'
import { tellBooked } from '../notices/tell-booked.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const group = services.find(({ capacity }) => capacity > 1)!

test('players who come and go at once: each mail has a revision of its own, and the newest says who is in the hour', async () => {
  const account = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: account.id })
  const names = ['Rimshot', 'Ice', 'Nova', 'Zed']
  const seats = []
  for (const name of names) {
    const player = await aUser(app.deps, { name })
    seats.push({ player, ...(await aBooking(app.deps, { player, coach, service: group, start: starts[40]! })) })
  }
  const told = seats.map(({ id }) => tellBooked(app.deps, { bookingId: id, staffId: null, isToldElsewhere: false }))
  const left = seats
    .slice(2)
    .map(({ id, player }) =>
      app.call(cancelBooking, { params: { bookingId: id }, body: { refund: '20.00' } }, player.token),
    )
  await Promise.all(told)
  expect((await Promise.all(left)).map(({ status }) => status)).toEqual([200, 200])

  const mails = await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, account.email))
  const events = mails
    .map(({ invite }) => new ICAL.Component(ICAL.parse(must(invite, 'invite').content)).getFirstSubcomponent('vevent'))
    .map((component) => new ICAL.Event(must(component, 'event')))
    .toSorted((a, b) => a.sequence - b.sequence)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
  expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(mails.length)
  expect(events.at(-1)?.summary).toBe(`Rimshot, Ice: ${group.name}`)

  // Who is named in a mail about another player, is named in none once they are gone.
  const gone = seats[1]!
  await app.deps.db.transaction((tx) => forgetPerson(tx, { ...gone.player, emailVerified: true }, [gone.id]))
  const kept = await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, account.email))
  expect(kept.length).toBeLessThan(mails.length)
  expect(JSON.stringify(kept)).not.toContain('Ice')
})
