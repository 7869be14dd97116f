import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { type BookingStatus, currentPolicy } from '#src/features/bookings/rules.ts'
import { grantUnanswered } from '#src/features/bookings/server/claims/decide-claim.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { confirmBooking } from '#src/features/payments/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { toDecimal } from '#src/shared/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { anIntentFor } from '#tests/support/paid-booking.ts'
import { payByCard } from '#tests/support/pay.ts'
import { draws } from '#tests/support/random-draws.ts'
import { orders, paymentProblems } from '../table.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())

const zone = 'America/New_York'
const hourMs = 3_600_000
const setClock = async (instant: Date) => {
  clock = instant
  await logInAgain(app.deps, instant)
}

const policies = [
  currentPolicy,
  { version: 9, fullRefundHours: 72, halfRefundHours: 12, freeMoveHours: 30, guaranteeDays: 2 },
]
type Life = { policy: number; isGone: boolean; steps: Step[] }
type Step =
  | { act: 'wait'; hours: number }
  | { act: 'end' | 'late' | 'notes' }
  | { act: 'move'; by: 'player' | 'staff'; to: number }
  | { act: 'cancel'; by: 'player' | 'staff'; all: boolean }
  | { act: 'claim' | 'complete' | 'no-show' | 'unanswered' }
  | { act: 'decide'; as: 'refunded' | 'another-coach' | 'declined' }

const by = fc.constantFrom('player' as const, 'staff' as const)
const wait = fc.record({ act: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 50 }) })
const move = fc.record({ act: fc.constant('move' as const), by, to: fc.nat(150) })
const cancel = fc.record({ act: fc.constant('cancel' as const), by, all: fc.boolean() })
const mark = fc.record({
  act: fc.constantFrom('claim' as const, 'claim' as const, 'complete' as const, 'no-show' as const),
})
/** What comes when a session is over, in any order. */
const afterwards: Step[] = [
  { act: 'claim' },
  { act: 'decide', as: 'refunded' },
  { act: 'decide', as: 'another-coach' },
  { act: 'unanswered' },
  { act: 'cancel', by: 'staff', all: true },
  { act: 'cancel', by: 'staff', all: false },
  { act: 'complete' },
  { act: 'no-show' },
  { act: 'late' },
  { act: 'notes' },
  { act: 'notes' },
]
const before = fc.array(fc.oneof({ weight: 4, arbitrary: wait }, { weight: 4, arbitrary: move }, cancel, mark), {
  maxLength: 6,
})
const after = fc.oneof(fc.shuffledSubarray(afterwards, { minLength: 3 }), fc.constant([]))
const steps = fc
  .tuple(before, after)
  .map(([first, last]): Step[] => [...first, ...(last.length > 0 ? [{ act: 'end' as const }] : []), ...last])
const life: fc.Arbitrary<Life> = fc.record({ policy: fc.nat(1), isGone: fc.boolean(), steps })

/** Pays for an hour some days ahead, which is sold under this policy and, if told, as a service that is gone before it settles. */
async function aSoldBooking(player: { token: string }, { policy, isGone }: Life): Promise<string> {
  await setClock(new Date())
  const intent = await anIntentFor(app, player.token, bookableStarts(clock, zone)[50]!)
  await app.deps.db
    .update(orders)
    .set({ terms: policies[policy]!, ...(isGone && { serviceId: 'gone', serviceName: 'Session Of Old' }) })
    .where(eq(orders.id, intent.orderId))
  await payByCard(app.url, intent)
  const { status, body } = await app.call(confirmBooking, { body: intent }, player.token)
  expect(status).toBe(200)
  expect(body.booking.serviceName).toBe(isGone ? 'Session Of Old' : '1-on-1 Basic Session')
  return body.booking.id
}

