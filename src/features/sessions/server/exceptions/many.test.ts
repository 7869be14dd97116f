import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { auditLog } from '#src/features/audit/server/table.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { moneyDesk } from '#src/features/payments/money-contract.ts'
import * as calls from '#src/features/sessions/exceptions-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { fifty, startExceptions, statuses } from '#tests/support/sessions/exceptions.ts'
import { group, zone } from '#tests/support/sessions/session-day.ts'
import { starts } from '#tests/support/starts.ts'

/** Many sessions at once, and a day of a coach (BOOK-15, CALL-1). */
const { app, owner, aSession, read, look, many, acts, mails, start } = await startExceptions()
afterAll(() => app.close())

describe('many at once', () => {
  const aPaid = async (at: number) => {
    const player = await aUser(app.deps)
    return aPaidBookingFor(app, player.token, must(starts[at], 'a start'))
  }
  const sent = (paymentId: string | null) =>
    app.sandbox.ledger.refunds(must(paymentId, 'a payment')).map(({ amount }) => amount)

  test('50 presses cancel each with all back once, with one set of mails, and the two books agree', async () => {
    const list = [await aPaid(61), await aPaid(62)]
    const lines = list.map(({ number }) => ({ number, refund: '29.00' }))
    const answers = await fifty(() => many({ act: 'cancel', reason: 'The coach is ill.', lines }))
    expect(statuses(answers).filter((status) => status !== 409)).toEqual([200])
    const done = answers.flatMap(({ status, body }) => (status === 200 ? body.lines : [])).filter(({ why }) => !why)
    expect(done.map(({ number }) => number).sort()).toEqual(list.map(({ number }) => number).sort())
    await app.runJobs()
    for (const { id, paymentId, customerEmail } of list) {
      expect(await read(id)).toMatchObject({ status: 'cancelled', refundDue: 2900, refunded: 2900 })
      expect(sent(paymentId)).toEqual([2900])
      expect((await mails(`booking-cancelled:${id}`)).filter((to) => to === customerEmail)).toHaveLength(1)
    }
    const desk = await app.call(moneyDesk, { query: { date: wallClock(new Date(), zone).date } }, owner.token)
    expect(desk.body).toMatchObject({ difference: '0.00', differing: 0 })
  })

  test('50 presses give money back once, and the same request again gives nothing more', async () => {
    const [one, two] = [await aPaid(64), await aPaid(65)]
    const lines = [
      { number: one.number, amount: '29.00', left: '29.00', isCalledOff: false, idempotencyKey: newId() },
      { number: two.number, amount: '4.50', left: '29.00', isCalledOff: false, idempotencyKey: newId() },
    ]
    const body = { act: 'refund', reason: 'The server was down.', lines }
    expect(statuses(await fifty(() => many(body)))).toEqual([200])
    expect(await many(body)).toMatchObject({ status: 200, body: { lines: [{ why: null }, { why: null }] } })
    await app.runJobs()
    expect([sent(one.paymentId), sent(two.paymentId)]).toEqual([[2900], [450]])
    expect(await mails(...lines.map(({ idempotencyKey }) => `booking-refunded:${idempotencyKey}`))).toHaveLength(2)
  })

  test('what is not as it was shown is named, and nothing is done', async () => {
    const [one, two] = [await aSession(), await aSession({ refundDue: 900, refunded: 900 })]
    const numbers = [one, two].map(({ booking }) => booking.number)
    const lines = numbers.map((number) => ({ number, refund: '29.00' }))
    expect(await many({ act: 'cancel', lines })).toMatchObject({
      status: 409,
      body: { reason: 'changed', changed: [{ number: numbers[1], why: '$20 would be refunded now.' }] },
    })
    expect((await read(one.booking.id)).status).toBe('confirmed')
    expect((await many({ act: 'cancel', lines: [{ number: 'LU-22222', refund: '1.00' }] })).body).toMatchObject({
      changed: [{ why: 'This booking does not exist.' }],
    })
    const tooMany = Array.from({ length: 51 }, () => ({ number: numbers[0], refund: '29.00' }))
    expect((await many({ act: 'cancel', lines: tooMany })).status).toBe(400)
  })

  test('sessions are called off with all their seats, as many as were shown; each player chooses once', async () => {
    const coach = await aCoach(app.deps, { userId: (await aUser(app.deps)).id })
    const seats = [await aSession({ coach, service: group }), await aSession({ coach, service: group })]
    const [first, second] = seats.map(({ booking }) => booking)
    const { number, seats: shared } = await look(must(first, 'a seat').number).then((found) => ({
      number: found.booking.number,
      seats: found.seats,
    }))
    expect(shared).toBe(2)
    const startsAt = start.startsAt.toISOString()
    const body = (count: number) => ({
      ...{ act: 'call-off', reason: 'ill', word: 'Sorry!' },
      lines: [number, must(second, 'a seat').number].map((each) => ({ number: each, startsAt, seats: count })),
    })
    expect((await many(body(1))).body).toMatchObject({ changed: [{ why: '2 players share it now.' }, {}] })
    const answers = await fifty(() => many(body(2)))
    expect(statuses(answers).filter((status) => status !== 409)).toEqual([200])
    for (const { booking, player } of seats) {
      expect((await acts(booking.id)).filter((act) => act === 'call-off')).toHaveLength(1)
      const chosen = await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, player.email))
      const [mail, ...others] = chosen.filter(
        ({ dedupeKey, channel }) => channel === 'mail' && dedupeKey?.startsWith('choose:'),
      )
      expect(mail?.text).toContain('We write: “Sorry!”')
      expect(others).toEqual([])
    }
    const { choosesUntil, refundLeft } = await look(number)
    expect(choosesUntil).toBe(new Date(+start.startsAt - 3_600_000).toISOString())
    const refund = { number, amount: '1.00', left: refundLeft, isCalledOff: false, idempotencyKey: newId() }
    expect((await many({ act: 'refund', reason: 'Sorry.', lines: [refund] })).body).toMatchObject({
      changed: [{ why: 'It was called off meanwhile.' }],
    })
  })
})

