import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import { hoursBefore, startBookings } from '#tests/support/bookings/bookings-of-a-coach.ts'
import { basic, priceOf } from '#tests/support/prices.ts'
import type { BookingRow } from '../bookings.ts'
import { bookings } from '../table.ts'

/** Cancelling, by players and staff. */
const { app, people, freshStart, useNewCoach, profile, aSession, at, cancel, mailsTo, attachments } =
  await startBookings()
afterAll(() => app.close())

describe('cancelling', () => {
  beforeAll(useNewCoach)

  test.each([
    [25, basic.decimal],
    [24, basic.decimal],
    [23.9, basic.half],
    [2, basic.half],
    [1.9, '0.00'],
  ])('%d hours before gives back $%s', async (hours, refund) => {
    const booking = await aSession()
    await at(hoursBefore(booking, hours), async () => {
      const mine = await app.call(calls.listMySessions, {}, people.player.token)
      expect(mine.body.find((session) => session.id === booking.id)!.refundNow).toBe(refund)
      const wrong = await cancel(booking.id, '28.99', people.player.token)
      expect(wrong).toMatchObject({ status: 409, body: { reason: 'refund-changed', refund } })
      expect((await cancel(booking.id, refund, people.player.token)).status).toBe(200)
    })
  })

  test('after the start is refused', async () => {
    const booking = await aSession()
    expect((await at(hoursBefore(booking, 0), () => cancel(booking.id, '0.00', people.player.token))).status).toBe(409)
  })

  test('20 times at once cancels once, frees the hour, and mails once with a METHOD:CANCEL invite', async () => {
    const player = await aUser(app.deps)
    const booking = await aSession({ player })
    const answers = await at(hoursBefore(booking, 30), () =>
      Promise.all(Array.from({ length: 20 }, () => cancel(booking.id, basic.decimal, player.token))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    await app.runJobs()
    const mails = mailsTo(player.email)
    expect(mails).toMatchObject([{ text: expect.stringContaining(`/sessions/${booking.id}`) }])
    const coachs = mailsTo(people.coach.email).filter(({ text }) => text.includes(`/sessions/${booking.id}`))
    expect(coachs).toHaveLength(1)
    const [ics] = await attachments(mails[0]!.id)
    expect(ics).toContain('METHOD:CANCEL')
    expect(ics).toContain('SEQUENCE:1')
    expect(ics).toContain('STATUS:CANCELLED')
    await aBooking(app.deps, {
      coach: profile(),
      start: { date: booking.sessionDate, time: booking.sessionTime, startsAt: booking.startsAt! },
    })
  })

  test('by staff works after the start too, for a coach who did not come', async () => {
    const booking = await aSession()
    const answer = await at(hoursBefore(booking, -1), () => cancel(booking.id, basic.decimal, people.staff.token))
    expect(answer.status).toBe(200)
  })

  test('by staff may give everything back late', async () => {
    const booking = await aSession()
    await at(hoursBefore(booking, 1), async () => {
      expect((await cancel(booking.id, '20.00', people.staff.token)).status).toBe(409)
      expect((await cancel(booking.id, basic.decimal, people.staff.token)).status).toBe(200)
    })
  })

  test('one of four group seats leaves three, and frees one', async () => {
    const group = findService('group-basic')!
    const start = freshStart()
    const players = await Promise.all(Array.from({ length: 5 }, () => aUser(app.deps)))
    const booked: BookingRow[] = []
    for (const player of players.slice(0, 4)) booked.push(await aSession({ player, service: group, start }))
    await expect(aSession({ player: players[4], service: group, start })).rejects.toThrow('taken')
    await at(hoursBefore(booked[0]!, 30), () => cancel(booked[1]!.id, priceOf(group.id).decimal, players[1]!.token))
    const left = await app.deps.db
      .select()
      .from(bookings)
      .where(
        sql`${bookings.startsAt} = ${start.startsAt.toISOString()} and ${bookings.status} = 'confirmed' and ${bookings.serviceId} = 'group-basic'`,
      )
    expect(left).toHaveLength(3)
    await aSession({ player: players[4], service: group, start })
  })
})
