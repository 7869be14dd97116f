import { expect } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { refusalOf } from '#src/features/bookings/life-cycle.ts'
import { refundShare } from '#src/features/bookings/rules.ts'
import {
  type Asked,
  answerHours,
  hereMinutes,
  isOpen,
  minutesBack,
  objectionHours,
  type Side,
  statementHours,
  statementMinutes,
  whyNotSay,
} from '#src/features/sessions/outcomes.ts'
import { block } from '#src/features/sessions/safety-contract.ts'
import { basic } from '../../../support/prices.ts'
import {
  afterEnd,
  app,
  aSessionOver,
  clock,
  endsAt,
  follows,
  nextStart,
  ourTeam,
  rowOf,
  type Statement,
  setClock,
  sold,
  startsAt,
  tokenOf,
} from './app.ts'

/** Marked as a no-show by its coach. */
const asNoShow: Asked & { dueAt: Date } = {
  says: 'not-here',
  by: 'coach',
  state: 'settled',
  outcome: 'player-missing',
  dueAt: new Date(+endsAt + objectionHours * 3_600_000),
}

export const whoCameStatements: Statement[] = [
  [
    `Your coach does not come: say so in My Sessions, from ${statementMinutes} minutes after the start until ${statementHours} hours after the end`,
    () => [statementMinutes, 60 + 60 * statementHours].map((minutes) => [-1, 0, 1].map((ms) => sayable(minutes, ms))),
    [
      [false, true, true],
      [true, true, false],
    ],
  ],
  [
    `If it is so, or there is no answer ${answerHours} hours after the end, you choose: another coach, another hour, or all of your money back`,
    () => [
      follows({ agrees: true }),
      ...[-1, 0].map((ms) => follows({}, new Date(+endsAt + answerHours * 3_600_000 + ms))),
    ],
    ['coach-missing', 'waiting', 'coach-missing'],
  ],
  [
    `a coach who pressed “I am here” by ${hereMinutes} minutes after the start can say so`,
    () => [0, 1].map((ms) => sayable(60, ms, { by: 'coach', here: +startsAt + hereMinutes * 60_000 + ms })),
    [true, false],
  ],
  [
    'our team can mark it. Then nothing goes back',
    async () => {
      const { id: bookingId } = await aSessionOver({})
      const { body } = await app.call(calls.markNoShow, { params: { bookingId } }, await tokenOf(await ourTeam()))
      return [body.status, (await rowOf(bookingId)).refundDue]
    },
    ['no_show', 0],
  ],
  [
    `Say so in My Sessions within ${objectionHours} hours: then our team decides`,
    () => [
      ...[0, 1].map((ms) => isOpen(asNoShow, 'no_show', new Date(+asNoShow.dueAt - ms))),
      follows({ by: 'coach', agrees: false }),
    ],
    [false, true, 'staff'],
  ],
  ...(['coach', 'player'] as const).map((by): [string, () => Promise<number>, number] => [
    by === 'coach'
      ? 'Your coach blocks you: all of their price goes back to you'
      : 'You block your coach: you get what cancelling gives',
    async () => {
      const [player, coach] = [await aUser(app.deps), await aUser(app.deps)]
      const profile = await aCoach(app.deps, { userId: coach.id })
      const { id, startsAt } = await aBooking(app.deps, { player, coach: profile, start: nextStart() })
      setClock(new Date(Number(startsAt) - 3_600_000))
      const person = by === 'coach' ? coach : player
      const body = { sessions: 1, refund: by === 'coach' ? basic.decimal : '0.00' }
      const answer = await app.call(block, { params: { bookingId: id }, body }, await tokenOf(person))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return (await rowOf(id)).refundDue
    },
    by === 'coach' ? basic.cents : 0,
  ]),
  [
    'What our team marked, it can correct',
    async () => {
      const { id: bookingId } = await aSessionOver({ status: 'no_show' })
      return (await app.call(calls.completeBooking, { params: { bookingId } }, await tokenOf(await ourTeam()))).status
    },
    200,
  ],
  [
    'If your coach says that it is so, the price of these minutes goes back to you',
    () => [follows({ says: 'late', minutes: 6, agrees: true }), minutesBack({ price: 2900, minutes: 60 }, 6, 2900)],
    ['minutes-back', 290],
  ],
  [
    'You two could not play: you get a new hour together, and until then everything goes back if you cancel',
    () => [
      follows({ says: 'could-not-play', agrees: true }),
      refundShare({ ...sold, startsAt: null, fullRefundUntilStart: true }, clock),
    ],
    ['new-hour', 100],
  ],
  [
    'When you and your coach do not say the same, nothing moves until our team has decided',
    () =>
      (['not-here', 'late', 'ended-early', 'could-not-play'] as const).map((says) => follows({ says, agrees: false })),
    ['staff', 'staff', 'staff', 'staff'],
  ],
  [
    'Each session is made good once, and that ends its guarantee',
    () => [
      refusalOf('claim-guarantee', { ...sold, hadRemedy: true }, 'player', afterEnd(1)) === null,
      sayable(60, 0, { isSettled: true }),
    ],
    [false, false],
  ],
]

/** Whether somebody can say, so many minutes and milliseconds after the start, that the other one did not come. */
function sayable(
  minutes: number,
  ms: number,
  { by = 'player', here, isSettled = false }: { by?: Side; here?: number; isSettled?: boolean } = {},
): boolean {
  const said = { says: 'not-here', by } as const
  const asked = isSettled ? ({ ...said, state: 'settled', outcome: 'minutes-back', dueAt: null } as const) : null
  const known = { here: { player: null, coach: here ? new Date(here) : null }, hadOutage: false, asked }
  const session = { ...sold, seatId: 'seat' }
  return whyNotSay({ session, ...known }, said, new Date(+startsAt + minutes * 60_000 + ms)) === null
}
