import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { type Act, acts } from '#src/features/bookings/life-cycle.ts'
import type { BookingStatus } from '#src/features/bookings/rules.ts'
import { findService } from '#src/features/bookings/services.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { seats } from '#src/features/schedule/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { basic, priceOf } from '#tests/support/prices.ts'
import type { BookingRow } from '../bookings.ts'
import { bookingHistory, bookings } from '../table.ts'

let app: TestApp
let clock = new Date()
let people: { player: User; other: User; coach: User; staff: User }
type User = Awaited<ReturnType<typeof aUser>>
let coach: CoachRow

beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  people = {
    player: await aUser(app.deps),
    other: await aUser(app.deps),
    coach: await aUser(app.deps),
    staff: await aUser(app.deps, { isAdmin: true }),
  }
  coach = await aCoach(app.deps, { userId: people.coach.id })
})
afterAll(() => app.close())

const zone = 'America/New_York'
const allStarts = bookableStarts(new Date(), zone)
let used = 0
/** An hour nobody used yet; each group of tests has its own coach, so that two weeks are enough. */
function freshStart(): Start {
  used += 1
  return allStarts[24 + used]!
}
async function useNewCoach(): Promise<void> {
  used = 0
  await app.deps.db.update(coaches).set({ userId: null })
  coach = await aCoach(app.deps, { userId: people.coach.id })
}
const aSession = (overrides: BookingOverrides = {}) =>
  aBooking(app.deps, { player: people.player, coach, start: freshStart(), ...overrides })
const hoursBefore = (booking: { startsAt: Date | null }, hours: number) =>
  new Date(booking.startsAt!.getTime() - hours * 3_600_000)
const at = async <T>(instant: Date, what: () => Promise<T>): Promise<T> => {
  const before = clock
  clock = instant
  await logInAgain(app.deps, instant)
  try {
    return await what()
  } finally {
    clock = before
    await logInAgain(app.deps, before)
  }
}
const to = (start: Start) => ({ selectedDate: start.date, selectedTime: start.time })
const cancel = (id: string, refund: string, token: string) =>
  app.call(calls.cancelBooking, { params: { bookingId: id }, body: { refund } }, token)
