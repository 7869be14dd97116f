import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { type Availability, readAvailability, saveAvailability } from '#src/features/schedule/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { bookableStarts, offeredStarts } from './schedule.ts'

const businessZone = 'America/New_York'
/** A Friday before the clocks change: in New York on March 8, in London on March 29, 2026. */
let now = new Date('2026-03-06T12:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
})
afterAll(() => app.close())

const everyDay = (opens: string, closes: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }))

async function aCoachWith(hours?: Partial<Availability>) {
  const user = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: user.id })
  if (hours) expect((await save(user.token, hours)).status).toBe(200)
  return { coach, token: user.token }
}

const save = (token: string, hours: Partial<Availability>) =>
  app.call(saveAvailability, { body: { zone: businessZone, week: [], exceptions: [], ...hours } }, token)

/** The times of a date that can be booked. */
async function openOn(coachId: string, date: string, minutes = 60) {
  const offered = await offeredStarts(app.deps.db, { coachIds: [coachId], minutes, capacity: 1 }, now, businessZone)
  const starts = offered.filter((start) => start.date === date)
  return starts.filter((start) => start.state === 'free').map((start) => start.time)
}

describe('a coach’s hours', () => {
  test('are 9 AM to 10 PM of the business’s day until the coach says otherwise', async () => {
    const { coach, token } = await aCoachWith()
    expect((await app.call(readAvailability, {}, token)).body).toEqual({
      savedAt: null,
      zone: businessZone,
      areRulesAccepted: false,
      week: everyDay('09:00', '22:00'),
      exceptions: [],
      calledOff: [],
      ...{ bufferMinutes: 0, noticeHours: 0, mostADay: null },
      businessZone,
      isConfirmed: false,
    })
    expect(await openOn(coach.id, '2026-03-09')).toHaveLength(12)
    expect((await openOn(coach.id, '2026-03-09', 120)).at(-1)).toBe('20:00')
  })

  test('that were saved elsewhere since are not undone: the second save is told, the first time, too', async () => {
    const { token } = await aCoachWith()
    const hours = { zone: businessZone, week: everyDay('10:00', '18:00'), exceptions: [] }
    const saveFrom = (basedOn: string | null, week = hours.week) =>
      app.call(saveAvailability, { body: { ...hours, week, basedOn } }, token)
    const first = await saveFrom(null)
    expect(first.status).toBe(200)
    expect(await saveFrom(null, [])).toMatchObject({ status: 409, body: { reason: 'changed' } })
    expect((await app.call(readAvailability, {}, token)).body).toMatchObject({ ...hours, savedAt: first.body.savedAt })
    now = new Date(+now + 1_000)
    const second = await saveFrom(first.body.savedAt, [])
    expect(second).toMatchObject({ status: 200, body: { week: [] } })
    expect((await saveFrom(first.body.savedAt)).status).toBe(409)
  })

  test('can be none at all, which is not the same as the default', async () => {
    const { coach, token } = await aCoachWith({ week: [] })
    expect((await app.call(readAvailability, {}, token)).body.week).toEqual([])
    expect(await openOn(coach.id, '2026-03-09')).toEqual([])
  })

  test('in Tokyo are the evening before in New York, and half of the year an hour later', async () => {
    const { coach } = await aCoachWith({ zone: 'Asia/Tokyo', week: everyDay('09:00', '12:00') })
    // 09:00 in Tokyo is 19:00 in New York's winter and 20:00 in its summer, which began on March 8.
    expect(await openOn(coach.id, '2026-03-07')).toEqual(['19:00', '20:00'])
    expect(await openOn(coach.id, '2026-03-09')).toEqual(['20:00'])
  })

  test('follow the coach’s own weekday and exception, not New York’s', async () => {
    const { coach } = await aCoachWith({
      zone: 'Asia/Tokyo',
      week: [{ weekday: 2, opens: '09:00', closes: '12:00' }],
      exceptions: [{ date: '2026-03-12', opens: '10:00', closes: '11:00' }],
    })
    // Tuesday morning in Tokyo is Monday evening in New York.
    expect(await openOn(coach.id, '2026-03-09')).toEqual(['20:00'])
    expect(await openOn(coach.id, '2026-03-10')).toEqual([])
    // Thursday 10:00 to 11:00 in Tokyo is Wednesday 21:00, after the last start.
    expect(await openOn(coach.id, '2026-03-11')).toEqual([])
  })

  test('in London keep their clock time while New York, then London, changes its own', async () => {
    const { coach } = await aCoachWith({ zone: 'Europe/London', week: everyDay('14:00', '18:00') })
    expect(await openOn(coach.id, '2026-03-07')).toEqual(['09:00', '10:00', '11:00', '12:00'])
    expect(await openOn(coach.id, '2026-03-09')).toEqual(['10:00', '11:00', '12:00', '13:00'])
    const before = now
    now = new Date('2026-03-27T12:00:00Z')
    expect(await openOn(coach.id, '2026-03-28')).toEqual(['10:00', '11:00', '12:00', '13:00'])
    expect(await openOn(coach.id, '2026-03-29')).toEqual(['09:00', '10:00', '11:00', '12:00'])
    now = before
  })

  test('that touch count as one, also over midnight; a gap between them does not', async () => {
    const { coach } = await aCoachWith({
      zone: 'Europe/London',
      // 19:00 to 20:30, 20:30 to 24:00 and 00:00 to 01:00 in London begin at 15:00 in New York.
      week: [...everyDay('20:30', '24:00'), ...everyDay('00:00', '01:00'), ...everyDay('19:00', '20:30')],
    })
    expect(await openOn(coach.id, '2026-03-09', 120)).toEqual(['15:00', '16:00', '17:00', '18:00', '19:00'])
    const split = await aCoachWith({ week: [...everyDay('09:00', '11:00'), ...everyDay('11:30', '14:00')] })
    expect(await openOn(split.coach.id, '2026-03-09', 90)).toEqual(['09:00', '12:00'])
  })

  test('of the day an exception names replace the week’s', async () => {
    const { coach } = await aCoachWith({
      week: everyDay('09:00', '22:00'),
      exceptions: [
        { date: '2026-03-09', opens: null, closes: null },
        { date: '2026-03-10', opens: '13:00', closes: '15:00' },
      ],
    })
    expect(await openOn(coach.id, '2026-03-09')).toEqual([])
    expect(await openOn(coach.id, '2026-03-10')).toEqual(['13:00', '14:00'])
  })

  test('of several days are closed from the first to the last, and may have begun already', async () => {
    const { coach, token } = await aCoachWith({
      week: everyDay('09:00', '22:00'),
      exceptions: [{ date: '2026-03-08', until: '2026-03-10', opens: null, closes: null }],
    })
    const open = await Promise.all(['07', '08', '09', '10', '11'].map((day) => openOn(coach.id, `2026-03-${day}`)))
    expect(open.map((times) => times.length)).toEqual([12, 0, 0, 0, 12])
    const before = now
    now = new Date('2026-03-10T12:00:00Z')
    const { exceptions } = (await app.call(readAvailability, {}, token)).body
    expect(exceptions).toEqual([{ date: '2026-03-08', until: '2026-03-10', opens: null, closes: null }])
    expect((await save(token, { exceptions })).status).toBe(200)
    now = before
  })
})

