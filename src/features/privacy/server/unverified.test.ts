import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { startTestApp } from '#tests/support/app.ts'
import { tracesOf } from '#tests/support/database/traces-of.ts'
import { forgetUnverified } from './unverified.ts'

let clock = new Date()
const app = await startTestApp({ now: () => clock })
afterAll(() => app.close())
const { deps } = app
const day = 24 * 3_600_000

const daysLater = async (days: number) => {
  clock = new Date(clock.getTime() + days * day)
  await forgetUnverified(deps)
  await app.runJobs()
}
const mailsTo = (address: string) => app.sandbox.outbox.list().filter(({ to }) => to === address)
const emailOf = async ({ id }: { id: string }) =>
  (await deps.db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]!.email

test('an account that nobody verified and that did nothing goes after 30 days, told 7 days before', async () => {
  const idle = await aUser(deps, { name: 'Squatter Zarquon', emailVerified: false })
  await daysLater(22)
  expect(mailsTo(idle.email)).toEqual([])
  await daysLater(1.5)
  await daysLater(1)
  const [mail, ...more] = mailsTo(idle.email)
  expect(mail).toMatchObject({ subject: 'Your account ends in 7 days' })
  expect(mail!.text).toContain('/account#account-e-mail')
  expect(mail!.text).not.toContain('Squatter')
  expect(more).toEqual([])
  await daysLater(5)
  expect(await emailOf(idle)).toBe(idle.email)
  await daysLater(1.5)
  expect(await emailOf(idle)).not.toBe(idle.email)
  expect(await tracesOf(deps.db, [idle.email, idle.name])).toEqual([])
  // Nobody is told or deleted twice.
  await daysLater(40)
})

test('who verified the e-mail, works here or did anything stays', async () => {
  const unverified = () => aUser(deps, { emailVerified: false })
  const [booked, asked, shared, applied, verifies] = await Promise.all([1, 2, 3, 4, 5].map(unverified))
  await aBooking(deps, { player: booked! })
  await aContact(deps, { writer: asked! })
  await aStory(deps, { author: shared! })
  await anApplication(deps, { userId: applied!.id })
  const verified = await aUser(deps)
  const admin = await aUser(deps, { isAdmin: true, emailVerified: false })
  await daysLater(24)
  expect(mailsTo(verifies!.email)).toHaveLength(1)
  await deps.db.update(users).set({ emailVerifiedAt: clock }).where(eq(users.id, verifies!.id))
  await daysLater(10)
  for (const person of [booked!, asked!, shared!, applied!, verifies!, verified, admin])
    expect(await emailOf(person)).toBe(person.email)
})
