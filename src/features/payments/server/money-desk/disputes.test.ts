import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking, moveBooking } from '#src/features/bookings/contract.ts'
import { listBookings } from '#src/features/bookings/staff-contract.ts'
import { listProblems } from '#src/features/payments/contract.ts'
import { moneyDesk } from '#src/features/payments/money-contract.ts'
import { showLongDate } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aPaidBookingFor, sendStripeEvent } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { disputes, orders, paymentProblems } from '../table.ts'
import { noteDisputeOf } from './disputes.ts'
import { reconcile } from './reconcile.ts'

let app: TestApp
let owner: string
let clock: Date | null = null
beforeAll(async () => {
  app = await startTestApp({ now: () => clock ?? new Date() })
  owner = (await aUser(app.deps, { isOwner: true })).token
})
afterEach(() => {
  clock = null
  app.sandbox.misbehave.clear()
})
afterAll(() => app.close())

const start = starts[40]!
const aPaidBooking = async () => aPaidBookingFor(app, (await aUser(app.deps)).token, start)
const waiting = async (bookingId: string) =>
  (await app.call(listProblems, {}, owner)).body.filter((problem) => problem.bookingId === bookingId)
const inList = async (id: string) =>
  (await app.call(listBookings, {}, owner)).body.find((booking) => booking.id === id)!.dispute
const repair = async () => {
  await reconcile(app.deps)
  await app.runJobs()
}
const subjectsOf = async (disputeId: string) => {
  const rows = await app.deps.db.select().from(paymentProblems).where(eq(paymentProblems.disputeId, disputeId))
  return rows.map(({ subject }) => subject.split(':').at(-1)).sort()
}
/** Opens a dispute whose webhooks are lost. */
const inSilence = <T>(act: () => T): T => {
  app.sandbox.misbehave.set({ lost: true })
  return act()
}

test('is found without any webhook, with its last day, reason and amount, and leads to its booking', async () => {
  const booking = await aPaidBooking()
  const { id, evidence_details } = inSilence(() =>
    app.sandbox.disputes.open(booking.paymentId!, { reason: 'product_not_received' }),
  )
  await Promise.all([repair(), repair()])
  await repair()
  expect(await waiting(booking.id)).toMatchObject([
    {
      kind: 'dispute',
      paymentId: booking.paymentId,
      text: `${booking.customerName} asked the bank for ${basic.shown}: they say that they did not get the session.`,
      dispute: {
        id,
        state: 'open',
        amount: basic.decimal,
        reason: 'product_not_received',
        dueBy: new Date(evidence_details.due_by! * 1000).toISOString(),
      },
    },
  ])
  expect(await inList(booking.id)).toBe('open')

  // Decided: there is nothing left to answer, and the decision is news.
  app.sandbox.disputes.close(id, 'lost')
  await repair()
  expect(await waiting(booking.id)).toMatchObject([{ dispute: { id, state: 'lost' } }])
  expect(await inList(booking.id)).toBe('lost')
})

test('a dispute from webhook and reconciliation is stored once, in any order', async () => {
  const booking = await aPaidBooking()
  const { id } = inSilence(() => app.sandbox.disputes.open(booking.paymentId!))
  const open = (await app.deps.payments!.findDispute(id))!
  const tell = async (name: string) => {
    await sendStripeEvent(app, `charge.dispute.${name}`, { object: 'dispute', id }, `evt_${id}_${name}`)
    await app.runJobs()
  }
  await Promise.all([tell('created'), repair()])
  inSilence(() => app.sandbox.disputes.close(id))
  await tell('closed')
  await tell('updated')
  // Read before the decision, noted after it.
  await noteDisputeOf(app.deps, open)
  expect(await subjectsOf(id)).toEqual(['open'])
  expect(await inList(booking.id)).toBe('won')
})

