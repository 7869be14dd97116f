import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { moveBooking } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { changeCoachProfile, listCoaches, readCoachDetails } from '#src/features/coaches/contract.ts'
import { deliveries, smsOptOuts } from '#src/features/notifications/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { checkIn, listSessionStates } from '#src/features/sessions/contract.ts'
import { makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import { countSegments } from '#src/shared/text/sms-text.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { checkIns } from '../table.ts'
import { callMissingCoaches } from './call-coach.ts'
import { recountPunctuality } from './punctuality.ts'

let app: TestApp
let clock = new Date()
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())
beforeEach(() => {
  clock = new Date()
})

const minute = 60_000

/** An hour's session that starts in half an hour. `at` sets the clock to so many minutes after its start. */
async function aSession({ withAccount = true } = {}) {
  const coachUser = await aUser(app.deps)
  const coach = await aCoach(app.deps, withAccount ? { userId: coachUser.id } : {})
  const player = await aUser(app.deps)
  const startsAt = new Date(+clock + 30 * minute)
  const start = { date: '2026-01-05', time: '09:00', startsAt }
  const booking = await aBooking(app.deps, { player, coach, start })
  const params = { bookingId: booking.id }
  return {
    ...{ booking, player, coach, coachUser, startsAt },
    at: (minutes: number) => {
      clock = new Date(+startsAt + minutes * minute)
    },
    press: ({ token }: { token: string }) => app.call(checkIn, { params }, token),
    joinOf: async ({ token }: { token: string }) =>
      (await app.call(listSessionStates, {}, token)).body.find((state) => state.bookingId === booking.id)?.join,
  }
}

test('each of the two presses that they are here from 15 minutes before until the end, and the other sees when', async () => {
  const { player, coachUser, at, press, joinOf, startsAt } = await aSession()
  const stranger = await aUser(app.deps)
  at(-15.1)
  expect(await press(player)).toMatchObject({ status: 409, body: { message: expect.stringContaining('15 minutes') } })
  at(-15)
  expect(await press(player)).toMatchObject({ status: 200, body: { at: clock.toISOString() } })
  const first = clock.toISOString()
  at(-5)
  expect((await press(player)).body).toEqual({ at: first })
  for (const other of [stranger, owner]) expect((await press(other)).status).toBe(404)
  expect(await joinOf(coachUser)).toMatchObject({ you: null, other: first })
  at(12)
  expect((await press(coachUser)).status).toBe(200)
  expect(await joinOf(player)).toMatchObject({
    ...{ you: first, other: clock.toISOString() },
    from: new Date(+startsAt - 15 * minute).toISOString(),
    until: new Date(+startsAt + 60 * minute).toISOString(),
  })
  at(60)
  expect((await press(player)).status).toBe(409)
  expect(await joinOf(player)).toBeNull()
})

test('who was there belongs to the start: a move clears it', async () => {
  const { booking, player, coachUser, at, press, joinOf } = await aSession()
  at(-10)
  for (const person of [player, coachUser]) await press(person)
  const to = bookableStarts(clock, app.deps.env.businessTimeZone)[20]!
  const body = { selectedDate: to.date, selectedTime: to.time }
  expect((await app.call(moveBooking, { params: { bookingId: booking.id }, body }, owner.token)).status).toBe(200)
  expect(await joinOf(player)).toMatchObject({ you: null, other: null })
  expect(await press(player)).toMatchObject({ status: 409 })
})

test('the coach’s room is an https address that players with a booking see, and nobody else', async () => {
  const { player, coach, coachUser, joinOf } = await aSession()
  const { title, description, currentRank, achievements, specialties } = coach
  const profile = { title, description, currentRank, achievements, specialties }
  const save = (roomUrl: string | null) =>
    app.call(changeCoachProfile, { body: { ...profile, roomUrl } }, coachUser.token)
  expect((await save('http://room.example.com')).status).toBe(400)
  expect((await save('https://room.example.com/vexflip')).body.roomUrl).toBe('https://room.example.com/vexflip')
  expect(await joinOf(player)).toMatchObject({ room: 'https://room.example.com/vexflip' })
  const seen = [
    await app.call(listCoaches),
    await app.call(readCoachDetails, { params: { slug: coach.slug } }),
    await app.call(listSessionStates, {}, (await aUser(app.deps)).token),
  ]
  expect(JSON.stringify(seen)).not.toContain('room.example.com')
  expect((await save(null)).body.roomUrl).toBeNull()
})

