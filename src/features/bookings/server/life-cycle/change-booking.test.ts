import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { seats } from '#src/features/schedule/server/table.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { hoursBefore, startBookings, to } from '#tests/support/bookings/bookings-of-a-coach.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

/** Moving and scheduling. */
const { app, people, freshStart, useNewCoach, profile, aSession, at, rowOf, mailsTo, attachments } =
  await startBookings()
afterAll(() => app.close())

describe('moving', () => {
  beforeAll(useNewCoach)

  test('keeps the booking, swaps the hour, raises the sequence and mails the new invite', async () => {
    const player = await aUser(app.deps)
    const booking = await aSession({ player })
    const start = freshStart()
    const { status, body } = await at(hoursBefore(booking, 13), () =>
      app.call(calls.moveBooking, { params: { bookingId: booking.id }, body: to(start) }, player.token),
    )
    expect(status).toBe(200)
    expect(body.booking).toMatchObject({
      id: booking.id,
      sessionDate: start.date,
      sessionTime: start.time,
      startsAt: start.startsAt.toISOString(),
    })
    expect(body.calendarInvite).toContain('SEQUENCE:1')
    await app.runJobs()
    const [ics] = await attachments(mailsTo(player.email)[0]!.id)
    expect(ics).toContain('METHOD:REQUEST')
    expect(await app.deps.db.select().from(seats).where(eq(seats.playerId, player.id))).toHaveLength(1)
  })

  test('never raises the refund: what was 50 % stays 50 %', async () => {
    const booking = await aSession()
    await at(hoursBefore(booking, 20), () =>
      app.call(calls.moveBooking, { params: { bookingId: booking.id }, body: to(freshStart()) }, people.player.token),
    )
    const moved = await rowOf(booking.id)
    const mine = await at(hoursBefore(moved, 48), () => app.call(calls.listMySessions, {}, people.player.token))
    expect(mine.body.find((session) => session.id === booking.id)!.refundNow).toBe(basic.half)
  })

  test('less than 12 hours before is refused to the player, not to staff', async () => {
    const booking = await aSession()
    const move = (token: string) =>
      at(hoursBefore(booking, 11), () =>
        app.call(calls.moveBooking, { params: { bookingId: booking.id }, body: to(starts[150]!) }, token),
      )
    expect((await move(people.player.token)).status).toBe(409)
    expect((await move(people.staff.token)).status).toBe(200)
  })

  test('to a taken hour changes nothing and offers others; to an overlapping one of its own works', async () => {
    const mine = await aSession()
    const theirs = await aSession({ player: people.other })
    const move = (start: { date: string; time: string }) =>
      at(hoursBefore(mine, 40), () =>
        app.call(
          calls.moveBooking,
          { params: { bookingId: mine.id }, body: { selectedDate: start.date, selectedTime: start.time } },
          people.player.token,
        ),
      )
    const answer = await move({ date: theirs.sessionDate, time: theirs.sessionTime })
    const { startsAt, zone } = theirs
    const refusal = { reason: 'taken', nearest: [{}, {}, {}], startsAt: startsAt!.toISOString(), zone }
    expect(answer).toMatchObject({ status: 409, body: refusal })
    expect(JSON.stringify(answer.body)).toContain(`${showMoment(startsAt!, zone)} was just taken.`)
    expect(await rowOf(mine.id)).toMatchObject({ sessionTime: mine.sessionTime, seatId: mine.seatId, sequence: 0 })

    const long = await aSession({ service: findService('1on1-pro')!, start: starts[12 * 10]! })
    const overlapping = await at(hoursBefore(long, 40), () =>
      app.call(
        calls.moveBooking,
        { params: { bookingId: long.id }, body: to(starts[12 * 10 + 1]!) },
        people.player.token,
      ),
    )
    expect(overlapping.status).toBe(200)
  })
})

describe('a booking without a time', () => {
  test('is given its hour and coach by staff, once, and then mailed', async () => {
    const player = await aUser(app.deps)
    const booking = await aSession({ player, start: null })
    const start = freshStart()
    const schedule = () =>
      app.call(
        staffCalls.scheduleBooking,
        { params: { bookingId: booking.id }, body: { ...to(start), coachId: profile().id } },
        people.staff.token,
      )
    expect((await schedule()).body.booking).toMatchObject({ sessionDate: start.date, coachName: profile().name })
    expect((await schedule()).status).toBe(409)
    await app.runJobs()
    expect(mailsTo(player.email)[0]!.subject).toMatch(/^Your session is set: /)
    const coachs = mailsTo(people.coach.email).filter(({ text }) => text.includes(booking.id))
    expect(coachs).toMatchObject([{ subject: expect.stringMatching(/^New session: /) }])
  })
})
