import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { answerDispute, disputeEvidence } from '#src/features/desk/evidence-contract.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { listProblems } from '#src/features/payments/contract.ts'
import { reconcile } from '#src/features/payments/server/money-desk/reconcile.ts'
import { disputes } from '#src/features/payments/server/table.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { must } from '#src/shared/must.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
let stripe: Stripe
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true })
  stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
})
afterEach(() => app.sandbox.misbehave.clear())
afterAll(() => app.close())

const start = starts[60]!
const phone = '+12125550177'

/** What the bank does, of which no webhook tells. */
function inSilence<T>(act: () => T): T {
  app.sandbox.misbehave.set({ lost: true })
  return act()
}
async function repair() {
  app.sandbox.misbehave.clear()
  await reconcile(app.deps)
  await app.runJobs()
}

/** A paid session with a word of its player, which they ask their bank to take back. */
async function aDispute(player?: Awaited<ReturnType<typeof aUser>>, how: { isInquiry?: boolean } = {}) {
  const buyer = player ?? (await aUser(app.deps))
  const booking = await aPaidBookingFor(app, buyer.token, start, { phone })
  await app.call(
    sendMessage,
    { body: { bookingId: booking.id, content: 'See you there!', idempotencyKey: newId() } },
    buyer.token,
  )
  await app.runJobs()
  const { id } = inSilence(() =>
    app.sandbox.disputes.open(booking.paymentId!, { reason: 'product_not_received', ...how }),
  )
  await repair()
  const find = async (resolved?: 'true') =>
    (await app.call(listProblems, { query: { resolved } }, owner.token)).body.find(({ dispute }) => dispute?.id === id)
  const params = { problemId: must(await find(), 'the problem').id }
  return {
    ...{ booking, buyer, disputeId: id, find },
    read: async (token = owner.token) => (await app.call(disputeEvidence, { params }, token)).body,
    answer: (version: string, words = 'They played all of it.', token = owner.token) =>
      app.call(answerDispute, { params, body: { words, version } }, token),
  }
}

test('what we know goes to the bank once, as it was read, with the owner’s words first', async () => {
  const { booking, buyer, disputeId, find, read, answer } = await aDispute()
  const { sections, version, refusal } = await read()
  expect(refusal).toBeNull()
  const text = new Map(sections.map((section) => [section.field, section.text]))
  expect(text.get('product_description')).toContain(`for ${basic.shown}.`)
  expect(text.get('product_description')).toContain(booking.number)
  expect(text.get('customer_email_address')).toBe(buyer.email)
  expect(text.get('refund_policy_disclosure')).toContain('all back until 24 hours before the start')
  expect(text.get('uncategorized_text')).toMatch(/paid with Visa •••• 4242/)
  expect(text.get('uncategorized_text')).toContain('calendar invite was mailed to the customer')
  expect(text.get('uncategorized_text')).toContain('customer: See you there!')
  // What the bank does not need.
  expect(JSON.stringify(sections)).not.toContain(phone)

  expect((await answer('older')).body).toMatchObject({ reason: 'evidence-changed' })
  // The provider stumbles at first.
  app.sandbox.misbehave.set({ fail500: 'after', fail500Calls: 2 })
  const presses = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => [n % 5, await answer(version, `Word ${n % 5}.`)] as const),
  )
  // The same words again are the same answer; others are told that they come too late.
  const sent = new Set(presses.flatMap(([word, { status }]) => (status === 200 ? [word] : [])))
  expect(sent.size).toBe(1)
  const [word] = sent
  expect(presses.map(([each, { status }]) => [each, status])).toEqual(
    presses.map(([each]) => [each, each === word ? 200 : 409]),
  )
  await app.runJobs()
  const { evidence, evidence_details, status } = await stripe.disputes.retrieve(disputeId)
  expect(evidence_details.submission_count).toBe(1)
  expect(status).toBe('under_review')
  expect(evidence.uncategorized_text).toContain(`Word ${word}.\n\nReceipt`)
  expect((await answer(version, `Word ${word}.`)).status).toBe(200)
  const late = await answer(version, 'Other words.')
  expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('answered already') } })
  expect(evidence.customer_name).toBe(buyer.name)
  // It waits no longer, and our copy is gone.
  expect(await find()).toBeUndefined()
  expect(await find('true')).toMatchObject({ dispute: { answeredAt: expect.any(String) } })
  const rows = await app.deps.db.select({ evidence: disputes.evidence }).from(disputes)
  expect(rows.filter(({ evidence: kept }) => kept !== null)).toEqual([])

  inSilence(() => app.sandbox.disputes.close(disputeId, 'lost'))
  await repair()
  expect(await find()).toMatchObject({ dispute: { state: 'lost' } })
})

test('an answer to what the bank only asks is none to the dispute that comes of it', async () => {
  const { disputeId, find, read, answer } = await aDispute(undefined, { isInquiry: true })
  const press = async () => {
    expect((await answer((await read()).version)).status).toBe(200)
    await app.runJobs()
    return (await stripe.disputes.retrieve(disputeId)).status
  }
  expect(await press()).toBe('warning_under_review')
  expect(await find()).toBeUndefined()
  inSilence(() => app.sandbox.disputes.escalate(disputeId))
  await repair()
  expect(await find()).toMatchObject({ dispute: { state: 'open', answeredAt: null } })
  expect(await press()).toBe('under_review')
})

test('an owner does not answer for their own payment, and what the provider refuses waits again', async () => {
  const self = await aUser(app.deps, { isOwner: true })
  const own = await aDispute(self)
  const { version } = await own.read(self.token)
  expect((await own.answer(version, '', self.token)).status).toBe(409)

  const decided = await aDispute()
  const read = await decided.read()
  expect((await decided.answer(read.version)).status).toBe(200)
  // The bank was quicker.
  inSilence(() => app.sandbox.disputes.close(decided.disputeId, 'won'))
  await app.runJobs()
  expect(await decided.find()).toMatchObject({
    text: expect.stringContaining('did not take your answer'),
    dispute: { answeredAt: null },
  })
})

test('of a session that was called off the bank reads that', async () => {
  const { booking, read } = await aDispute()
  const params = { bookingId: booking.id }
  expect((await app.call(callOff, { params, body: { reason: 'ill', word: null } } as never, owner.token)).status).toBe(
    200,
  )
  expect(JSON.stringify(await read())).toContain('The session was called off.')
})
