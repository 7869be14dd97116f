import fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import type { DisputeState } from '#src/features/bookings/rules.ts'
import { grantUnanswered } from '#src/features/bookings/server/claims/decide-claim.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { showInsights } from '#src/features/insights/server/insights.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import { toCents, toDecimal } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { draws } from '#tests/support/random-draws.ts'
import { paymentProblems } from '../table.ts'
import { differenceOf, openMoneyDesk } from './money-desk.ts'
import { reconcile } from './reconcile.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
let stripe: Stripe
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
  stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  // Everything is read from the provider's list, as when no webhook comes.
  app.sandbox.misbehave.set({ lost: true })
})
afterAll(() => app.close())

const setClock = async (instant: Date) => {
  clock = instant
  await logInAgain(app.deps, instant)
}

/** `part` is a percentage of what is left; `which` one of the disputes that the bank has not decided. */
type Act =
  | { act: 'dispute' | 'ask'; part: number }
  | { act: 'refund'; part: number }
  | { act: 'decide'; as: 'dispute' | 'won' | 'lost'; which: number }
  | { act: 'cancel' }
  | { act: 'end' }
  | { act: 'claim' }
  | { act: 'grant' }
  | { act: 'unanswered' }

const part = fc.constantFrom(30, 100)
const which = fc.nat(2)
const ofBank = fc.oneof(
  fc.record({ act: fc.constantFrom('dispute' as const, 'ask' as const), part }),
  fc.record({
    act: fc.constant('decide' as const),
    as: fc.constantFrom('dispute' as const, 'won' as const, 'lost' as const),
    which,
  }),
)
const ofOurs = fc.oneof(
  fc.record({ act: fc.constant('refund' as const), part }),
  fc.record({
    act: fc.constantFrom('cancel' as const, 'end' as const, 'claim' as const, 'grant' as const, 'unanswered' as const),
  }),
)
const life = fc.array(fc.oneof({ weight: 3, arbitrary: ofBank }, { weight: 2, arbitrary: ofOurs }), {
  minLength: 3,
  maxLength: 9,
})
/** The money of all lives so far, in cents. */
const all = { paid: 0, refunded: 0, held: 0 }

