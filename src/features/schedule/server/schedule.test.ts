import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { sqlState } from '#src/platform/http/errors.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { saveAvailability } from './availability.ts'
import { endOf, rangeOf } from './free-starts.ts'
import {
  bookableStarts,
  claimSeat,
  firstFreeStarts,
  freeSeat,
  keepSeat,
  lockCoach,
  offeredStarts,
  type Start,
} from './schedule.ts'
import { seats, slots } from './table.ts'

const zone = 'America/New_York'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const single = { minutes: 60, capacity: 1 }
const group = { minutes: 60, capacity: 4 }

async function claim(
  coachId: string,
  start: Start,
  session: { minutes: number; capacity: number; playerId?: string; heldUntil?: Date | null },
) {
  return app.deps.db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    return claimSeat(tx, { coachId, startsAt: start.startsAt, playerId: null, heldUntil: null, ...session }, new Date())
  })
}

const stateAt = async (coachIds: string[], start: Start, session = single) => {
  const offered = await offeredStarts(app.deps.db, { coachIds, ...session }, new Date(), zone)
  return offered.find((o) => o.date === start.date && o.time === start.time)!
}

const starts = bookableStarts(new Date(), zone)
const [nine, ten, eleven, noon] = starts as [Start, Start, Start, Start]

describe('the offered hours', () => {
  test('are 12 a day for 14 days, beginning tomorrow, each at its own instant', () => {
    expect(starts).toHaveLength(14 * 12)
    expect(new Set(starts.map((start) => start.startsAt.getTime())).size).toBe(14 * 12)
    const evening = bookableStarts(new Date('2026-01-05T03:30:00Z'), zone)
    expect(evening[0]).toEqual({ date: '2026-01-05', time: '09:00', startsAt: new Date('2026-01-05T14:00:00Z') })
  })

  test('keep their wall-clock time over the nights when the clocks change', () => {
    const spring = bookableStarts(new Date('2026-03-06T12:00:00Z'), zone).filter((start) => start.time === '09:00')
    expect(spring[0]!.startsAt.toISOString()).toBe('2026-03-07T14:00:00.000Z')
    expect(spring[1]!.startsAt.toISOString()).toBe('2026-03-08T13:00:00.000Z')
  })

  test('are taken where another session is in the way, also by half an hour', async () => {
    const coach = await aCoach(app.deps)
    await claim(coach.id, ten, { minutes: 90, capacity: 1 })
    expect((await stateAt([coach.id], nine)).state).toBe('free')
    expect((await stateAt([coach.id], nine, { minutes: 90, capacity: 1 })).state).toBe('taken')
    expect((await stateAt([coach.id], ten)).state).toBe('taken')
    expect((await stateAt([coach.id], eleven)).state).toBe('taken')
    expect((await stateAt([coach.id], noon)).state).toBe('free')
  })

  test('are free as long as one of several coaches is', async () => {
    const [a, b] = [await aCoach(app.deps), await aCoach(app.deps)]
    await claim(a.id, nine, single)
    expect((await stateAt([a.id, b.id], nine)).state).toBe('free')
    await claim(b.id, nine, single)
    expect((await stateAt([a.id, b.id], nine)).state).toBe('taken')
  })

  test('are found behind any number of coaches who are busy', async () => {
    const busy: string[] = []
    while (busy.length < 10) busy.push((await aCoach(app.deps)).id)
    for (const id of busy) await claim(id, nine, group)
    const { id: free } = await aCoach(app.deps)
    expect(await stateAt(busy, nine)).toMatchObject({ state: 'taken', seatsLeft: 0 })
    expect(await stateAt([...busy, free], nine)).toMatchObject({ state: 'free', seatsLeft: 1 })
    expect(await stateAt(busy, nine, group)).toMatchObject({ state: 'free', seatsLeft: 3 })
    expect(await stateAt([...busy, free], nine, group)).toMatchObject({ state: 'free', seatsLeft: 4 })
  })

  test('are asked of further coaches only where nobody before was free', async () => {
    const ids: string[] = []
    while (ids.length < 9) ids.push((await aCoach(app.deps)).id)
    for (const id of ids.slice(0, 8)) await claim(id, noon, single)
    const asked = (await recordStatements(() => stateAt(ids, noon))).filter(({ text }) => text.includes('"slots"'))
    expect(asked).toHaveLength(2)
    // What is booked within a day of a start can be in its way, by the rules of its coach.
    const aDay = 25 * 3_600_000
    const near = rangeOf(new Date(+noon.startsAt - aDay), new Date(+endOf(noon.startsAt, 60) + aDay))
    expect(asked[1]!.values).toEqual(expect.arrayContaining([ids.slice(8), `{${near}}`]))
  })

  test('are the first of each coach, also of a hundred and one', async () => {
    const ids: string[] = []
    while (ids.length < 101) ids.push((await aCoach(app.deps)).id)
    const [usual, early, isOff, never] = ids as [string, string, string, string]
    await claim(early, nine, single)
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '22:00' }))
    const dayOff = { date: nine.date, opens: null, closes: null }
    await saveAvailability(app.deps, isOff, { zone, week, exceptions: [dayOff] })
    await saveAvailability(app.deps, never, { zone, week: [], exceptions: [] })
    const first = await firstFreeStarts(app.deps.db, { coachIds: ids, ...single }, starts, { now: new Date(), zone })
    expect([usual, early, isOff, never].map((id) => first.get(id))).toEqual([nine, ten, starts[12], undefined])
    expect(first.size).toBe(100)
  })

  test('follow the coach’s week and the days that differ; sessions must end before closing', async () => {
    const coach = await aCoach(app.deps)
    const dayOff = starts[12]!
    const lastOfDay = starts[11]!
    await saveAvailability(app.deps, coach.id, {
      zone,
      week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '10:00', closes: '21:00' })),
      exceptions: [{ date: dayOff.date, opens: null, closes: null }],
    })
    expect((await stateAt([coach.id], nine)).state).toBe('closed')
    expect((await stateAt([coach.id], ten)).state).toBe('free')
    expect((await stateAt([coach.id], lastOfDay)).state).toBe('free')
    expect((await stateAt([coach.id], lastOfDay, { minutes: 90, capacity: 1 })).state).toBe('closed')
    expect((await stateAt([coach.id], dayOff)).state).toBe('closed')
  })
})

