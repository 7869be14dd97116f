import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { holdLonger, readOrder, setOrderContact } from '#src/features/payments/contract.ts'
import { reconcile } from '#src/features/payments/server/money-desk/reconcile.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { anIntentFor } from '#tests/support/paid-booking.ts'
import { answerBank, cards, payByCard } from '#tests/support/pay.ts'
import { starts } from '#tests/support/starts.ts'

/** A hold of 15 minutes, and a bank that asks the player when they are nearly over. */

let app: TestApp
let clock: Date
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
beforeEach(() => {
  clock = new Date()
})
afterAll(() => app.close())

async function aHold() {
  const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
  const intent = await anIntentFor(app, player.token, starts[0]!, { coachId: coach.id })
  const heldAt = clock.getTime()
  return {
    player,
    coach,
    intent,
    goTo: (minute: number) => {
      clock = new Date(heldAt + minute * 60_000)
    },
    /** What comes before each confirm; gives the minute until which the hour is held then. */
    async pressPay() {
      const body = { name: 'Rimshot', email: player.email }
      const answer = await app.call(setOrderContact, { params: intent, body }, player.token)
      expect(answer.status).toBe(200)
      return Math.round((Date.parse(answer.body.heldUntil!) - heldAt) / 60_000)
    },
  }
}

test('who presses Pay in the last five minutes has ten from then on, once, beside the ten they can ask for', async () => {
  const { player, intent, goTo, pressPay } = await aHold()
  goTo(9.9)
  expect(await pressPay()).toBe(15)
  goTo(14)
  expect(await pressPay()).toBe(24)
  const { body } = await app.call(readOrder, { params: intent }, player.token)
  expect(body).toMatchObject({
    status: 'open',
    heldUntil: new Date(clock.getTime() + 600_000).toISOString(),
  })
  goTo(22)
  expect(await pressPay()).toBe(24)
  const longer = await app.call(holdLonger, { params: intent }, player.token)
  expect(Date.parse(longer.body.heldUntil)).toBe(Date.parse(body.heldUntil!) + 600_000)
})

test('a bank asked at 14:50 has until 24:50: nobody else gets the hour, no clean-up cancels the payment, and it is booked', async () => {
  const { player, coach, intent, goTo, pressPay } = await aHold()
  goTo(14 + 50 / 60)
  await pressPay()
  expect(await payByCard(app.url, intent, cards.asks)).toBe('requires_action')
  goTo(20)
  await reconcile(app.deps)
  expect(app.sandbox.ledger.intent(intent.paymentIntentId).status).toBe('requires_action')
  const other = await aUser(app.deps)
  const { date, time } = starts[0]!
  const rival = { coachId: coach.id, selectedDate: date, selectedTime: time }
  await expect(anIntentFor(app, other.token, starts[0]!, rival)).rejects.toThrow()
  expect(await answerBank(app.url, intent)).toBe('succeeded')
  await reconcile(app.deps)
  expect(await app.deps.db.select().from(bookings).where(eq(bookings.playerId, player.id))).toHaveLength(1)
})

test('a bank that has not answered by then loses the hour, and the payment is given up before the hour is free', async () => {
  const { player, intent, goTo, pressPay } = await aHold()
  goTo(14)
  await pressPay()
  await payByCard(app.url, intent, cards.asks)
  goTo(24.5)
  await reconcile(app.deps)
  expect(app.sandbox.ledger.intent(intent.paymentIntentId).status).toBe('canceled')
  expect((await app.call(readOrder, { params: intent }, player.token)).body).toEqual({
    status: 'released',
    heldUntil: null,
    isGivenOn: false,
  })
})
