import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as bookingCalls from '#src/features/bookings/contract.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { aSession, nothingMoved, withStaff } from '#tests/support/sessions/a-session.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'

/** The rows of the table of outcomes about sessions that began late, ended early, or were not played. */
const day = await startSessionDay()
const { app, people, mailsTo, passTime, after, aStart, subjectsTo } = day
afterAll(() => app.close())
beforeEach(day.begin)

describe('the table of outcomes', () => {
  test('row 9: a late start that the coach admits gives its minutes back, to the cent', async () => {
    const { player, coachUser, at, here, say, answer, stands } = await aSession(day)
    await here(player)
    await at(7)
    await here(coachUser)
    await at(61)
    expect((await say(player, 'late')).body).toMatchObject({ fields: { minutes: 'How many minutes?' } })
    expect((await say(player, 'late', 61)).status).toBe(400)
    await say(player, 'late', 7)
    expect(await stands()).toMatchObject({ ...nothingMoved, question: { state: 'waiting', minutes: 7 } })
    await answer(coachUser, true)
    // 7 of 60 minutes of $29.00.
    expect(await stands()).toMatchObject({ ...nothingMoved, refundDue: 338, question: { outcome: 'minutes-back' } })
    expect((await mailsTo(player)).map(({ text }) => text).join()).toContain('$3.38 goes back to the card')
  })

  test.each([
    ['is silent', null],
    ['says that it is not so', false],
  ])('row 9: an early end of which the coach %s: our team decides', async (_, agrees) => {
    const { player, coachUser, at, say, answer, stands, decide } = await aSession(day)
    await at(50)
    await say(player, 'ended-early', 10)
    if (agrees !== null) await answer(coachUser, agrees)
    await at(60 + 24 * 60)
    await passTime()
    expect(await stands()).toMatchObject(withStaff)
    expect((await decide('minutes-back', { minutes: 30 })).status).toBe(200)
    expect(await stands()).toMatchObject({ ...nothingMoved, refundDue: 1450 })
  })

  test('row 11: both say that they could not play: a new hour, and everything goes back until then', async () => {
    const { player, coachUser, at, say, row, stands } = await aSession(day)
    await at(20)
    await say(player, 'could-not-play')
    expect(await stands()).toMatchObject({ ...nothingMoved, question: { state: 'waiting' } })
    await say(coachUser, 'could-not-play')
    expect(await stands()).toMatchObject({ ...nothingMoved, question: { outcome: 'new-hour' } })
    expect(await row()).toMatchObject({ sessionDate: 'TBD', startsAt: null, seatId: null, fullRefundUntilStart: true })
    expect((await subjectsTo(people.owner)).join()).toContain('Needs a new hour')
  })

  test('row 11: one says so, the other is silent for 24 hours: a yes, once a booking', async () => {
    const { player, coachUser, params, coach, at, say, row, stands } = await aSession(day)
    await at(20)
    await say(coachUser, 'could-not-play')
    await at(60 + 24 * 60)
    await passTime()
    // The player did not ask for it.
    expect(await row()).toMatchObject({ sessionDate: 'TBD', status: 'confirmed', fullRefundUntilStart: true })

    const next = aStart(5)
    const to = { selectedDate: next.date, selectedTime: next.time, coachId: coach.id }
    expect((await app.call(staffCalls.scheduleBooking, { params, body: to }, people.owner.token)).status).toBe(200)
    await after(next, 20)
    await say(player, 'could-not-play')
    await after(next, 25 * 60)
    await passTime()
    expect(await stands()).toMatchObject(withStaff)
  })

  test('row 11: a player alone gets a new hour and no money, or whoever skips a session could cancel it; all goes back once our team finds no hour in 7 days', async () => {
    const skipped = async () => {
      const session = await aSession(day)
      await session.at(20)
      await session.say(session.player, 'could-not-play')
      await session.at(60 + 24 * 60)
      await passTime()
      const refundNow = async () => {
        const { body } = await app.call(bookingCalls.listMySessions, {}, session.player.token)
        return body.find(({ id }) => id === session.booking.id)?.refundNow
      }
      const cancel = (refund: string) =>
        app.call(bookingCalls.cancelBooking, { params: session.params, body: { refund } }, session.player.token)
      return { ...session, refundNow, cancel }
    }
    const one = await skipped()
    expect(await one.row()).toMatchObject({ sessionDate: 'TBD', status: 'confirmed', price: 2900, refundDue: 0 })
    expect((await mailsTo(one.player)).map(({ text }) => text).join()).toContain('cancelling gives nothing back')
    expect(await one.refundNow()).toBe('0.00')
    expect((await one.cancel('29.00')).status).toBe(409)
    // Neither does the new hour: it is the session they skipped.
    const next = aStart(60)
    const to = { selectedDate: next.date, selectedTime: next.time, coachId: one.coach.id }
    expect(
      (await app.call(staffCalls.scheduleBooking, { params: one.params, body: to }, people.owner.token)).status,
    ).toBe(200)
    expect(await one.refundNow()).toBe('0.00')
    await one.at(60 + 24 * 60 + 7 * 24 * 60)
    await passTime()
    expect(await one.refundNow()).toBe('0.00')

    // No hour came: that is ours.
    const other = await skipped()
    await other.at(60 + 24 * 60 + 7 * 24 * 60 - 1)
    await passTime()
    expect(await other.refundNow()).toBe('0.00')
    await other.at(60 + 24 * 60 + 7 * 24 * 60)
    await passTime()
    await passTime()
    expect(await other.refundNow()).toBe('29.00')
    expect((await subjectsTo(other.player)).filter((subject) => subject.startsWith('No new hour yet'))).toHaveLength(1)
    expect((await other.cancel('29.00')).status).toBe(200)

    // A coach who calls the new hour off makes it whole.
    const third = await skipped()
    const later = aStart(70)
    const at = { selectedDate: later.date, selectedTime: later.time, coachId: third.coach.id }
    await app.call(staffCalls.scheduleBooking, { params: third.params, body: at }, people.owner.token)
    await app.call(callOff, { params: third.params, body: { reason: 'ill' } }, third.coachUser.token)
    expect(await third.refundNow()).toBe('29.00')
  })
})