test('in any life with disputes, inquiries, claims and refunds what went back, is held and is kept adds up to what was paid', async () => {
  const seen = { refunds: 0, held: 0, asked: 0, refusals: 0 }
  await fc.assert(
    fc.asyncProperty(life, async (acts) => {
      await setClock(new Date())
      const day = wallClock(clock, app.deps.env.businessTimeZone).date
      const player = await aUser(app.deps)
      const start = bookableStarts(clock, app.deps.env.businessTimeZone)[60]!
      const booking = await aPaidBookingFor(app, player.token, start)
      const [params, intentId] = [{ bookingId: booking.id }, booking.paymentId!]
      const before = { ...all }

      /** What provider and bank have by their own books. */
      const atBank = async () => {
        const disputes = (await stripe.disputes.list({ payment_intent: intentId })).data
        const having = (...statuses: string[]) => disputes.filter(({ status }) => statuses.includes(status))
        const [open, lost] = [having('needs_response', 'under_review'), having('lost')]
        const undecided = [...open, ...having('warning_needs_response')].sort((a, b) => (a.id < b.id ? -1 : 1))
        const refunded = sum(app.sandbox.ledger.refunds(intentId))
        const taken = sum([...open, ...lost])
        const state: DisputeState | null =
          open.length > 0
            ? 'open'
            : lost.length > 0
              ? 'lost'
              : undecided.length > 0
                ? 'inquiry'
                : disputes[0]
                  ? 'won'
                  : null
        return { undecided, refunded, taken, held: Math.min(taken, basic.cents - refunded), state }
      }

      const act = async (next: Act): Promise<number> => {
        const { undecided, taken, refunded } = await atBank()
        if (next.act === 'dispute' || next.act === 'ask') {
          const amount = Math.ceil(((basic.cents - taken) * next.part) / 100)
          if (amount > 0) app.sandbox.disputes.open(intentId, { amount, isInquiry: next.act === 'ask' })
          return 200
        }
        if (next.act === 'decide') {
          const one = undecided[next.which % Math.max(1, undecided.length)]
          if (!one) return 200
          const isInquiry = one.status.startsWith('warning')
          if (next.as !== 'dispute') app.sandbox.disputes.close(one.id, next.as)
          else if (isInquiry && one.amount <= basic.cents - taken) app.sandbox.disputes.escalate(one.id)
          return 200
        }
        if (next.act === 'end') {
          await setClock(new Date(Math.max(+clock, +start.startsAt + 2 * 3_600_000)))
          return 200
        }
        if (next.act === 'cancel') {
          const mine = (await app.call(calls.listMySessions, {}, player.token)).body.find(({ id }) => id === booking.id)
          const body = { refund: must(mine, 'the session').refundNow }
          return (await app.call(calls.cancelBooking, { params, body }, player.token)).status
        }
        if (next.act === 'claim') {
          const body = { wanted: 'refunded' as const, reason: 'Not for me.' }
          return (await app.call(calls.claimGuarantee, { params, body }, player.token)).status
        }
        if (next.act === 'unanswered') {
          await setClock(new Date(clock.getTime() + 7 * 24 * 3_600_000))
          await grantUnanswered(app.deps)
          return 200
        }
        if (next.act === 'grant') {
          const claims = (await app.call(staffCalls.listClaims, {}, owner.token)).body
          const claim = claims.find(({ booking: { id }, status }) => id === booking.id && status === 'open')
          if (!claim) return 404
          const body = { decision: 'refunded' as const, reason: 'We looked at it.' }
          return (await app.call(staffCalls.decideClaim, { params: { claimId: claim.id }, body }, owner.token)).status
        }
        const amount = toDecimal(Math.ceil(((basic.cents - refunded) * next.part) / 100))
        const body = { amount, reason: 'A late start.', idempotencyKey: newId() }
        return (await app.call(staffCalls.giveRefund, { params, body }, owner.token)).status
      }

      for (const next of acts) {
        const { taken } = await atBank()
        const refunds = app.sandbox.ledger.refunds(intentId).length
        const status = await act(next)
        expect(status, JSON.stringify(next)).toBeLessThan(500)
        await app.runJobs()
        await reconcile(app.deps)
        await app.runJobs()

        const bank = await atBank()
        if (app.sandbox.ledger.refunds(intentId).length > refunds) expect(taken, 'held while it went back').toBe(0)
        Object.assign(all, {
          paid: before.paid + basic.cents,
          refunded: before.refunded + bank.refunded,
          held: before.held + bank.held,
        })
        const desk = await openMoneyDesk(app.deps)(day)
        const row = must(
          desk.rows.find(({ bookingId }) => bookingId === booking.id),
          'the row',
        )
        expect([row.refunded, row.refundedByProvider, row.disputed]).toEqual([bank.refunded, bank.refunded, bank.held])
        expect(row.dispute).toBe(bank.state)
        expect([differenceOf(desk.sums), desk.differing]).toEqual([0, 0])
        const { totals } = await showInsights(app.deps, addDays(day, -1), addDays(day, 1))
        expect([totals.revenue, totals.refunds, totals.disputed].map(toCents)).toEqual([
          ...[all.paid, all.refunded, all.held],
        ])
        const { body } = await app.call(staffCalls.bookingDetails, { params }, owner.token)
        expect(body.booking.dispute).toBe(bank.state)
        const left = basic.cents - bank.refunded
        expect(toCents(body.refundLeft)).toBe(bank.taken > 0 ? 0 : left)

        if (status >= 400) seen.refusals += 1
        if (bank.held > 0) seen.held += 1
        if (bank.state === 'inquiry') seen.asked += 1
      }
      seen.refunds += app.sandbox.ledger.refunds(intentId).length
    }),
    {
      numRuns: draws(15),
      examples: [
        // Two disputes: the second is won while the first is open, in both orders.
        [
          [
            { act: 'dispute', part: 30 },
            { act: 'dispute', part: 100 },
            { act: 'decide', as: 'won', which: 0 },
            { act: 'cancel' },
          ],
        ],
        [
          [
            { act: 'dispute', part: 30 },
            { act: 'dispute', part: 100 },
            { act: 'decide', as: 'won', which: 1 },
            { act: 'cancel' },
          ],
        ],
        // A refund answers what the bank asks, also that of a claim.
        [[{ act: 'ask', part: 100 }, { act: 'cancel' }]],
        [[{ act: 'end' }, { act: 'ask', part: 100 }, { act: 'claim' }, { act: 'grant' }]],
      ],
    },
  )
  // The lives were worth living.
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0)
  const kinds = await app.deps.db.selectDistinct({ kind: paymentProblems.kind }).from(paymentProblems)
  expect(kinds).toEqual([{ kind: 'dispute' }])
})

const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