const rowOf = async (id: string) => (await app.deps.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
const mailsTo = (email: string) => app.sandbox.outbox.list().filter((mail) => mail.to.includes(email))

describe('the life-cycle table', () => {
  /** Who may do what from which status, during the session's own time for it; written down independently of the code. */
  const allowed: Record<
    Act,
    {
      status: BookingStatus[]
      by: (keyof typeof people)[]
      when: 'before' | 'after' | 'without a time'
      staffToo?: BookingStatus
    }
  > = {
    move: { status: ['confirmed'], by: ['player', 'staff'], when: 'before' },
    cancel: { status: ['confirmed'], by: ['player', 'staff'], when: 'before' },
    schedule: { status: ['confirmed'], by: ['staff'], when: 'without a time' },
    complete: { status: ['confirmed'], by: ['coach', 'staff'], when: 'after', staffToo: 'no_show' },
    'no-show': { status: ['confirmed'], by: ['coach', 'staff'], when: 'after', staffToo: 'completed' },
    'claim-guarantee': { status: ['confirmed', 'completed'], by: ['player'], when: 'after' },
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
    'claim-guarantee': (bookingId, token) =>
      app.call(
        calls.claimGuarantee,
        { params: { bookingId }, body: { wanted: 'refunded' as const, reason: 'It did not help me.' } },
        token,
      ),
  }
  const statuses: BookingStatus[] = ['confirmed', 'completed', 'cancelled', 'no_show']
  const rows = acts.flatMap((act) =>
    statuses.flatMap((status) => (['player', 'coach', 'staff', 'other'] as const).map((who) => ({ act, status, who }))),
  )

  test.each(rows)('$act a $status booking as $who', async ({ act, status, who }) => {
    // A player of its own: the guarantee is for the first session.
    const player = who === 'player' ? await aUser(app.deps) : people.player
    const rule = allowed[act]
    const booking = await aSession({ player, status, ...(rule.when === 'without a time' && { start: null }) })
    const instant =
      rule.when === 'before' ? hoursBefore(booking, 25) : rule.when === 'after' ? hoursBefore(booking, -1.5) : clock
    const token = who === 'player' ? player.token : people[who].token
    const answer = await at(instant, () => send[act](booking.id, token))
    const isCorrection = who === 'staff' && rule.staffToo === status
    const isAllowed = (rule.status.includes(status) && (rule.by as string[]).includes(who)) || isCorrection
    const refused = who === 'other' ? [404, 403] : [409, 403]
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
  expect(mailsTo(player.email)).toEqual([])
})

test('a coach who belongs to the team corrects their own session, too', async () => {
  const both = await aUser(app.deps, { isAdmin: true })
  const theirs = await aCoach(app.deps, { userId: both.id })
  const { id: bookingId, ...booking } = await aSession({ coach: theirs, status: 'completed' })
  const answer = await at(hoursBefore(booking, -1.5), () =>
    app.call(calls.markNoShow, { params: { bookingId } }, both.token),
  )
  expect(answer.body).toMatchObject({ status: 'no_show' })
})

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
    expect(mails).toMatchObject([{ text: expect.stringContaining(`/sessions?thread=${booking.id}`) }])
    const coachs = mailsTo(people.coach.email).filter(({ text }) =>
      text.includes(`/coach-dashboard?thread=${booking.id}`),
    )
    expect(coachs).toHaveLength(1)
    const [ics] = await attachments(mails[0]!.id)
    expect(ics).toContain('METHOD:CANCEL')
    expect(ics).toContain('SEQUENCE:1')
    expect(ics).toContain('STATUS:CANCELLED')
    await aBooking(app.deps, {
      coach,
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
        app.call(calls.moveBooking, { params: { bookingId: booking.id }, body: to(allStarts[160]!) }, token),
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
    expect(answer).toMatchObject({ status: 409, body: { reason: 'taken', nearest: [{}, {}, {}] } })
    expect(await rowOf(mine.id)).toMatchObject({ sessionTime: mine.sessionTime, seatId: mine.seatId, sequence: 0 })

    const long = await aSession({ service: findService('1on1-pro')!, start: allStarts[12 * 10]! })
    const overlapping = await at(hoursBefore(long, 40), () =>
      app.call(
        calls.moveBooking,
        { params: { bookingId: long.id }, body: to(allStarts[12 * 10 + 1]!) },
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
        { params: { bookingId: booking.id }, body: { ...to(start), coachId: coach.id } },
        people.staff.token,
      )
    expect((await schedule()).body.booking).toMatchObject({ sessionDate: start.date, coachName: coach.name })
    expect((await schedule()).status).toBe(409)
    await app.runJobs()
    expect(mailsTo(player.email)[0]!.subject).toMatch(/^Your session is set: /)
    const coachs = mailsTo(people.coach.email).filter(({ text }) => text.includes(booking.id))
    expect(coachs).toMatchObject([{ subject: expect.stringMatching(/^New session: /) }])
  })
})

describe('the player’s room', () => {
  test('shows only the player’s own bookings, and gives nothing of others', async () => {
    const booking = await aSession()
    const file = { params: { bookingId: booking.id } }
    expect((await app.call(calls.bookingCalendar, file, people.player.token)).status).toBe(200)
    expect((await app.call(calls.bookingCalendar, file, people.other.token)).status).toBe(404)
    const theirs = await app.call(calls.listMySessions, {}, people.other.token)
    expect(theirs.body.every((session) => session.customerEmail === people.other.email)).toBe(true)
  })
})

/** The texts of a mail's attachments in the outbox. */
async function attachments(id: number | string): Promise<string[]> {
  const answer = await app.app.http.inject(`/dev/outbox/${id}.json`)
  return (answer.json() as { attachments: { text: string }[] }).attachments.map((attachment) =>
    attachment.text.replaceAll('\r\n ', ''),
  )
}