describe('saving them', () => {
  test('replaces them all, and says which booked sessions lie outside now', async () => {
    const { coach, token } = await aCoachWith({ week: everyDay('09:00', '22:00') })
    const [nine, ten] = bookableStarts(now, businessZone)
    for (const start of [nine!, ten!]) await aBooking(app.deps, { coach, start })
    const { body } = await save(token, { week: everyDay('10:00', '12:00') })
    expect(body.outside).toEqual([{ startsAt: nine!.startsAt.toISOString() }])
    expect((await app.call(readAvailability, {}, token)).body.week).toEqual(everyDay('10:00', '12:00'))
    const none = await save(token, { week: everyDay('09:00', '22:00') })
    expect(none.body.outside).toEqual([])
  })

  test('changes nobody else’s', async () => {
    const [a, b] = [await aCoachWith(), await aCoachWith()]
    await save(a.token, { week: [] })
    expect((await app.call(readAvailability, {}, b.token)).body.week).toHaveLength(7)
  })

  test('keeps exceptions apart from the past', async () => {
    const { token } = await aCoachWith()
    // It is March 6 in New York and March 6, 21:00, in Tokyo.
    const day = (date: string) => ({ exceptions: [{ date, opens: null, closes: null }] })
    expect((await save(token, day('2026-03-05'))).status).toBe(400)
    expect((await save(token, day('2026-03-06'))).status).toBe(200)
    const before = now
    now = new Date('2026-03-07T12:00:00Z')
    expect((await app.call(readAvailability, {}, token)).body.exceptions).toEqual([])
    now = before
  })

  test.each([
    ['a zone nobody knows', { zone: 'Mars/Olympus' }],
    ['an offset instead of a zone', { zone: '+05:00' }],
    ['letters that Temporal does not know', { zone: 'PST' }],
    ['a weekday 8', { week: [{ weekday: 8, opens: '09:00', closes: '10:00' }] }],
    ['closing before opening', { week: [{ weekday: 1, opens: '10:00', closes: '09:00' }] }],
    ['an empty range', { week: [{ weekday: 1, opens: '10:00', closes: '10:00' }] }],
    ['opening at 24:00', { week: [{ weekday: 1, opens: '24:00', closes: '24:00' }] }],
    [
      'ranges that overlap',
      {
        week: [
          { weekday: 1, opens: '12:00', closes: '15:00' },
          { weekday: 1, opens: '09:00', closes: '12:30' },
        ],
      },
    ],
    ['half an exception', { exceptions: [{ date: '2026-03-09', opens: '09:00', closes: null }] }],
    [
      'two exceptions of a day',
      {
        exceptions: [
          { date: '2026-03-09', opens: null, closes: null },
          { date: '2026-03-09', opens: '09:00', closes: '10:00' },
        ],
      },
    ],
    [
      'days off that end before they begin',
      { exceptions: [{ date: '2026-03-09', until: '2026-03-08', opens: null, closes: null }] },
    ],
    [
      'a day that lies in other days off',
      {
        exceptions: [
          { date: '2026-03-10', opens: '09:00', closes: '10:00' },
          { date: '2026-03-09', until: '2026-03-11', opens: null, closes: null },
        ],
      },
    ],
    ['a buffer of 20 minutes', { bufferMinutes: 20 }],
    ['a notice of 73 hours', { noticeHours: 73 }],
    ['no session a day', { mostADay: 0 }],
    [
      '101 exceptions',
      {
        exceptions: Array.from({ length: 101 }, (_, i) => ({
          date: `2027-0${1 + Math.floor(i / 28)}-${String(1 + (i % 28)).padStart(2, '0')}`,
          opens: null,
          closes: null,
        })),
      },
    ],
  ])('refuses %s', async (_what, hours) => {
    const { token } = await aCoachWith()
    expect((await save(token, hours)).status).toBe(400)
    expect((await app.call(readAvailability, {}, token)).body.week).toHaveLength(7)
  })
})
