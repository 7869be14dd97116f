import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { completeBooking, markNoShow } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { blocks } from '#src/features/coaches/server/table.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import * as calls from '#src/features/sessions/exceptions-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { hoursAgo, startExceptions } from '#tests/support/sessions/exceptions.ts'

/** What staff can do, by what became of the booking, and with whose sessions (BOOK-4). */
const { app, owner, aSession, aDecided, read, look, many, handOver, takeBack } = await startExceptions()
afterAll(() => app.close())

const cancelled = 'This session is cancelled.'
const over = 'This session is over.'
const started = 'This session has started.'
const choosing = 'This session is called off: its player is choosing.'
const nothingSaid = 'Nobody has said what became of this session.'
const bank = expect.stringContaining('bank is deciding')

/** What stands in the way of each exception, by what became of the booking: null, nothing. */
const table: Record<string, { make(): Promise<string>; refusals: calls.Exception['refusals'] }> = {
  'a session ahead': {
    make: async () => (await aSession()).booking.id,
    refusals: { cancel: null, refund: null, 'call-off': null, 'hand-over': null, 'take-back': nothingSaid },
  },
  'one that is free': {
    make: async () => (await aSession({ price: 0 })).booking.id,
    refusals: {
      ...{ cancel: null, refund: 'This session was free.', 'call-off': null, 'hand-over': null },
      'take-back': nothingSaid,
    },
  },
  'one whose player is choosing': {
    make: async () => {
      const { booking, coachUser } = await aSession()
      await app.call(callOff, { params: { bookingId: booking.id }, body: { reason: 'ill' } }, coachUser.token)
      return booking.id
    },
    refusals: {
      ...{ cancel: null, refund: null, 'call-off': 'This session is called off already: its player is choosing.' },
      ...{ 'hand-over': choosing, 'take-back': nothingSaid },
    },
  },
  'one without an hour': {
    make: async () => (await aSession({ start: null })).booking.id,
    refusals: {
      ...{ cancel: null, refund: null, 'call-off': 'This session has no time yet.' },
      'hand-over': 'This session has no time yet: schedule it with another coach.',
      'take-back': nothingSaid,
    },
  },
  'one that is over': {
    make: async () => (await aSession({ start: hoursAgo(3) })).booking.id,
    refusals: { cancel: null, refund: null, 'call-off': over, 'hand-over': started, 'take-back': nothingSaid },
  },
  'a completed one': {
    make: async () => {
      const { booking } = await aSession({ start: hoursAgo(3) })
      await app.call(completeBooking, { params: { bookingId: booking.id } }, owner.token)
      return booking.id
    },
    refusals: {
      ...{ cancel: 'This session is completed.', refund: null, 'call-off': 'This session is completed.' },
      ...{ 'hand-over': 'This session is completed.', 'take-back': null },
    },
  },
  'a no-show': {
    make: async () => {
      const { booking } = await aSession({ start: hoursAgo(3) })
      await app.call(markNoShow, { params: { bookingId: booking.id } }, owner.token)
      return booking.id
    },
    refusals: {
      ...{ cancel: 'This session is no-show.', refund: null, 'call-off': 'This session is no-show.' },
      ...{ 'hand-over': 'This session is no-show.', 'take-back': null },
    },
  },
  'one that was missed by its coach, as our team decided': {
    make: async () => (await aDecided('coach-missing')).booking.id,
    refusals: { cancel: cancelled, refund: null, 'call-off': cancelled, 'hand-over': cancelled, 'take-back': null },
  },
  'one that was too short, as our team decided': {
    make: async () => (await aDecided('minutes-back')).booking.id,
    refusals: {
      ...{ cancel: null, refund: null, 'call-off': over, 'hand-over': started },
      'take-back': 'Money was refunded because of it: refund the rest instead.',
    },
  },
  'one that gets a new hour, as our team decided': {
    make: async () => (await aDecided('new-hour')).booking.id,
    refusals: {
      ...{ cancel: null, refund: null, 'call-off': 'This session has no time yet.' },
      'hand-over': 'This session has no time yet: schedule it with another coach.',
      'take-back': 'Its hour was given up because of it: agree a new one and schedule it.',
    },
  },
  'a cancelled one': {
    make: async () => (await aSession({ status: 'cancelled' })).booking.id,
    refusals: {
      ...{ cancel: cancelled, refund: null, 'call-off': cancelled, 'hand-over': cancelled },
      'take-back': nothingSaid,
    },
  },
  'one all of whose money went back': {
    make: async () => (await aSession({ refundDue: 2900 })).booking.id,
    refusals: {
      ...{ cancel: null, refund: 'Nothing is left to refund.', 'call-off': null, 'hand-over': null },
      'take-back': nothingSaid,
    },
  },
  'one about whose payment the bank decides': {
    make: async () => {
      const { booking } = await aSession()
      await app.deps.db.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, booking.id))
      return booking.id
    },
    refusals: { cancel: null, refund: bank, 'call-off': null, 'hand-over': null, 'take-back': nothingSaid },
  },
}