test('that has another last day is asked about by then, and is not raised again', async () => {
  const booking = await aPaidBooking()
  const { id } = inSilence(() => app.sandbox.disputes.open(booking.paymentId!))
  await repair()
  const dueBy = new Date('2030-01-05T12:00:00Z')
  await noteDisputeOf(app.deps, { ...(await app.deps.payments!.findDispute(id))!, dueBy })
  expect(await waiting(booking.id)).toMatchObject([{ dispute: { dueBy: dueBy.toISOString() } }])
})

/** Two disputes, each opened before it is decided, in all orders and with all decisions. */
const ordersOfTwo = ['1122', '1212', '1221', '2112', '2121', '2211'].flatMap((order) =>
  (['won', 'lost'] as const).flatMap((first) =>
    (['won', 'lost'] as const).map((second) => [order, { 1: first, 2: second }] as const),
  ),
)

test('of two over one payment the booking says what both are together, after each event, in any order', async () => {
  const booking = await aPaidBooking()
  const facts = { intentId: booking.paymentId!, amount: 1000, reason: 'general', dueBy: null, createdAt: new Date() }
  for (const [order, ends] of ordersOfTwo) {
    const states = new Map<string, 'open' | 'won' | 'lost'>()
    for (const which of [...order] as ('1' | '2')[]) {
      states.set(which, states.has(which) ? ends[which] : 'open')
      const id = `dp_${order}_${ends[1]}_${ends[2]}_${which}`
      await noteDisputeOf(app.deps, { ...facts, id, state: states.get(which)! })
      const all = [...states.values()]
      const together = all.includes('open') ? 'open' : all.includes('lost') ? 'lost' : 'won'
      expect(await inList(booking.id), `${id}: ${all}`).toBe(together)
    }
    const waits = await waiting(booking.id)
    expect(waits.map(({ dispute }) => dispute!.state)).toEqual(Object.values(ends).filter((end) => end === 'lost'))
    // The next two are the first ones again.
    await app.deps.db.delete(paymentProblems)
    await app.deps.db.delete(disputes)
  }
})

test('a bank that only asks holds nothing, says so, and is answered by a refund', async () => {
  const player = await aUser(app.deps, { name: 'Rimshot' })
  const booking = await aPaidBookingFor(app, player.token, start)
  const { id } = inSilence(() => app.sandbox.disputes.open(booking.paymentId!, { isInquiry: true }))
  await repair()
  const asks = `The bank asks about ${basic.shown} from Rimshot. No money is gone. Refund it, or answer`
  expect(await waiting(booking.id)).toMatchObject([
    { text: `${asks}. Reason: they say that somebody else used their card.`, dispute: { id, state: 'inquiry' } },
  ])
  expect(await inList(booking.id)).toBe('inquiry')
  const cancelled = { params: { bookingId: booking.id }, body: { refund: basic.decimal } }
  expect((await app.call(cancelBooking, cancelled, player.token)).status).toBe(200)
  await app.runJobs()
  expect(app.sandbox.ledger.refunds(booking.paymentId!)).toMatchObject([{ amount: basic.cents }])
  await repair()
  expect(await inList(booking.id)).toBe('won')
  expect(await waiting(booking.id)).toEqual([])

  const mails = app.sandbox.outbox.list().filter(({ subject }) => subject?.startsWith('The bank asks'))
  expect(mails.map(({ subject }) => subject)).toEqual([
    `The bank asks no more: ${basic.shown} from Rimshot, ${booking.number}`,
    expect.stringMatching(/^The bank asks: refund or answer by \w{3} \d+, \d{4}, \$\d+ from Rimshot, LU-\w+$/),
  ])
  expect(mails[1]!.text.replaceAll(/\s+/g, ' ')).toContain(`${asks} by `)
})

test('what the bank asked about becomes a dispute, and no late news of the question makes it one again', async () => {
  const booking = await aPaidBooking()
  const { id } = inSilence(() => app.sandbox.disputes.open(booking.paymentId!, { isInquiry: true }))
  await repair()
  const asked = (await app.deps.payments!.findDispute(id))!
  app.sandbox.disputes.escalate(id)
  await repair()
  await noteDisputeOf(app.deps, asked)
  expect(await inList(booking.id)).toBe('open')
  expect(await waiting(booking.id)).toMatchObject([
    { text: expect.stringContaining('asked the bank for'), dispute: { state: 'open' } },
  ])
})

