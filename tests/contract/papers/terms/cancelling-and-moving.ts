import { expect } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { refusalOf } from '#src/features/bookings/life-cycle.ts'
import { currentPolicy, policyUnder, refundShare } from '#src/features/bookings/rules.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { callOff, choose, proposeHour } from '#src/features/sessions/call-off-contract.ts'
import {
  acceptHours,
  chooseBy,
  chooseUntilMinutes,
  earlyMinutes,
  lateMinutes,
  missingHours,
  takeOverWay,
} from '#src/features/sessions/call-offs.ts'
import { answerHours, newHourDays } from '#src/features/sessions/outcomes.ts'
import { makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import { giveBackOverdue } from '#src/features/sessions/server/call-offs/deadlines.ts'
import { followUpDue } from '#src/features/sessions/server/outcomes/jobs.ts'
import { basic } from '../../../support/prices.ts'
import {
  app,
  aSessionOver,
  cancel,
  clock,
  endsAt,
  follows,
  hourOf,
  hoursBefore,
  lastMinuteSession,
  nextStart,
  ourTeam,
  rowOf,
  type Statement,
  sessionsOf,
  setClock,
  sold,
  startsAt,
  tokenOf,
} from './app.ts'

const { fullRefundHours, halfRefundHours, freeMoveHours } = currentPolicy

export const cancellingStatements: Statement[] = [
  [
    'until it has an hour you can cancel it and get everything back',
    async () => {
      const player = await aUser(app.deps)
      const { id } = await aBooking(app.deps, { player, start: null })
      setClock(new Date(clock.getTime() + 20 * 24 * 3_600_000))
      return cancel(id, player, basic.decimal)
    },
    basic.cents,
  ],
  [
    `${fullRefundHours} hours or more before the start: the full price`,
    () => [0, 1].map((ms) => refundShare(sold, hoursBefore(fullRefundHours, ms))),
    [100, 50],
  ],
  [
    `between ${fullRefundHours} and ${halfRefundHours} hours before: half of the price`,
    () => [0, 1].map((ms) => refundShare(sold, hoursBefore(halfRefundHours, ms))),
    [50, 0],
  ],
  [`less than ${halfRefundHours} hours before: nothing`, () => refundShare(sold, hoursBefore(0)), 0],
  [
    'Until it starts you can withdraw at the end of each page, in My Sessions or by writing to us, and all of the price goes back',
    () => [-1, 0].map((ms) => refundShare({ ...sold, terms: policyUnder('applies') }, hoursBefore(0, ms))),
    [100, 0],
  ],
  [
    `Until ${freeMoveHours} hours before the start you can move a session`,
    () => [0, 1].map((ms) => refusalOf('move', sold, 'player', hoursBefore(freeMoveHours, ms)) === null),
    [true, false],
  ],
  [
    'Moving keeps the refund share you had; it never raises it',
    async () => {
      const player = await aUser(app.deps)
      const { id: bookingId, startsAt } = await aBooking(app.deps, { player, start: nextStart() })
      setClock(new Date(Number(startsAt) - (freeMoveHours + 1) * 3_600_000))
      const { date, time } = nextStart()
      const body = { selectedDate: date, selectedTime: time }
      await app.call(calls.moveBooking, { params: { bookingId }, body }, await tokenOf(player))
      return (await sessionsOf(player))[0]!.refundNow
    },
    basic.half,
  ],
  [
    `You can choose until ${chooseUntilMinutes} minutes before the start, or, when no more than ${earlyMinutes} minutes were left, for ${lateMinutes} minutes`,
    () => {
      const [early, late] = [earlyMinutes + 1, earlyMinutes].map((minutes) => +startsAt - minutes * 60_000)
      const until = (now = 0) => +chooseBy('called-off', startsAt, new Date(now))
      return [+startsAt - until(early), until(late) - (late ?? 0)].map((ms) => ms / 60_000)
    },
    [chooseUntilMinutes, lateMinutes],
  ],
  [
    'choose another coach, another hour, or all of your money back, whatever the clock says',
    async () => [await calledOffAnd('money'), await calledOffAnd('another-hour')],
    [
      ['cancelled', basic.cents],
      ['confirmed', 0],
    ],
  ],
  ['Choose nothing and all of your money goes back by itself', () => calledOffAnd(null), ['cancelled', basic.cents]],
  [
    `Within ${acceptHours} hours of the start another coach has to say yes first`,
    () => [0, 1].map((ms) => takeOverWay(startsAt, hoursBefore(acceptHours, ms))),
    ['at-once', 'asked'],
  ],
  [
    'Your coach may propose another hour. Take it, or keep yours: from then on everything goes back if you cancel before the start',
    async () => {
      const { player, coachUser, bookingId } = await lastMinuteSession()
      const body = hourOf(nextStart())
      await app.call(proposeHour, { params: { bookingId }, body }, await tokenOf(coachUser))
      return (await sessionsOf(player))[0]!.refundNow
    },
    basic.decimal,
  ],
  [
    'When it is so, it counts as called off',
    () => follows({ says: 'coach-asked', agrees: true }, startsAt),
    'called-off',
  ],
  [
    'so is one that you moved because your coach called it off',
    () => refundShare({ ...sold, fullRefundUntilStart: true }, hoursBefore(0)),
    100,
  ],
  [
    `You have ${missingHours} hours; choose nothing and all of your money goes back by itself`,
    () => (+chooseBy('coach-missing', startsAt, endsAt) - +endsAt) / 3_600_000,
    missingHours,
  ],
  [
    `If only you said so and nobody answered, nothing goes back when you cancel, unless we find no hour within ${newHourDays} days`,
    unansweredShares,
    [0, 0, 100],
  ],
  [
    'A session that we moved or gave to another coach is refundable in full until it starts',
    async () => [await lastMinuteRefund(moveByStaff), await lastMinuteRefund(giveToAnother)],
    [basic.decimal, basic.decimal],
  ],
  [
    'While it has no hour yet, our team may also give it to another coach',
    async () => {
      const { coach, answer } = await giveToAnother()
      return answer.body.booking.coachName === coach.name
    },
    true,
  ],
  [
    'If we cancel it, our team sends all of your money back',
    async () => {
      const { id, startsAt } = await aBooking(app.deps, { start: nextStart() })
      setClock(new Date(Number(startsAt) - 3_600_000))
      return cancel(id, await ourTeam(), basic.decimal)
    },
    basic.cents,
  ],
  [
    "Our team sends all of your money back, also after the session's time",
    async () => {
      const { id } = await aSessionOver({})
      return cancel(id, await ourTeam(), basic.decimal)
    },
    basic.cents,
  ],
  [
    'or gives you another session instead',
    async () => {
      const player = await aUser(app.deps)
      const { name: coachName } = await aCoach(app.deps)
      const { date, time } = nextStart()
      const body = {
        ...{ customerName: player.name, customerEmail: player.email, coachName, serviceName: freeServices[0]!.name },
        ...{ selectedDate: date, selectedTime: time },
      }
      expect((await app.call(staffCalls.createFreeBooking, { body }, (await ourTeam()).token)).status).toBe(200)
      return (await sessionsOf(player)).map(({ price }) => price)
    },
    ['0.00'],
  ],
]

/** What becomes of it when its coach calls it off, and its player chooses this or nothing. */
async function calledOffAnd(chosen: 'money' | 'another-hour' | null) {
  const { player, coachUser, bookingId, params } = await lastMinuteSession()
  await app.call(callOff, { params, body: { reason: 'ill' } }, await tokenOf(coachUser))
  const body = chosen === 'another-hour' ? { chosen, ...hourOf(nextStart()) } : { chosen }
  if (chosen) expect((await app.call(choose, { params, body }, await tokenOf(player))).status).toBe(200)
  setClock(new Date(+clock + lateMinutes * 60_000))
  await giveBackOverdue(app.deps)
  const { status, refundDue } = await rowOf(bookingId)
  return [status, refundDue]
}

/** The share that cancelling gives back after an unanswered 'could not play': at once, a moment before the last day ends, and then. */
async function unansweredShares() {
  const { player, bookingId, params } = await lastMinuteSession()
  const { endsAt } = await rowOf(bookingId)
  setClock(new Date(+endsAt!))
  await app.call(makeStatement, { params, body: { says: 'could-not-play' } }, await tokenOf(player))
  setClock(new Date(+clock + answerHours * 3_600_000))
  const [settled, last] = [+clock, +clock + newHourDays * 24 * 3_600_000]
  const shares = []
  for (const at of [settled, last - 1, last]) {
    setClock(new Date(at))
    await followUpDue(app.deps)
    shares.push(refundShare(await rowOf(bookingId), clock))
  }
  return shares
}

async function moveByStaff() {
  const player = await aUser(app.deps)
  const { id: bookingId } = await aBooking(app.deps, { player, start: nextStart() })
  const { date, time } = nextStart()
  const body = { selectedDate: date, selectedTime: time }
  return { player, answer: await app.call(calls.moveBooking, { params: { bookingId }, body }, (await ourTeam()).token) }
}

async function giveToAnother() {
  const [player, coach, { date, time }] = [await aUser(app.deps), await aCoach(app.deps), nextStart()]
  const { id: bookingId } = await aBooking(app.deps, { player, start: null })
  const body = { selectedDate: date, selectedTime: time, coachId: coach.id }
  return {
    player,
    coach,
    answer: await app.call(staffCalls.scheduleBooking, { params: { bookingId }, body }, (await ourTeam()).token),
  }
}

/** What cancelling gives back a minute before the start, after somebody else changed the session. */
async function lastMinuteRefund(change: typeof moveByStaff | typeof giveToAnother) {
  const { player, answer } = await change()
  setClock(new Date(Date.parse(answer.body.booking.startsAt!) - 60_000))
  return (await sessionsOf(player))[0]!.refundNow
}
