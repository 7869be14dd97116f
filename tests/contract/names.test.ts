import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { changeName, login, me, signup } from '#src/features/accounts/contract.ts'
import { applyAsCoach } from '#src/features/applications/contract.ts'
import { createFreeBooking } from '#src/features/bookings/staff-contract.ts'
import { sendContact } from '#src/features/contacts/contract.ts'
import { createPaymentIntent, setOrderContact } from '#src/features/payments/contract.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { basic } from '../support/prices.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = (await aUser(app.deps, { isAdmin: true })).token
})
afterAll(() => app.close())

const asked: [AnyCall, field: string, params?: object][] = [
  [signup, 'name'],
  [changeName, 'name'],
  [sendContact, 'name'],
  [applyAsCoach, 'applicantName'],
  [createFreeBooking, 'customerName'],
  [setOrderContact, 'name', { orderId: '00000000-0000-7000-8000-000000000000' }],
]

test.each(asked)('%o takes no name in two lines, and none that says it is ours', async (call, field, params) => {
  const say = async (name: string) => {
    const { status, body } = await app.call(call, { body: { [field]: name }, params }, token)
    return [status, (body as { fields?: Record<string, string> }).fields?.[field]]
  }
  expect(await say('Ann\nBcc: all@victim.test')).toEqual([
    400,
    'We cannot use this name. Letters of any language, spaces, hyphens, apostrophes and dots are fine; invisible signs and stacks of accents are not.',
  ])
  expect(await say('Level Up Support')).toEqual([400, 'Level Up is our own name. Please enter yours.'])
})

test('a player who had such a name before goes on: logs in, and books under it', async () => {
  const person = await aUser(app.deps, { name: 'Level Up\u202e Support' })
  expect((await app.call(login, { body: { email: person.email, password: demoPassword } })).status).toBe(200)
  expect((await app.call(me, {}, person.token)).body.user.name).toBe(person.name)
  const body = { amount: basic.decimal, metadata: { serviceId: '1on1-basic' } }
  expect((await app.call(createPaymentIntent, { body: body }, person.token)).status).toBe(200)
})