describe('what staff can do, by what became of the booking', () => {
  test.each(Object.entries(table))('%s', async (_name, { make, refusals }) => {
    const other = await aCoach(app.deps)
    /** Does it as it was shown, or against what was shown. */
    const press = async (act: keyof calls.Exception['refusals']) => {
      const { number, id, startsAt } = await read(await make())
      const shown = await look(number)
      expect(shown.refusals).toEqual(refusals)
      const at = startsAt?.toISOString() ?? 'none'
      const lines = {
        cancel: { number, refund: shown.refundLeft },
        refund: {
          ...{ number, amount: '1.00', left: shown.refundLeft, idempotencyKey: newId() },
          isCalledOff: shown.booking.isCalledOff,
        },
        'call-off': { number, startsAt: at, seats: shown.seats },
      }
      if (act === 'hand-over') return handOver(id, other.id, startsAt)
      if (act === 'take-back') return takeBack(id, shown.outcome?.at ?? 'none')
      return many({ act, reason: act === 'call-off' ? 'ill' : 'We are sorry.', lines: [lines[act]] })
    }
    for (const act of ['cancel', 'refund', 'call-off', 'hand-over', 'take-back'] as const) {
      const answer = await press(act)
      expect([act, answer.status], JSON.stringify(answer.body)).toEqual([act, refusals[act] === null ? 200 : 409])
    }
  })
})

test('nobody of the team decides about a session of their own, or takes one for themselves', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const own = 'This is your own session: another member of staff decides.'
  const played = await aSession({ player: admin })
  expect((await look(played.booking.number, admin)).refusals).toEqual({
    ...{ cancel: own, refund: own, 'call-off': own, 'hand-over': own, 'take-back': own },
  })
  const line = { number: played.booking.number, refund: '29.00' }
  expect((await many({ act: 'cancel', lines: [line] }, admin)).status).toBe(409)

  const other = await aCoach(app.deps, { userId: admin.id })
  const { booking } = await aSession()
  const free = await app.call(calls.listFreeCoaches, { params: { bookingId: booking.id } }, admin.token)
  expect(free.body.map(({ id }) => id)).not.toContain(other.id)
  expect((await handOver(booking.id, other.id, booking.startsAt, admin)).status).toBe(409)

  const coached = await aSession({ coach: other })
  expect((await look(coached.booking.number, admin)).refusals).toMatchObject({
    ...{ cancel: own, refund: own, 'call-off': null, 'hand-over': own },
  })
  expect(
    (await handOver(coached.booking.id, (await aCoach(app.deps)).id, coached.booking.startsAt, admin)).status,
  ).toBe(409)
})

test('staff call no session off that they coached once, or of a player whom a block parts from them, but as its coach', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const coach = await aCoach(app.deps, { userId: admin.id })
  const press = async (bookingId: string) => {
    const { number } = await read(bookingId)
    const refusal = (await look(number, admin)).refusals['call-off']
    const { status } = await app.call(callOff, { params: { bookingId }, body: { reason: 'ill' } }, admin.token)
    return [refusal, status]
  }
  const refused = ['This is your own session: another member of staff decides.', 409]
  const { booking: given } = await aSession({ coach })
  const to = await aCoach(app.deps)
  expect((await handOver(given.id, to.id, given.startsAt)).status).toBe(200)
  expect(await press(given.id)).toEqual(refused)
  const { booking: parted, player } = await aSession()
  await app.deps.db.insert(blocks).values({ playerId: player.id, coachId: coach.id, by: 'player' })
  expect(await press(parted.id)).toEqual(refused)
  expect(await press((await aSession({ coach })).booking.id)).toEqual([null, 200])
})
