import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { refundNow } from '#src/features/bookings/rules.ts'
import { services } from '#src/features/bookings/services.ts'
import { listCoaches } from '#src/features/coaches/contract.ts'
import { type CoachRow, findCoach } from '#src/features/coaches/server/coaches.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { AppError } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { draws } from '#tests/support/random-draws.ts'
import { adoptFreeBookings } from '../free-hours/free-booking.ts'
import { bookings } from '../table.ts'
import { cancelBooking } from './cancel.ts'
import { recountEnded } from './held.ts'
import { completeBooking, findVisible, markNoShow, moveBooking, scheduleBooking } from './life-cycle.ts'

let app: TestApp
let staff: Account
const began = new Date()
let now = began
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
  staff = await aUser(app.deps, { isOwner: true, isAdmin: true })
})
afterAll(() => app.close())

const zone = 'America/New_York'
const hour = 3_600_000
const group = services.find(({ capacity }) => capacity > 1)!
const basic = services[0]!
const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * hour)
}
const figures = async ({ id }: CoachRow) => {
  const { totalStudents, totalHours } = (await findCoach(app.deps.db, id))!
  return { students: totalStudents, hours: totalHours }
}

/** What a person with a pencil would count in the rows. */
async function countedBySql({ id }: CoachRow) {
  const { rows } = await app.deps.db.execute<{ students: number; hours: number }>(sql`
    with held as (select * from bookings where coach_id = ${id}
      and (status = 'completed' or status = 'confirmed' and seat_id is not null and ends_at <= ${now.toISOString()}))
    select (select count(*)::int from (select player_id from held where player_id is not null group by 1) x)
        + (select count(*)::int from (select customer_email from held where player_id is null group by 1) y) as students,
      (select coalesce(floor(sum(extract(epoch from span) / 3600)), 0)::int
        from (select max(ends_at - starts_at) as span from held group by starts_at) z) as hours`)
  return rows[0]!
}

test('the players of a group are students each, and their hour counts once; a second session makes no second student', async () => {
  const coach = await aCoach(app.deps)
  const players = await Promise.all([1, 2, 3].map(() => aUser(app.deps)))
  const starts = bookableStarts(now, zone)
  for (const player of players) await aBooking(app.deps, { coach, player, service: group, start: starts[2]! })
  await aBooking(app.deps, { coach, player: players[0], service: basic, start: starts[5]! })
  await recountEnded(app.deps)
  expect(await figures(coach)).toEqual({ students: 0, hours: 0 })

  now = new Date(starts[5]!.startsAt.getTime() + 2 * hour)
  await recountEnded(app.deps)
  const groupHours = group.minutes / 60
  expect(await figures(coach)).toEqual({ students: 3, hours: groupHours + 1 })
  const shown = (await app.call(listCoaches)).body.find(({ id }) => id === coach.id)
  expect(shown).toMatchObject({ totalStudents: 3, totalHours: groupHours + 1 })
})

test('people without an account are students; one who proves an e-mail later is no second one', async () => {
  const coach = await aCoach(app.deps)
  const [start, later] = bookableStarts(now, zone).slice(3) as [Start, Start]
  const player = await aUser(app.deps)
  const { id } = await aBooking(app.deps, { coach, player, start, price: 0, paymentId: null })
  await app.deps.db.update(bookings).set({ playerId: null }).where(eq(bookings.id, id))
  await aBooking(app.deps, { coach, player, start: later })
  now = new Date(later.startsAt.getTime() + 3 * hour)
  await recountEnded(app.deps)
  expect(await figures(coach)).toEqual({ students: 2, hours: 2 })
  await adoptFreeBookings(app.deps, player.id)
  expect(await figures(coach)).toEqual({ students: 1, hours: 2 })
})

test('after any sequence of acts the figures of each coach are those that SQL counts', async () => {
  const act = fc.record({
    does: fc.constantFrom('book', 'book', 'group', 'unscheduled', 'time', 'time', 'late', ...outcomes),
    which: fc.nat(40),
    at: fc.nat(40),
  })
  let refused = 0
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 18 }), async (acts) => {
      const coaches = [await aCoach(app.deps), await aCoach(app.deps)]
      const players = await Promise.all([1, 2, 3].map(() => aUser(app.deps)))
      const made: string[] = []
      let isBehind = false
      for (const { does, which, at } of acts) {
        const bookingId = made[which % Math.max(made.length, 1)]
        const starts = bookableStarts(now, zone)
        const to = starts[at]!
        const coach = coaches[which % 2]!
        const player = players[at % 3]
        const overrides = { coach, player, service: does === 'group' ? group : basic }
        const one = async () => {
          if (does === 'time' || does === 'late') pass(1 + at)
          else if (does === 'book' || does === 'group')
            made.push((await aBooking(app.deps, { ...overrides, start: to })).id)
          else if (does === 'unscheduled') made.push((await aBooking(app.deps, { ...overrides, start: null })).id)
          else if (bookingId) await carryOut(does, bookingId, to, coach)
          done += 1
        }
        await one().catch((error: Error) => {
          // An hour that is taken, or an act that its life cycle refuses, changes nothing.
          if (!(error instanceof AppError) && !/is taken at/.test(error.message)) throw error
          refused += 1
        })
        // An act counts by itself; what the clock changes is counted within the minute, or acts come first.
        if (does === 'late') isBehind = true
        if (does !== 'time' && isBehind) continue
        if (does === 'time') await recountEnded(app.deps)
        isBehind = false
        for (const each of coaches) expect(await figures(each)).toEqual(await countedBySql(each))
      }
      await recountEnded(app.deps)
      for (const each of coaches) expect(await figures(each)).toEqual(await countedBySql(each))
    }),
    { numRuns: draws(10) },
  )
  expect(done).toBeGreaterThan(refused)
})

/** What `sessions` checks is nothing to these. */
const unchecked = async () => {}
const outcomes = ['complete', 'no-show', 'cancel', 'move', 'schedule'] as const

async function carryOut(does: string, id: string, { date, time }: Start, coach: CoachRow) {
  const { deps } = app
  const to = { selectedDate: date, selectedTime: time }
  if (does === 'complete') await completeBooking(deps, staff, id)
  if (does === 'no-show') await markNoShow(deps, staff, id, unchecked)
  if (does === 'move') await moveBooking(deps, staff, id, to, unchecked)
  if (does === 'schedule') await scheduleBooking(deps, staff, id, { ...to, coachId: coach.id })
  if (does !== 'cancel') return
  const { booking } = await findVisible(deps.db, staff, id)
  await cancelBooking(deps, staff, id, { refund: refundNow(booking, now), reason: null, askedByPlayer: true })
}
