import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { changeName } from '#src/features/accounts/contract.ts'
import { forgetPerson, lockPerson } from '#src/features/accounts/server/accounts.ts'
import { applyAsCoach } from '#src/features/applications/contract.ts'
import * as contacts from '#src/features/contacts/contract.ts'
import * as payments from '#src/features/payments/contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { shareStory } from '#src/features/stories/contract.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { tracesOf } from '#tests/support/database/traces-of.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { letters } from '#tests/support/letters.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const phone = '+12125550147'

const tracesOfPerson = ({ name, email }: Account, number = phone) => tracesOf(app.deps.db, [name, email, number])

type Writer = Awaited<ReturnType<typeof aUser>> & { bookingId: string; coachId: string | null }
const words = { currentRank: 'Gold I', coachingExperience: 'Some', whyCoach: 'It is fun', availability: 'Evenings' }
const story = { coachName: 'Apex', game: 'fortnite', beforeRank: 'Gold I', afterRank: 'Elite', sessionsCount: 3 }
const order = ({ token, coachId }: Writer, start?: { date: string; time: string }) => {
  const metadata = { serviceId: '1on1-basic', coachId, selectedDate: start?.date, selectedTime: start?.time }
  return app.call(payments.createPaymentIntent, { body: { amount: basic.decimal, metadata } }, token)
}
const writes: [string, (by: Writer) => Promise<{ status: number }>][] = [
  [
    'an inquiry',
    ({ name, email, token }) =>
      app.call(contacts.sendContact, { body: { name, email, game: 'fortnite', message: 'Hello?' } }, token),
  ],
  [
    'a story',
    ({ name, token }) => app.call(shareStory, { body: { ...story, story: `I am ${name} and proud` } }, token),
  ],
  [
    'a rating',
    ({ name, bookingId, token }) =>
      app.call(rateSession, { body: { bookingId, rating: 5, review: `Yours, ${name}` } }, token),
  ],
  [
    'an application',
    ({ name, email, token }) =>
      app.call(
        applyAsCoach,
        { body: { ...words, applicantName: name, applicantEmail: email, gameExpertise: 'fortnite' } },
        token,
      ),
  ],
  ['an order', (writer) => order(writer)],
  ['a hold', (writer) => order(writer, starts[30])],
  ['a new name', ({ name, token }) => app.call(changeName, { body: { name: `${name} II` } }, token)],
]

test.each(writes)('%s that comes while its account is deleted does not outlive it', async (_what, write) => {
  const { db } = app.deps
  const writer = await aUser(app.deps, { name: `Late Writer ${letters()}` })
  const nobody = { customerName: '-', customerEmail: '-' }
  const { id: bookingId, coachId } = await aBooking(app.deps, { player: writer, status: 'completed', ...nobody })
  const { answer } = await db.transaction(async (tx) => {
    await lockPerson(tx, writer)
    const writing = write({ ...writer, bookingId, coachId })
    await untilWaiting(db)
    await forgetPerson(tx, writer)
    return { answer: writing }
  })
  expect((await answer).status).toBe(401)
  expect(await tracesOfPerson(writer, writer.email)).toEqual([])
})
