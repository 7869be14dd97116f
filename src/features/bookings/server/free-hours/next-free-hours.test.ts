import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { nextFreeHours } from '#src/features/bookings/hours-contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { exceptions } from '#src/features/schedule/server/table.ts'
import type { Expertise, PlayedGame } from '#src/shared/games.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
/** A Thursday; hours can be booked from Friday, 9 January. */
let now = new Date('2026-01-08T17:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
})
afterAll(() => app.close())

async function nextOf(coachId: string, when?: string, zone?: string): Promise<string | undefined> {
  const { status, body } = await app.call(nextFreeHours, { query: { when, zone } })
  expect(status).toBe(200)
  const hour = body.coaches.find((each) => each.coachId === coachId)?.hour
  return hour && `${hour.date} ${hour.time}`
}

test('the next hour of a coach is the first that is not taken, on a day the coach works', async () => {
  const coach = await aCoach(app.deps)
  expect(await nextOf(coach.id)).toBe('2026-01-09 09:00')
  const [first, second] = bookableStarts(now, app.deps.env.businessTimeZone)
  await aBooking(app.deps, { coach, start: first })
  await aBooking(app.deps, { coach, start: second })
  expect(await nextOf(coach.id)).toBe('2026-01-09 11:00')
  await app.deps.db.insert(exceptions).values({ coachId: coach.id, date: '2026-01-09', opens: null, closes: null })
  expect(await nextOf(coach.id)).toBe('2026-01-10 09:00')
})

test('a player can say when', async () => {
  const coach = await aCoach(app.deps)
  expect(await nextOf(coach.id, 'tomorrow')).toBe('2026-01-09 09:00')
  expect(await nextOf(coach.id, 'evening')).toBe('2026-01-09 17:00')
  expect(await nextOf(coach.id, 'weekend')).toBe('2026-01-10 09:00')
  expect(await nextOf(coach.id, '2026-01-15')).toBe('2026-01-15 09:00')
  expect(await nextOf(coach.id, '2026-03-01')).toBeUndefined()
  expect((await app.call(nextFreeHours, { query: { when: 'someday' } })).status).toBe(400)
})

test('evenings are those of the player’s zone', async () => {
  const coach = await aCoach(app.deps)
  const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']
  expect(await Promise.all(zones.map((zone) => nextOf(coach.id, 'evening', zone)))).toEqual([
    // 5 PM in Berlin, 5 PM in Los Angeles, 7:30 PM in Kolkata: 9 AM in New York is evening there. In Auckland no hour is.
    ...['2026-01-09 11:00', '2026-01-09 20:00', '2026-01-09 09:00', undefined],
  ])
  expect((await app.call(nextFreeHours, { query: { when: 'evening', zone: 'Nowhere' } })).status).toBe(400)
})

test('this weekend is the coming one, and on a Saturday what is left of it', async () => {
  const coach = await aCoach(app.deps)
  const days = ['2026-01-10', '2026-01-11']
  await app.deps.db
    .insert(exceptions)
    .values(days.map((date) => ({ coachId: coach.id, date, opens: null, closes: null })))
  expect(await nextOf(coach.id, 'weekend')).toBeUndefined()
  const thursday = now
  now = new Date('2026-01-10T17:00:00Z')
  expect(await nextOf(coach.id, 'weekend')).toBeUndefined()
  now = new Date('2026-01-11T17:00:00Z')
  expect(await nextOf(coach.id, 'weekend')).toBe('2026-01-17 09:00')
  now = thursday
})

test('for each game it names the three coaches who are free soonest', async () => {
  const date = '2026-01-20'
  // Nobody else is free on this day.
  const others = (await app.call(nextFreeHours)).body.coaches
  const closed = others.map(({ coachId }) => ({ coachId, date, opens: null, closes: null }))
  await app.deps.db.insert(exceptions).values(closed)
  const add = async (name: string, gameExpertise: Expertise, opensAt: number) => {
    const coach = await aCoach(app.deps, { name, gameExpertise })
    await app.deps.db.insert(exceptions).values({ coachId: coach.id, date, opens: opensAt * 60, closes: 22 * 60 })
  }
  await add('Late', ['fortnite'], 18)
  await add('Latest', ['fortnite'], 19)
  await add('Both', ['rocket-league', 'fortnite'], 12)
  await add('Early', ['fortnite'], 10)
  const { body } = await app.call(nextFreeHours, { query: { when: date } })
  const names = (game: PlayedGame) => body.soonest[game]!.map(({ name }) => name)
  expect([names('fortnite'), names('rocket-league')]).toEqual([['Early', 'Both', 'Late'], ['Both']])
})

test('only active coaches are listed, and the dates are the bookable ones', async () => {
  const hidden = await aCoach(app.deps, { isActive: false })
  expect(await nextOf(hidden.id)).toBeUndefined()
  const { body } = await app.call(nextFreeHours)
  expect(body.dates).toHaveLength(14)
  expect(body.dates[0]).toBe('2026-01-09')
})
