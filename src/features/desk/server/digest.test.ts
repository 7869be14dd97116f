import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { instantOf } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { mailDigest } from './digest.ts'

let app: TestApp
let clock = new Date('2026-03-10T20:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app.close())

const inNewYork = (date: string, time: string) => instantOf(date, time, 'America/New_York')
const digests = async () => {
  await mailDigest(app.deps)
  await app.runJobs()
  return app.sandbox.outbox.list().filter(({ subject }) => subject.startsWith('Yesterday'))
}

test('the owner reads in the morning what yesterday was and what waits, once, and nothing after a quiet day', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  clock = inNewYork('2026-03-10', '09:00')
  expect(await digests(), 'nothing happened, nothing waits').toEqual([])

  await aBooking(app.deps, { createdAt: inNewYork('2026-03-10', '23:30'), price: 2900 })
  await aBooking(app.deps, { createdAt: inNewYork('2026-03-11', '00:30'), price: 4900 })
  await aContact(app.deps)
  await aContact(app.deps)
  await aRating(app.deps, { isApproved: false })
  await anApplication(app.deps)
  clock = inNewYork('2026-03-11', '06:59')
  expect(await digests(), 'too early').toEqual([])
  clock = inNewYork('2026-03-11', '07:00')
  await mailDigest(app.deps)
  const [digest, ...more] = await digests()
  expect(more).toEqual([])
  expect(digest).toMatchObject({ to: owner.email, subject: 'Yesterday: 1 booking, $29.00' })
  for (const line of [
    'This was Tuesday, March 10, 2026.',
    'With the bank: $0.00',
    `- 2 inquiries without an answer: ${app.deps.env.baseUrl}/owner?tab=contacts`,
    // Owners do not decide it: the tab says who does.
    `- 1 application for your admins: ${app.deps.env.baseUrl}/owner?tab=roles`,
    `- 1 rating to read: ${app.deps.env.baseUrl}/owner?tab=ratings`,
  ])
    expect(digest!.text).toContain(line)
})
