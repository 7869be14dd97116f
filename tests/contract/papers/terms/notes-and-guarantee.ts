import { aUser } from '#src/demo/a-user.ts'
import { claimDays, needsReason } from '#src/features/bookings/claims.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { refusalOf } from '#src/features/bookings/life-cycle.ts'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import { grantUnanswered } from '#src/features/bookings/server/claims/decide-claim.ts'
import { services } from '#src/features/bookings/services.ts'
import { afterEnd, app, aSessionOver, rowOf, type Statement, setClock, sold, tokenOf } from './app.ts'

const notesHours = services[0].owed!.refundAfterHours

export const guaranteeStatements: Statement[] = [
  [
    `Notes that a 1-on-1 promises and that are not there ${notesHours} hours after the session: press “My notes did not come” in My Sessions and the difference goes back to your card`,
    async () => {
      const player = await aUser(app.deps)
      const { id: bookingId, endsAt } = await aSessionOver({ player })
      const answers = []
      for (const early of [1, 0]) {
        setClock(new Date(Number(endsAt) + notesHours * 3_600_000 - early))
        const call = app.call(calls.claimMissingNotes, { params: { bookingId } }, await tokenOf(player))
        answers.push((await call).status, (await rowOf(bookingId)).refundDue)
      }
      return answers
    },
    [409, 0, 200, services[0].owed!.difference],
  ],
  [
    `tell us under My Sessions within ${currentPolicy.guaranteeDays} days`,
    () =>
      [0, 1].map(
        (ms) => refusalOf('claim-guarantee', sold, 'player', afterEnd(currentPolicy.guaranteeDays, ms)) === null,
      ),
    [true, false],
  ],
  [
    'If the answer is another one than you asked for, it says why',
    () => [
      needsReason('refunded', 'declined'),
      needsReason('refunded', 'another-coach'),
      needsReason('refunded', 'refunded'),
    ],
    [true, true, false],
  ],
  [
    `No answer within ${claimDays} days? You get what you asked for by itself`,
    async () => {
      const player = await aUser(app.deps)
      const { id: bookingId, endsAt, price } = await aSessionOver({ player })
      const claimedAt = Number(endsAt) + 3_600_000
      setClock(new Date(claimedAt))
      const body = { wanted: 'refunded' as const, reason: 'Nothing new to me.' }
      await app.call(calls.claimGuarantee, { params: { bookingId }, body }, await tokenOf(player))
      const shares = []
      for (const early of [1, 0]) {
        setClock(new Date(claimedAt + claimDays * 24 * 3_600_000 - early))
        await grantUnanswered(app.deps)
        shares.push((await rowOf(bookingId)).refundDue / price)
      }
      return shares
    },
    [0, 1],
  ],
]
