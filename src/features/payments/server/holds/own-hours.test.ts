import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listMySessions } from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { freeHours, nextFreeHours } from '#src/features/bookings/hours-contract.ts'
import { services } from '#src/features/bookings/services.ts'
import { createFreeBooking, scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { askForRatings } from '#src/features/ratings/server/ask-for-ratings.ts'
import { seats, slots } from '#src/features/schedule/server/table.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const refusal = { reason: 'own-hours', message: 'These are your own hours, so you cannot book them.' }
const [start] = starts.slice(30)
const metadata = { serviceId: '1on1-basic', selectedDate: start!.date, selectedTime: start!.time }

async function aPlayingCoach() {
  const account = await aUser(app.deps)
  return { account, coach: await aCoach(app.deps, { userId: account.id, gameExpertise: ['fortnite'] }) }
}

test('a coach is neither offered nor sold their own hours, with a time or without; everybody else is', async () => {
  const { account, coach } = await aPlayingCoach()
  const { token } = account
  const other = await aUser(app.deps)
  const offered = (by?: string) => app.call(freeHours, { query: { serviceId: '1on1-basic', coachId: coach.id } }, by)
  expect(await offered(token)).toMatchObject({ status: 409, body: refusal })
  expect([(await offered(other.token)).status, (await offered()).status]).toEqual([200, 200])
  const next = async (by: string) => (await app.call(nextFreeHours, {}, by)).body.coaches.map(({ coachId }) => coachId)
  expect(await next(token)).not.toContain(coach.id)
  expect(await next(other.token)).toContain(coach.id)

  const ask = (more: object) =>
    app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata: { ...metadata, ...more } } }, token)
  expect(await ask({ coachId: coach.id })).toMatchObject({ status: 409, body: refusal })
  expect(await ask({ coach: coach.name, selectedDate: null, selectedTime: null })).toMatchObject({ body: refusal })
  expect(await app.deps.db.$count(seats)).toBe(0)
})

test('any available coach is never oneself: another one, or nobody', async () => {
  await app.deps.db.update(coaches).set({ isActive: false })
  const { account } = await aPlayingCoach()
  const ask = () =>
    app.call(
      createPaymentIntent,
      { body: { amount: basic.decimal, metadata: { ...metadata, game: 'fortnite' } } },
      account.token,
    )
  const hours = async () => {
    const query = { serviceId: '1on1-basic', game: 'fortnite' as const }
    const { days } = (await app.call(freeHours, { query }, account.token)).body
    return days.flatMap((day) => day.hours).filter(({ state }) => state === 'free').length
  }
  expect(await hours()).toBe(0)
  expect((await ask()).status).toBe(409)
  const other = await aCoach(app.deps, { gameExpertise: ['fortnite'] })
  expect(await hours()).toBeGreaterThan(0)
  expect((await ask()).status).toBe(200)
  expect(await app.deps.db.select({ coachId: slots.coachId }).from(slots)).toEqual([{ coachId: other.id }])
})

test('what a coach has booked with themselves stays, and is neither rated nor asked about', async () => {
  const { account, coach } = await aPlayingCoach()
  const startsAt = new Date(Date.now() - 5 * 3_600_000)
  const began = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
  const { id: bookingId } = await aBooking(app.deps, { player: account, coach, start: began, service: services[0]! })
  expect((await app.call(listMySessions, {}, account.token)).body).toMatchObject([{ id: bookingId, isOwn: true }])
  expect(await app.call(rateSession, { body: { bookingId, rating: 5 } }, account.token)).toMatchObject({
    status: 409,
    body: { message: 'You cannot rate your own sessions.' },
  })
  await askForRatings(app.deps)
  await app.runJobs()
  expect(app.sandbox.outbox.list().filter(({ to }) => to.includes(account.email))).toEqual([])
})

test('the team gives away free sessions in hours of their own, but nobody is given theirs', async () => {
  const staff = await aUser(app.deps, { isAdmin: true })
  const own = await aCoach(app.deps, { userId: staff.id, gameExpertise: ['fortnite'] })
  const [service] = freeServices.filter(({ games }) => games.includes('fortnite'))
  const query = { serviceId: service!.id, coachId: own.id }
  const { body } = await app.call(freeHours, { query }, staff.token)
  const hour = body.days.flatMap(({ hours, date }) => hours.map((each) => ({ ...each, date }))).at(5)!
  expect(hour.state).toBe('free')

  const { account, coach } = await aPlayingCoach()
  const give = (coachName: string) =>
    app.call(
      createFreeBooking,
      {
        body: {
          ...{ customerName: account.name, customerEmail: account.email, customerPhone: '', coachName },
          ...{ serviceName: service!.name, selectedDate: hour.date, selectedTime: hour.time },
        },
      },
      staff.token,
    )
  expect(await give(coach.name)).toMatchObject({
    status: 400,
    body: { fields: { customerEmail: expect.stringContaining('own account') } },
  })
  expect((await give(own.name)).status).toBe(200)

  const { id } = await aBooking(app.deps, { player: account, coach: own, start: null })
  const schedule = (coachId: string) =>
    app.call(
      scheduleBooking,
      { params: { bookingId: id }, body: { selectedDate: hour.date, selectedTime: '18:00', coachId } },
      staff.token,
    )
  expect(await schedule(coach.id)).toMatchObject({
    status: 400,
    body: { fields: { coachId: expect.stringContaining('is the player') } },
  })
})