test('over a payment that partly went back says what our figures count of it', async () => {
  const { id, paymentId } = await aPaidBooking()
  await app.deps.db.update(orders).set({ refunded: 700 }).where(eq(orders.bookingId, id))
  inSilence(() => app.sandbox.disputes.open(paymentId!))
  await repair()
  expect(await waiting(id)).toMatchObject([
    { text: expect.stringContaining('$7 of the payment had gone back before: our figures count the other $22.') },
  ])
})

test('over a payment that is none of ours changes nothing', async () => {
  const before = await app.deps.db.$count(disputes)
  const facts = { state: 'open', amount: 100, reason: 'fraudulent', dueBy: null, createdAt: new Date() } as const
  await noteDisputeOf(app.deps, { ...facts, id: 'dp_x', intentId: 'pi_x' })
  await noteDisputeOf(app.deps, { ...facts, id: 'dp_y', intentId: null })
  expect(await app.deps.db.$count(disputes)).toBe(before)
})

test('takes its money out of what the day kept, until it is won', async () => {
  const { date } = wallClock(new Date(), app.deps.env.businessTimeZone)
  let seconds = 0
  const disputed = async () => {
    // What was read a moment ago would be given again.
    seconds += 11
    clock = new Date(Date.now() + seconds * 1_000)
    return (await app.call(moneyDesk, { query: { date } }, owner)).body
  }
  const booking = await aPaidBooking()
  const before = await disputed()
  const { id } = inSilence(() => app.sandbox.disputes.open(booking.paymentId!))
  await repair()
  const during = await disputed()
  expect(Number(during.disputed) - Number(before.disputed)).toBe(basic.cents / 100)
  expect(during.rows.find((row) => row.bookingId === booking.id)).toMatchObject({ disputed: basic.decimal })
  expect(during.difference).toBe(before.difference)
  app.sandbox.disputes.close(id)
  await repair()
  expect((await disputed()).disputed).toBe(before.disputed)
})

test('whose events the provider does not list is found at the next run', async () => {
  const booking = await aPaidBooking()
  inSilence(() => app.sandbox.disputes.open(booking.paymentId!))
  const silent = vi.spyOn(app.deps.payments!, 'listEvents').mockImplementation(() => {
    throw new Error('no answer')
  })
  await repair()
  silent.mockRestore()
  expect(await waiting(booking.id)).toEqual([])
  await repair()
  expect(await waiting(booking.id)).toHaveLength(1)
})

test('of a session that moved names its new day, and nothing is given back beside what the bank decides', async () => {
  const player = await aUser(app.deps)
  const { id, paymentId } = await aPaidBookingFor(app, player.token, starts[50]!)
  const to = starts[70]!
  const body = { selectedDate: to.date, selectedTime: to.time }
  expect((await app.call(moveBooking, { params: { bookingId: id }, body }, player.token)).status).toBe(200)
  inSilence(() => app.sandbox.disputes.open(paymentId!))
  await repair()
  await app.runJobs()
  const [alert] = app.sandbox.outbox.list().filter(({ subject }) => subject?.startsWith('Dispute'))
  expect(alert!.text).toContain(showLongDate(to.date))
  const cancel = (refund: string) =>
    app.call(cancelBooking, { params: { bookingId: id }, body: { refund } }, player.token)
  expect((await cancel(basic.decimal)).body).toMatchObject({ reason: 'refund-changed', refund: '0.00' })
  expect((await cancel('0.00')).status).toBe(200)
  await app.runJobs()
  expect(app.sandbox.ledger.refunds(paymentId!)).toEqual([])
  const [mail] = app.sandbox.outbox.list().filter((sent) => sent.to.includes(player.email))
  expect(mail!.text).toContain('nothing goes back from us beside that')
})
