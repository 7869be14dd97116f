import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { auditLog } from '#src/features/audit/server/table.ts'
import { moveBooking } from '#src/features/bookings/contract.ts'
import { freeHours } from '#src/features/bookings/hours-contract.ts'
import { services } from '#src/features/bookings/services.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { listShutHours, readAvailability, reopenHours } from '#src/features/schedule/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { must } from '#src/shared/must.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { anIntentFor } from '#tests/support/paid-booking.ts'
import { group, startSessionDay, type User, zone } from '#tests/support/sessions/session-day.ts'

/** What was called off stays shut until our team reopens it. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people, aStart, now, aCoachWithAccount, book, read, callOff, callOffDay, choose, mailsTo } = day
afterAll(() => app.close())
beforeEach(day.begin)

test('a called-off hour stays shut, for group seats too', async () => {
  for (const service of [must(services[0], 'a service'), group]) {
    const start = aStart()
    people.coach = await aCoachWithAccount()
    const booking = await book({ start, service })
    await callOff(booking.id)
    await choose(booking.id, { chosen: 'money' })
    const query = { serviceId: service.id, coachId: people.coach.profile.id }
    const { days } = (await app.call(freeHours, { query })).body
    const hour = days.flatMap(({ hours }) => hours).find(({ startsAt }) => startsAt === start.startsAt.toISOString())
    expect(hour).toMatchObject({ state: 'taken', seatsLeft: 0 })
    await expect(book({ start, service, player: await aUser(app.deps) })).rejects.toThrow('is taken')
  }
})

test('our team reopens what was called off, an hour or a whole day; its coach does not', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const start = aStart()
  const booking = await book({ start })
  const hoursOf = async (date: string) => {
    const query = { serviceId: '1on1-basic', coachId: people.coach.profile.id }
    const { days } = (await app.call(freeHours, { query })).body
    return must(
      days.find((day) => day.date === date),
      'the day',
    ).hours
  }
  const freeOn = async (date: string) => (await hoursOf(date)).filter(({ state }) => state === 'free').length
  const shut = async () =>
    (await app.call(listShutHours, {}, people.owner.token)).body.filter(
      ({ coachId }) => coachId === people.coach.profile.id,
    )
  const before = await freeOn(start.date)
  // A player on the way to pay for another hour of that day does not keep it.
  const buyer = await aUser(app.deps)
  const paying = must(
    bookableStarts(now(), zone).find(({ date, time }) => date === start.date && time === '20:00'),
    'a start',
  )
  await anIntentFor(app, buyer.token, paying, { coachId: people.coach.profile.id })
  expect(await freeOn(start.date)).toBe(before - 1)

  expect((await callOffDay([booking], start.date)).body).toEqual({ players: 1 })
  expect(await freeOn(start.date)).toBe(0)
  const shown = must((await shut())[0], 'the day')
  expect(await shut()).toEqual([
    {
      ...{ coachId: people.coach.profile.id, coachName: people.coach.profile.name, zone },
      from: instantOf(start.date, '00:00', zone).toISOString(),
      to: instantOf(addDays(start.date, 1), '00:00', zone).toISOString(),
    },
  ])
  // Its coach reads it among their hours, no other coach does.
  const coachReads = async ({ token }: User) => (await app.call(readAvailability, {}, token)).body.calledOff
  expect(await coachReads(people.coach.account)).toEqual([{ from: shown.from, to: shown.to }])
  expect(await coachReads(people.other.account)).toEqual([])
  const reopen = ({ from, to }: typeof shown, by: User = people.owner) =>
    app.call(reopenHours, { params: { coachId: people.coach.profile.id }, body: { from, to } }, by.token)
  expect((await reopen(shown, people.coach.account)).status).toBe(403)
  expect((await reopen({ ...shown, to: paying.startsAt.toISOString() })).status).toBe(404)
  expect((await reopen(shown, admin)).status).toBe(200)
  expect((await reopen(shown)).status).toBe(404)
  expect(await freeOn(start.date)).toBe(before + 1)
  expect(await shut()).toEqual([])
  expect(await coachReads(people.coach.account)).toEqual([])
  const acts = await app.deps.db.select().from(auditLog).where(eq(auditLog.personId, admin.id))
  expect(acts).toMatchObject([
    { about: { coachId: people.coach.profile.id, from: shown.from, to: shown.to }, status: 200 },
  ])

  // The player still chooses, and may take the very hour again.
  const wish = { chosen: 'another-hour', selectedDate: start.date, selectedTime: start.time } as const
  expect((await choose(booking.id, wish)).body.settled).toMatchObject({ startsAt: start.startsAt.toISOString() })
  expect((await read(booking.id)).seatId).not.toBeNull()

  // One hour by itself; of their own hours an admin who coaches opens none.
  people.coach = { ...people.coach, account: await aUser(app.deps, { isAdmin: true }) }
  await app.deps.db
    .update(coaches)
    .set({ userId: people.coach.account.id })
    .where(eq(coaches.id, people.coach.profile.id))
  await callOff(booking.id)
  const hour = must((await shut())[0], 'the hour')
  expect(hour.from).toBe(start.startsAt.toISOString())
  expect((await reopen(hour, people.coach.account)).status).toBe(403)
  expect((await reopen(hour)).status).toBe(200)
})

test('called off again at the same early hour: the player is mailed the new link', async () => {
  const start = aStart(20)
  const booking = await book({ start })
  const mailed = async () => (await mailsTo(people.player, 'choose:')).length
  await callOff(booking.id)
  expect(await mailed()).toBe(1)
  const hour = aStart(30)
  await choose(booking.id, { chosen: 'another-hour', selectedDate: hour.date, selectedTime: hour.time })
  // Staff reopen the hour, and move it back.
  const shut = (await app.call(listShutHours, {}, people.owner.token)).body
  const { from, to } = must(
    shut.find(({ coachId }) => coachId === people.coach.profile.id),
    'the hour',
  )
  await app.call(reopenHours, { params: { coachId: people.coach.profile.id }, body: { from, to } }, people.owner.token)
  const body = { selectedDate: start.date, selectedTime: start.time }
  expect((await app.call(moveBooking, { params: { bookingId: booking.id }, body }, people.owner.token)).status).toBe(
    200,
  )
  expect((await callOff(booking.id)).status).toBe(200)
  expect(await mailed()).toBe(2)
})
