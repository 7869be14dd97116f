import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { seller } from '#src/features/payments/receipt-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { askForSeller, missingOfSeller } from './seller.ts'
import { orders } from './table.ts'

let app: TestApp
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ production: true, now: () => clock })
})
afterAll(() => app.close())

const day = 24 * 60 * 60_000
let hour = 40

/** What somebody reads who wants to pay. */
async function pay() {
  const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
  const { date, time } = starts[hour++]!
  const metadata = { serviceId: '1on1-basic', coachId: coach.id, selectedDate: date, selectedTime: time }
  const { status, body } = await app.call(
    createPaymentIntent,
    { body: { amount: basic.decimal, metadata } },
    player.token,
  )
  return status === 200 ? 'paid' : `${status} ${(body as unknown as { message: string }).message}`
}

test('a seller is missing in production only, by the settings that would name it; the sender of mails reads none', () => {
  const seller = { name: 'Rung LLC', address: '1 Ladder St', taxId: null, email: 'hello@rung.test' }
  const named = { production: true, seller, mailFrom: 'Level Up <mails@rung.test>' }
  expect(missingOfSeller(named)).toEqual([])
  expect(missingOfSeller({ ...named, seller: { ...seller, email: 'mails@rung.test' } })).toEqual(['SELLER_EMAIL'])
  expect(missingOfSeller(app.deps.env)).toEqual(['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL'])
  expect(missingOfSeller({ ...app.deps.env, production: false })).toEqual([])
})

test('without a seller a fresh shop takes no payments, one that has sold goes on for 30 days', async () => {
  const refusal = '503 No payments are taken before everybody can read who sells.'
  const said: string[] = []
  const start = () =>
    askForSeller({ ...app.deps, log: { ...app.deps.log, error: (text: string) => void said.push(text) } })
  await start()
  expect(said.pop()).toBe(
    'Nobody can read who sells: set SELLER_NAME, SELLER_ADDRESS, SELLER_EMAIL. Until then no payments are taken.',
  )
  expect(await pay()).toBe(refusal)
  expect((await app.call(seller, {})).body.isPublished).toBe(false)

  const { seller: nobody } = app.deps.env
  app.deps.env.seller = { name: 'Rung LLC', address: '1 Ladder St', taxId: null, email: 'hello@rung.test' }
  expect(await pay()).toBe('paid')
  expect((await app.call(seller, {})).body.isPublished).toBe(true)
  await app.deps.db.update(orders).set({ settledAt: clock })
  app.deps.env.seller = nobody

  await start()
  const until = new Date(clock.getTime() + 30 * day)
  expect(said.pop()).toContain(`Until then from ${until.toISOString()} on no payments are taken.`)
  expect(await pay()).toBe('paid')
  clock = new Date(clock.getTime() + 20 * day)
  // To start again wins no time.
  await start()
  clock = new Date(until.getTime() + 1)
  expect(await pay()).toBe(refusal)
})