test('a coach who is not there is called once, 5 minutes after the start, when their player waits; our team knows', async () => {
  const { player, coach, coachUser, at, press } = await aSession()
  const calls = () => called({ to: coachUser.email, about: coach.name })
  at(6)
  expect(await calls()).toEqual([0, 0])
  at(4.9)
  await press(player)
  expect(await calls()).toEqual([0, 0])
  at(5)
  expect(await calls()).toEqual([1, 1])
  at(9)
  expect(await calls()).toEqual([1, 1])
})

test('nobody is called when the coach is there; without an account only our team can call', async () => {
  const met = await aSession()
  met.at(-1)
  for (const person of [met.player, met.coachUser]) await met.press(person)
  met.at(6)
  expect(await called({ to: met.coachUser.email, about: met.coach.name })).toEqual([0, 0])
  clock = new Date()
  const alone = await aSession({ withAccount: false })
  alone.at(6)
  await alone.press(alone.player)
  expect(await called({ to: alone.coachUser.email, about: alone.coach.name })).toEqual([0, 1])
  const mail = app.sandbox.outbox.list().find(({ subject }) => subject.includes(alone.coach.name))
  expect(mail?.text).toContain(`${alone.coach.name} has no account`)
})

test('a coach with a phone number is called and asked by SMS, too, unless they stopped that; our team reads the number', async () => {
  const sentTo = async (to: string) => {
    await app.runJobs()
    return (await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, to))).map(({ text }) => text)
  }
  const [known, stopped] = ['+12025550171', '+12025550172'] as const
  await app.deps.db.insert(smsOptOuts).values({ number: stopped, isOut: true })
  for (const phone of [known, stopped]) {
    clock = new Date()
    const { player, booking, coach, coachUser, at, press } = await aSession()
    const { title, description, currentRank, achievements, specialties } = coach
    const profile = { title, description, currentRank, achievements, specialties }
    const save = (given: string) =>
      app.call(changeCoachProfile, { body: { ...profile, phone: given } }, coachUser.token)
    expect((await save('call me')).body).toMatchObject({ fields: { phone: expect.stringContaining('country code') } })
    expect((await save(phone.replace('+1', '+1 '))).body.phone).toBe(phone)
    expect(
      JSON.stringify([await app.call(listCoaches), await app.call(listSessionStates, {}, player.token)]),
    ).not.toContain(phone.slice(2))
    await app.deps.db.update(bookings).set({ customerPhone: '+12025550173' }).where(eq(bookings.id, booking.id))
    at(4)
    await press(player)
    at(5)
    await callMissingCoaches(app.deps)
    await callMissingCoaches(app.deps)
    at(16)
    await app.call(makeStatement, { params: { bookingId: booking.id }, body: { says: 'not-here' } }, player.token)
    const texts = await sentTo(phone)
    expect(texts).toHaveLength(phone === known ? 2 : 0)
    for (const text of texts) expect(countSegments(text)).toMatchObject({ segments: 1, isBasic: true })
    expect(texts.join()).toContain(phone === known ? 'is waiting for you: your session began at' : '')
    expect((await sentTo(owner.email)).join()).toContain(`Call ${phone}.`)
  }
  // What the coach is asked is none of the player's.
  expect(await sentTo('+12025550173')).toEqual([])
})