test('staff call a coach’s day off as it was shown, but no day on which they play themselves', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const coach = await aCoach(app.deps, { userId: (await aUser(app.deps)).id })
  const { booking } = await aSession({ coach })
  const shown = (list: { id: string; startsAt: Date | null }[]) =>
    list.map(({ id, startsAt }) => ({ bookingId: id, startsAt: must(startsAt, 'a start').toISOString() }))
  const callOffDay = (sessions: { bookingId: string; startsAt: string }[], by = owner) =>
    app.call(
      calls.callOffCoachsDay,
      { params: { coachId: coach.id }, body: { reason: 'ill', date: start.date, zone, sessions } },
      by.token,
    )
  const seen = shown([booking])
  const later = must(
    starts.find(({ date, time }) => date === start.date && time > start.time) ??
      starts.find(({ date, time }) => date === start.date && time < start.time),
    'another hour',
  )
  const own = await aSession({ coach, player: admin, start: later })
  expect((await callOffDay(seen)).body).toMatchObject({ message: expect.stringContaining('New:') })
  expect((await callOffDay(shown([booking, own.booking]), admin)).body).toMatchObject({
    message: expect.stringContaining('your own session'),
  })
  const answers = await fifty(() => callOffDay(shown([booking, own.booking])))
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([{ players: 2 }])
  expect(statuses(answers)).toEqual([200, 409])
  const history = await app.deps.db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, booking.id))
  expect(history.find(({ act }) => act === 'call-off')).toMatchObject({ actorId: owner.id, actorRole: 'staff' })
  const audited = await app.deps.db.select().from(auditLog).where(eq(auditLog.status, 200))
  const told = audited.filter(({ sentence }) =>
    sentence?.includes(`session with ${booking.coachName} (${booking.number})`),
  )
  expect(told, 'found by the player’s name').toHaveLength(1)
  // What is said of them goes with them.
  expect(Object.values(told[0]!.about)).toEqual(expect.arrayContaining([booking.id, own.booking.id]))
})
