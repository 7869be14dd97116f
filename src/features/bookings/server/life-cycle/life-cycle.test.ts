import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { type Act, acts } from '#src/features/bookings/life-cycle.ts'
import type { BookingStatus } from '#src/features/bookings/rules.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { saveWriteUp } from '#src/features/sessions/write-up-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { hoursBefore, startBookings, to } from '#tests/support/bookings/bookings-of-a-coach.ts'
import { basic } from '#tests/support/prices.ts'
import { bookingHistory } from '../table.ts'

/** Who may do what from which status, and what hangs on it. */
const { app, people, freshStart, useNewCoach, now, aSession, at, cancel, rowOf, mailsTo } = await startBookings()
afterAll(() => app.close())

describe('the life-cycle table', () => {
  /** Who may do what from which status, during the session's own time for it; written down independently of the code. */
  const allowed: Record<
    Act,
    {
      status: BookingStatus[]
      by: (keyof typeof people)[]
      when: 'before' | 'after' | 'days after' | 'without a time'
      staffToo?: BookingStatus
    }
  > = {
    move: { status: ['confirmed'], by: ['player', 'staff'], when: 'before' },
    cancel: { status: ['confirmed'], by: ['player', 'staff'], when: 'before' },
    schedule: { status: ['confirmed'], by: ['staff'], when: 'without a time' },
    complete: { status: ['confirmed'], by: ['coach', 'staff'], when: 'after', staffToo: 'no_show' },
    'no-show': { status: ['confirmed'], by: ['staff'], when: 'after', staffToo: 'completed' },
    'claim-guarantee': { status: ['confirmed', 'completed'], by: ['player'], when: 'after' },
    'write-up': { status: ['confirmed', 'completed'], by: ['coach'], when: 'after' },
    'notes-missing': { status: ['confirmed', 'completed'], by: ['player'], when: 'days after' },
    refund: { status: ['confirmed', 'completed', 'cancelled', 'no_show'], by: ['staff'], when: 'after' },
  }
  const leadsTo: Partial<Record<Act, BookingStatus>> = {
    cancel: 'cancelled',
    complete: 'completed',
    'no-show': 'no_show',
  }
  const send: Record<Act, (id: string, token: string) => Promise<{ status: number; body: unknown }>> = {
    move: (bookingId, token) => app.call(calls.moveBooking, { params: { bookingId }, body: to(freshStart()) }, token),
    cancel: (id, token) => cancel(id, basic.decimal, token),
    schedule: (bookingId, token) =>
      app.call(staffCalls.scheduleBooking, { params: { bookingId }, body: to(freshStart()) }, token),
    complete: (bookingId, token) => app.call(calls.completeBooking, { params: { bookingId } }, token),
    'no-show': (bookingId, token) => app.call(calls.markNoShow, { params: { bookingId } }, token),
    refund: (bookingId, token) =>
      app.call(
        staffCalls.giveRefund,
        { params: { bookingId }, body: { amount: '5.00', reason: 'A late start.', idempotencyKey: newId() } },
        token,
      ),
    'claim-guarantee': (bookingId, token) =>
      app.call(
        calls.claimGuarantee,
        { params: { bookingId }, body: { wanted: 'refunded' as const, reason: 'It did not help me.' } },
        token,
      ),
    'write-up': (bookingId, token) =>
      app.call(saveWriteUp, { params: { bookingId }, body: { seen: ['Shadow defence first. '.repeat(5)] } }, token),
    'notes-missing': (bookingId, token) => app.call(calls.claimMissingNotes, { params: { bookingId } }, token),
  }
  const statuses: BookingStatus[] = ['confirmed', 'completed', 'cancelled', 'no_show']
  const rows = acts.flatMap((act) =>
    statuses.flatMap((status) => (['player', 'coach', 'staff', 'other'] as const).map((who) => ({ act, status, who }))),
  )
  // A coach's hours are not enough for all of them.
  const last = { act: acts[0]! }

  test.each(rows)('$act a $status booking as $who', async ({ act, status, who }) => {
    if (act !== last.act) await useNewCoach()
    last.act = act
    // A player of its own: the guarantee is for the first session.
    const player = who === 'player' ? await aUser(app.deps) : people.player
    const rule = allowed[act]
    const booking = await aSession({ player, status, ...(rule.when === 'without a time' && { start: null }) })
    const hours = { before: 25, after: -1.5, 'days after': -49.1, 'without a time': null }[rule.when]
    const instant = hours === null ? now() : hoursBefore(booking, hours)
    const token = who === 'player' ? player.token : people[who].token
    const answer = await at(instant, () => send[act](booking.id, token))
    const isCorrection = who === 'staff' && rule.staffToo === status
    const isAllowed = (rule.status.includes(status) && (rule.by as string[]).includes(who)) || isCorrection
    // Nobody else has the coach's place.
    const refused = who === 'other' || act === 'write-up' ? [404, 403, 409] : [409, 403]
    if (isAllowed) expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    else expect(refused).toContain(answer.status)
    const after = await rowOf(booking.id)
    expect(after.status).toBe(isAllowed ? (leadsTo[act] ?? status) : status)
    const history = await app.deps.db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, booking.id))
    expect(history.map((entry) => entry.act)).toEqual(isAllowed ? [act] : [])
    if (isAllowed)
      expect(history[0]).toMatchObject({ actorId: who === 'player' ? player.id : people[who].id, actorRole: who })
  })
})