test('in any life of a booking each promise is the one that was sold, and they add up to the price at most', async () => {
  const seen = { refunds: 0, refusals: 0 }
  await fc.assert(
    fc.asyncProperty(life, async (plan) => {
      const player = await aUser(app.deps)
      const bookingId = await aSoldBooking(player, plan)
      const params = { bookingId }
      const { fullRefundHours, halfRefundHours, freeMoveHours } = policies[plan.policy]!
      const price = 2900
      // What we believe, by the words of the terms and not by the code.
      let [startsAt, limit, isOurs, due, isMissed] = [0, 100, false, 0, false]
      let status: BookingStatus = 'confirmed'
      const sold = () => {
        const left = (startsAt - clock.getTime()) / hourMs
        const share = isOurs ? (left >= 0 ? 100 : 0) : left >= fullRefundHours ? 100 : left >= halfRefundHours ? 50 : 0
        return isOurs ? share : Math.min(limit, share)
      }
      const back = () => Math.max(0, (price * sold()) / 100 - due)
      const given: number[] = []
      const give = (amount: number) => {
        due += amount
        if (amount > 0) given.push(amount)
      }
      const look = async () => {
        const mine = await app.call(calls.listMySessions, {}, player.token)
        return mine.body.find(({ id }) => id === bookingId)!
      }
      startsAt = Date.parse((await look()).startsAt!)

      const act = async (next: Step): Promise<number> => {
        const token = 'by' in next && next.by === 'staff' ? owner.token : player.token
        if (next.act === 'wait') {
          await setClock(new Date(clock.getTime() + next.hours * hourMs))
          return 200
        }
        if (next.act === 'late') {
          await setClock(new Date(Math.max(clock.getTime(), startsAt + 50 * hourMs)))
          return 200
        }
        if (next.act === 'notes') {
          const difference = Math.min(1400, price - due)
          const answer = await app.call(calls.claimMissingNotes, { params }, player.token)
          const isHeld = status === 'confirmed' || status === 'completed'
          // 48 hours after the end of an hour.
          const isLate = clock.getTime() >= startsAt + 49 * hourMs
          expect(answer.status).toBe(isHeld && isLate && !isMissed && difference > 0 ? 200 : 409)
          if (answer.status !== 200) return answer.status
          expect(answer.body.refund).toBe(toDecimal(difference))
          isMissed = true
          give(difference)
          return answer.status
        }
        if (next.act === 'end') {
          await setClock(new Date(Math.max(clock.getTime(), startsAt + 2 * hourMs)))
          return 200
        }
        if (next.act === 'move') {
          const start = bookableStarts(clock, zone)[next.to]!
          const body = { selectedDate: start.date, selectedTime: start.time }
          const answer = await app.call(calls.moveBooking, { params, body }, token)
          const left = (startsAt - clock.getTime()) / hourMs
          const isFree = status === 'confirmed' && left > 0 && (next.by === 'staff' || left >= freeMoveHours)
          expect(answer.status).toBe(!isFree ? 409 : +start.startsAt === startsAt ? 400 : 200)
          if (answer.status !== 200) return answer.status
          if (next.by === 'player') limit = sold()
          else isOurs = true
          startsAt = +start.startsAt
          return answer.status
        }
        if (next.act === 'cancel') {
          const details = await app.call(staffCalls.bookingDetails, { params }, owner.token)
          expect(details.body).toMatchObject({
            ...{ refundNow: toDecimal(status === 'confirmed' ? back() : 0), refundLeft: toDecimal(price - due) },
          })
          const isForUs = next.all && next.by === 'staff'
          const amount = isForUs ? price - due : back()
          const body = { refund: toDecimal(amount), reason: null, askedByPlayer: !isForUs }
          const answer = await app.call(calls.cancelBooking, { params, body }, token)
          expect(answer.status).toBe(
            status === 'confirmed' && (next.by === 'staff' || clock.getTime() < startsAt) ? 200 : 409,
          )
          if (answer.status !== 200) return answer.status
          status = 'cancelled'
          give(amount)
          return answer.status
        }
        if (next.act === 'unanswered') {
          const { claim } = await look()
          await setClock(new Date(clock.getTime() + 7 * 24 * hourMs))
          await grantUnanswered(app.deps)
          if (claim?.status === 'open') give(price - due)
          return 200
        }
        if (next.act === 'claim')
          return (
            await app.call(
              calls.claimGuarantee,
              { params, body: { wanted: 'refunded', reason: 'Not for me.' } },
              player.token,
            )
          ).status
        if (next.act === 'decide') {
          const claims = await app.call(staffCalls.listClaims, {}, owner.token)
          const claim = claims.body.find(({ booking, status }) => booking.id === bookingId && status === 'open')
          if (!claim) return 404
          const body = { decision: next.as, reason: 'We looked at it.' }
          const answer = await app.call(staffCalls.decideClaim, { params: { claimId: claim.id }, body }, owner.token)
          expect(answer.status).toBe(200)
          if (next.as === 'refunded') give(price - due)
          if (next.as === 'another-coach') await scheduleAgain(player.token, plan.isGone)
          return answer.status
        }
        const call = next.act === 'complete' ? calls.completeBooking : calls.markNoShow
        const answer = await app.call(call, { params }, owner.token)
        if (answer.status === 200) status = next.act === 'complete' ? 'completed' : 'no_show'
        return answer.status
      }

      for (const next of plan.steps) {
        const code = await act(next)
        expect(code, JSON.stringify(next)).toBeLessThan(500)
        if (code >= 400) seen.refusals += 1
        const session = await look()
        const canCancel = status === 'confirmed' && clock.getTime() < startsAt
        expect(session).toMatchObject({
          startsAt: new Date(startsAt).toISOString(),
          refundDue: toDecimal(due),
          refundNow: toDecimal(canCancel ? back() : 0),
          fullRefundUntilStart: isOurs,
        })
      }

      await app.runJobs()
      const [row] = await app.deps.db.select().from(bookings).where(eq(bookings.id, bookingId))
      const sent = app.sandbox.ledger.refunds(row!.paymentId!).map(({ amount }) => amount)
      expect(due).toBeLessThanOrEqual(price)
      expect(sum(sent)).toBe(due)
      expect([row!.refundDue, row!.refunded]).toEqual([due, due])
      expect(sum(promisesTo(player.email))).toBe(sum(given))
      // Mails of one moment leave in any order.
      const moved = mailsTo(player.email).filter(({ subject }) => subject.startsWith('Your session has moved'))
      expect(moved.some(({ text }) => text.includes('Everything back until it starts'))).toBe(isOurs)
      seen.refunds += given.length
    }),
    {
      numRuns: draws(10),
      // Two that hurt once, whatever chance gives.
      examples: [
        [{ policy: 1, isGone: true, steps: [{ act: 'end' }, ...afterwards.slice(0, 2), ...afterwards.slice(3, 4)] }],
        [
          {
            policy: 0,
            isGone: true,
            steps: [{ act: 'end' }, { act: 'claim' }, ...afterwards.slice(3, 4), ...afterwards.slice(1, 3)],
          },
        ],
        // The price of the notes, then all that is left.
        [
          {
            policy: 0,
            isGone: false,
            steps: [
              ...[
                { act: 'end' as const },
                { act: 'claim' as const },
                { act: 'late' as const },
                { act: 'notes' as const },
              ],
              ...[{ act: 'notes' as const }, { act: 'decide' as const, as: 'refunded' as const }],
            ],
          },
        ],
      ],
    },
  )
  // The lives were worth living: money went back, and some was refused.
  expect(Math.min(seen.refunds, seen.refusals)).toBeGreaterThan(0)
  expect(await app.deps.db.select().from(paymentProblems)).toEqual([])
})

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

const mailsTo = (email: string) => app.sandbox.outbox.list().filter(({ to }) => to.includes(email))

/** The cents that mails to this person promise to give back. */
function promisesTo(email: string): number[] {
  return mailsTo(email).flatMap(({ text }) =>
    [...text.matchAll(/(?:All|Another|You get|The difference of) \$([\d.]+) (?:goes back|of)/g)].map(([, dollars]) =>
      Math.round(Number(dollars) * 100),
    ),
  )
}

/** The free session that a claim gave is scheduled with somebody else, though its service may be gone. */
async function scheduleAgain(token: string, isGone: boolean): Promise<void> {
  const free = (await app.call(calls.listMySessions, {}, token)).body.find(({ price }) => price === '0.00')!
  const { date, time } = bookableStarts(clock, zone)[3]!
  const body = { selectedDate: date, selectedTime: time, coachId: (await aCoach(app.deps)).id }
  const answer = await app.call(staffCalls.scheduleBooking, { params: { bookingId: free.id }, body }, owner.token)
  expect(answer.body.booking).toMatchObject({ minutes: 60, ...(isGone && { serviceName: 'Session Of Old' }) })
}
