import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { changePassword, login, me, redeemCode, requestCode, signup } from '#src/features/accounts/contract.ts'
import { applyAsCoach } from '#src/features/applications/contract.ts'
import { sendContact } from '#src/features/contacts/contract.ts'
import { sendMessage, sendSms } from '#src/features/messages/contract.ts'
import { confirmBooking, createPaymentIntent, setOrderContact } from '#src/features/payments/contract.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { codeIn } from '../support/code-in.ts'
import { logWriter } from '../support/log-writer.ts'
import { payByCard } from '../support/pay.ts'
import { basic } from '../support/prices.ts'

/** A person's day with everything that goes wrong in it, and a log that names nothing of it (ASVS 5.0, 16.2.5). */
let app: TestApp
let log = ''
beforeAll(async () => {
  const logTo = logWriter((text) => {
    log += text
  })
  app = await startTestApp({ logTo })
})
afterAll(() => app.close())

test('the log names no e-mail, name, phone, password, code, token or text', async () => {
  const email = 'zarquon@secret.test'
  const name = 'Zarquon Fitzwilliam'
  const phone = '+12125550147'
  const words = 'The moon over Neo Tokyo'
  const [password, newPassword] = ['zarquons-first-password', 'zarquons-next-password']
  const secrets = [email, name, phone, words, password, newPassword]
  const call = async (what: AnyCall, body: object | undefined, token?: string, params?: object) => {
    const answer = await app.call(what, { ...(body && { body }), ...(params && { params }) }, token)
    const given = (answer.body as { token?: string }).token
    if (given) secrets.push(given)
    return answer.body as Record<string, string>
  }

  const { token } = await call(signup, { name, email, password, confirmPassword: password })
  await call(signup, { name, email, password, confirmPassword: password })
  await call(login, { email, password: `${password}-wrong` })
  await call(login, { email, password })
  await call(me, undefined, `${token}x`)
  await call(requestCode, { purpose: 'reset-password', email })
  await call(redeemCode, { purpose: 'verify-email', email, code: '00000000' }, token)
  await call(sendContact, { name, email, game: 'fortnite', message: words }, token)
  await call(applyAsCoach, {
    ...{ applicantName: name, applicantEmail: email, applicantPhone: phone, gameExpertise: 'fortnite' },
    ...{ currentRank: 'Unreal', coachingExperience: words, whyCoach: words, availability: words },
  })
  const booking = await aBooking(app.deps, { customerEmail: email, customerPhone: phone })
  await call(sendMessage, { bookingId: booking.id, content: words }, token)
  const order = await call(createPaymentIntent, { amount: basic.decimal, metadata: { serviceId: '1on1-basic' } }, token)
  secrets.push(order.clientSecret!)
  await call(setOrderContact, { name, email, phone }, token, { orderId: order.orderId! })
  const intent = { paymentIntentId: order.paymentIntentId!, clientSecret: order.clientSecret! }
  await payByCard(app.url, intent)
  await call(confirmBooking, { paymentIntentId: intent.paymentIntentId, customerEmail: email }, token)
  await app.runJobs()
  const [code] = app.sandbox.outbox.list().flatMap(({ text }) => codeIn(text) ?? [])
  secrets.push(code!)

  // Servers that quote the recipient they refuse, and a database whose errors quote what they were given.
  app.sandbox.misbehave.set({ mailDown: 'rejecting' })
  const admin = await aUser(app.deps, { isAdmin: true })
  await call(sendSms, { phone, message: words, bookingId: booking.id }, admin.token)
  await call(requestCode, { purpose: 'reset-password', email })
  await app.runJobs()
  app.sandbox.misbehave.clear()
  const { mailer } = app.deps
  app.deps.mailer = {
    close() {},
    async send({ to }) {
      throw new Error(`451 <${to}> is over quota, call ${phone}`)
    },
  }
  await call(requestCode, { purpose: 'reset-password', email })
  await app.runJobs()
  app.deps.mailer = mailer
  await app.deps.db.execute(sql`alter table contacts rename column message to text_away`)
  await call(sendContact, { name, email, game: 'fortnite', message: words }, token)
  await app.deps.db.execute(sql`alter table contacts rename column text_away to message`)
  await app.deps.db.execute(
    sql`alter table users add constraint short_hash check (length(password_hash) < 1) not valid`,
  )
  const twice = { password: newPassword, confirmPassword: newPassword }
  await call(changePassword, { currentPassword: password, ...twice }, token)
  await app.deps.db.execute(sql`alter table users drop constraint short_hash`)
  const query = `email=${encodeURIComponent(email)}`
  await app.app.http.inject({ url: `/api/coach-application?${query}`, headers: { referer: `http://x/?${query}` } })

  expect(code).toMatch(/^\d{8}$/)
  expect(secrets.length).toBeGreaterThan(9)
  for (const secret of secrets) {
    expect(log).not.toContain(secret)
    expect(log).not.toContain(encodeURIComponent(secret))
  }
  // It is a log all the same.
  for (const line of ['incoming request', 'could not be delivered', '451 <(address)>', 'a request failed'])
    expect(log).toContain(line)
})