test('what hangs on the outcome follows when the team corrects it: guarantee and rating', async () => {
  await useNewCoach()
  const player = await aUser(app.deps)
  const booking = await aSession({ player, status: 'no_show' })
  const params = { bookingId: booking.id }
  const claim = () =>
    app.call(
      calls.claimGuarantee,
      { params, body: { wanted: 'refunded' as const, reason: 'It did not help me.' } },
      player.token,
    )
  const rate = () => app.call(rateSession, { body: { ...params, rating: 4 } }, player.token)
  const correct = (call: typeof calls.completeBooking) => app.call(call, { params }, people.staff.token)
  await at(hoursBefore(booking, -1.5), async () => {
    expect([(await claim()).status, (await rate()).status]).toEqual([409, 409])
    expect((await correct(calls.completeBooking)).body).toMatchObject({ status: 'completed' })
    expect([(await claim()).status, (await rate()).status]).toEqual([200, 200])
    expect((await correct(calls.markNoShow)).body).toMatchObject({ status: 'no_show' })
    expect((await claim()).status).toBe(409)
  })
  await app.runJobs()
  const subjects = mailsTo(player.email).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual([
    expect.stringMatching(/^Marked as a no-show: /),
    expect.stringMatching(/^We got your guarantee claim: /),
  ])
})

test('a no-show: staff mark it at any time after the start', async () => {
  await useNewCoach()
  const mark = async (hoursAfterStart: number) => {
    const booking = await aSession()
    const params = { bookingId: booking.id }
    const answer = await at(hoursBefore(booking, -hoursAfterStart), () =>
      app.call(calls.markNoShow, { params }, people.staff.token),
    )
    return [answer.status, (await rowOf(booking.id)).missing]
  }
  expect([await mark(-0.01), await mark(0.01), await mark(480)]).toEqual([
    [409, null],
    [200, 'player'],
    [200, 'player'],
  ])
})

test('a coach who belongs to the team does not decide about their own session', async () => {
  const both = await aUser(app.deps, { isAdmin: true })
  const theirs = await aCoach(app.deps, { userId: both.id })
  const { id: bookingId, ...booking } = await aSession({ coach: theirs })
  const answer = await at(hoursBefore(booking, -1.5), () =>
    app.call(calls.markNoShow, { params: { bookingId } }, both.token),
  )
  expect(answer.status).toBe(409)
})

describe('the player’s room', () => {
  test('shows only the player’s own bookings, and gives nothing of others', async () => {
    const booking = await aSession()
    const file = { params: { bookingId: booking.id } }
    const mine = await app.call(calls.bookingCalendar, file, people.player.token)
    expect(mine).toMatchObject({ status: 200, body: expect.stringMatching(/^BEGIN:VCALENDAR/) })
    expect(mine.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="level-up-session.ics"',
    })
    expect((await app.call(calls.bookingCalendar, file, people.other.token)).status).toBe(404)
    const theirs = await app.call(calls.listMySessions, {}, people.other.token)
    expect(theirs.body.every((session) => session.customerEmail === people.other.email)).toBe(true)
  })
})