test('a coach’s page says how often they came on time, from 5 sessions on in which both pressed', async () => {
  const { coach } = await aSession()
  const shown = async () => {
    await recountPunctuality(app.deps)
    return (await app.call(readCoachDetails, { params: { slug: coach.slug } })).body.punctuality
  }
  const meet = async (hoursAgo: number, pressed: { player?: number; coach?: number }, more: BookingOverrides = {}) => {
    const startsAt = new Date(+clock - hoursAgo * 60 * minute)
    const start = { date: '2026-01-05', time: '09:00', startsAt }
    const { id: bookingId } = await aBooking(app.deps, { coach, start, ...more })
    for (const [side, at] of Object.entries(pressed) as ['player' | 'coach', number][])
      await app.deps.db.insert(checkIns).values({ bookingId, startsAt, side, at: new Date(+startsAt + at * minute) })
  }
  clock = new Date()
  for (const hoursAgo of [10, 20, 30]) await meet(hoursAgo, { player: 9, coach: 3 })
  await meet(40, { player: -5, coach: 3.1 })
  // Of these nothing is known, or it is long ago.
  await meet(50, { coach: 0 })
  await meet(60, { player: 0 })
  await meet(70, {})
  await meet(91 * 24, { player: 0, coach: 0 })
  expect(await shown()).toBeNull()
  // Of a group the coach pressed at one seat, the player at another.
  const group = services.find(({ capacity }) => capacity > 1)!
  await meet(80, { coach: -1 }, { service: group })
  await meet(80, { player: 0 }, { service: group })
  expect(await shown()).toEqual({ onTime: 4, of: 5 })
  await app.deps.db.delete(checkIns).where(eq(checkIns.side, 'player'))
  expect(await shown()).toBeNull()
})

test('a coach of a group sees each player’s arrival', async () => {
  const group = services.find(({ capacity }) => capacity > 1)!
  const coachUser = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const start = { date: '2026-01-05', time: '09:00', startsAt: new Date(+clock + 10 * minute) }
  const seats = [await aUser(app.deps), await aUser(app.deps)]
  for (const player of seats) await aBooking(app.deps, { player, coach, start, service: group })
  const states = (await app.call(listSessionStates, {}, coachUser.token)).body
  expect(states).toHaveLength(2)
  const [first] = (await app.call(listSessionStates, {}, seats[0]!.token)).body
  await app.call(checkIn, { params: { bookingId: first!.bookingId } }, seats[0]!.token)
  const after = (await app.call(listSessionStates, {}, coachUser.token)).body
  expect(after.filter(({ join }) => join?.other)).toMatchObject([{ bookingId: first!.bookingId }])
})

test('nobody is called who is there for another seat of the group, or who called off', async () => {
  const group = services.find(({ capacity }) => capacity > 1)!
  const coachUser = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const startsAt = new Date(+clock + 10 * minute)
  const start = { date: '2026-01-05', time: '09:00', startsAt }
  const seats = [await aUser(app.deps), await aUser(app.deps)] as const
  const ids: string[] = []
  for (const player of seats) ids.push((await aBooking(app.deps, { player, coach, start, service: group })).id)
  const press = (id: string, { token }: { token: string }) => app.call(checkIn, { params: { bookingId: id } }, token)
  for (const [i, player] of seats.entries()) expect((await press(ids[i]!, player)).status).toBe(200)
  expect((await press(ids[0]!, coachUser)).status).toBe(200)
  clock = new Date(+startsAt + 6 * minute)
  expect(await called({ to: coachUser.email, about: coach.name })).toEqual([0, 0])

  clock = new Date()
  const off = await aSession()
  off.at(-10)
  await off.press(off.player)
  const params = { bookingId: off.booking.id }
  const body = { reason: 'ill', word: null } as const
  expect((await app.call(callOff, { params, body }, off.coachUser.token)).status).toBe(200)
  off.at(6)
  expect(await called({ to: off.coachUser.email, about: off.coach.name })).toEqual([0, 0])
})

/** How many mails called the coach at this address, and told the team of a player who waits for them. */
async function called({ to, about }: { to: string; about: string }): Promise<[number, number]> {
  await callMissingCoaches(app.deps)
  await app.runJobs()
  const mails = app.sandbox.outbox.list()
  return [
    mails.filter((mail) => mail.to === to && mail.subject.includes('is waiting for you')).length,
    mails.filter((mail) => mail.to === owner.email && mail.subject.includes(`is waiting for ${about} right now`))
      .length,
  ]
}