describe('a seat', () => {
  test('of a group is sold four times, to four players, and shown as left', async () => {
    const coach = await aCoach(app.deps)
    const players = await Promise.all(Array.from({ length: 5 }, () => aUser(app.deps)))
    const first = await claim(coach.id, nine, { ...group, playerId: players[0]!.id })
    expect(await claim(coach.id, nine, { ...group, playerId: players[0]!.id })).toBeNull()
    expect((await stateAt([coach.id], nine, group)).seatsLeft).toBe(3)
    const others = await Promise.all(
      players.slice(1).map((player) => claim(coach.id, nine, { ...group, playerId: player.id })),
    )
    expect(others.filter(Boolean)).toHaveLength(3)
    expect((await stateAt([coach.id], nine, group)).state).toBe('taken')
    expect((await stateAt([coach.id], nine, single)).state).toBe('taken')

    await app.deps.db.transaction(async (tx) => {
      await lockCoach(tx, coach.id)
      await freeSeat(tx, first!)
    })
    expect((await stateAt([coach.id], nine, group)).seatsLeft).toBe(1)
  })

  test('held and run out can be taken by another, or still be kept while nobody did', async () => {
    const coach = await aCoach(app.deps)
    const past = new Date(Date.now() - 1000)
    const lost = await claim(coach.id, nine, { ...single, heldUntil: past })
    const kept = await claim(coach.id, noon, { ...single, heldUntil: past })
    expect((await stateAt([coach.id], nine)).state).toBe('free')
    expect(await claim(coach.id, nine, single)).toBeTruthy()
    await app.deps.db.transaction(async (tx) => {
      await lockCoach(tx, coach.id)
      expect(await keepSeat(tx, lost!)).toBe(false)
      expect(await keepSeat(tx, kept!)).toBe(true)
    })
    expect((await stateAt([coach.id], noon)).state).toBe('taken')
  })

  test('held and not run out is kept, whoever claims its hour', async () => {
    const coach = await aCoach(app.deps)
    const held = await claim(coach.id, nine, { ...single, heldUntil: new Date(Date.now() + 60_000) })
    expect(await claim(coach.id, nine, single)).toBeNull()
    await app.deps.db.transaction(async (tx) => {
      await lockCoach(tx, coach.id)
      expect(await keepSeat(tx, held!)).toBe(true)
    })
  })

  test('is won once when 40 overlapping claims race', async () => {
    const coach = await aCoach(app.deps)
    const sessions = [single, { minutes: 90, capacity: 1 }, { minutes: 120, capacity: 1 }]
    const won = await Promise.all(Array.from({ length: 40 }, (_, i) => claim(coach.id, ten, sessions[i % 3]!)))
    expect(won.filter(Boolean)).toHaveLength(1)
  })
})

describe('the database itself', () => {
  test('refuses overlapping slots and seats beyond the capacity, whatever the code does', async () => {
    const coach = await aCoach(app.deps)
    const { db } = app.deps
    const [slot] = await db
      .insert(slots)
      .values({ coachId: coach.id, during: '[2030-01-01T10:00Z,2030-01-01T11:00Z)', capacity: 1 })
      .returning()
    const overlap = db
      .insert(slots)
      .values({ coachId: coach.id, during: '[2030-01-01T10:30Z,2030-01-01T11:30Z)', capacity: 1 })
    expect(sqlState(await overlap.catch((error: unknown) => error))).toBe('23P01')
    const secondSeat = db.insert(seats).values({ slotId: slot!.id, capacity: 1, seatNo: 2 })
    expect(sqlState(await secondSeat.catch((error: unknown) => error))).toBe('23514')
    const wrongCapacity = db.insert(seats).values({ slotId: slot!.id, capacity: 4, seatNo: 2 })
    expect(sqlState(await wrongCapacity.catch((error: unknown) => error))).toBe('23503')
    const unbounded = db.insert(slots).values({ coachId: coach.id, during: sql`'[2031-01-01,)'` as never, capacity: 1 })
    expect(sqlState(await unbounded.catch((error: unknown) => error))).toBe('23514')
  })
})
