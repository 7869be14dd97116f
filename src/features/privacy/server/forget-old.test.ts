import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aContact } from '#src/demo/a-contact.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { loginSessions } from '#src/features/accounts/server/table.ts'
import { reviewApplication } from '#src/features/applications/contract.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import { messages, threads } from '#src/features/messages/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { playedGames } from '#src/shared/games.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { forgetOldJob } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
const run = async () => {
  await app.deps.jobs.add(app.deps.db, forgetOldJob, {})
  await app.runJobs()
}

test('what was kept long enough goes, everything else stays', async () => {
  const { deps } = app
  const { db } = deps
  const person = await aUser(deps)
  const rested = await aUser(deps)
  const admin = await aUser(deps, { isAdmin: true })
  const [oldInquiry, inquiry] = [
    await aContact(deps, { createdAt: daysAgo(731) }),
    await aContact(deps, { createdAt: daysAgo(729) }),
  ]
  const applications = [
    await anApplication(deps, { status: 'rejected', createdAt: daysAgo(400), decidedAt: daysAgo(366) }),
    await anApplication(deps, { status: 'rejected', createdAt: daysAgo(400), decidedAt: daysAgo(364) }),
    await anApplication(deps, { status: 'pending', createdAt: daysAgo(366) }),
  ]
  for (const { id } of applications)
    await db.transaction(async (tx) => {
      const [thread] = await tx.insert(threads).values({ applicationId: id }).returning()
      const from = { senderId: admin.id, senderName: admin.name, senderEmail: admin.email }
      await tx
        .insert(messages)
        .values({ threadId: thread!.id, number: 1, side: 'staff', content: `About ${id}`, ...from })
    })
  const mail = (status: 'sent' | 'queued', days: number) => ({
    ...{
      dedupeKey: newId(),
      audience: 'staff' as const,
      channel: 'mail' as const,
      recipient: person.email,
      subject: '',
      text: '',
      html: '',
    },
    ...{ status, createdAt: daysAgo(days) },
  })
  const mails = [mail('sent', 181), mail('sent', 179), mail('queued', 181)]
  await db.insert(deliveries).values(mails)
  const order = (status: 'released' | 'booked', days: number) => ({
    ...{ playerId: person.id, status, ...soldNow(services[0]!), game: playedGames, amount: 1 },
    ...{ contactName: 'Rimshot', contactEmail: person.email, contactPhone: '+12125550100', createdAt: daysAgo(days) },
  })
  const made = await db
    .insert(orders)
    .values([order('released', 91), order('released', 89), order('booked', 91)])
    .returning()
  await db
    .update(loginSessions)
    .set({ expiresAt: daysAgo(0) })
    .where(eq(loginSessions.userId, person.id))
  await db
    .update(loginSessions)
    .set({ lastSeenAt: daysAgo(7) })
    .where(eq(loginSessions.userId, rested.id))

  await run()
  const inquiries = (await db.select().from(contacts)).map(({ id }) => id)
  expect(inquiries).toEqual([inquiry.id])
  expect(inquiries).not.toContain(oldInquiry.id)
  const kept = (await db.select().from(coachApplications)).map(({ id }) => id)
  expect(kept.sort()).toEqual([applications[1]!.id, applications[2]!.id].sort())
  const words = (await db.select().from(messages)).map(({ content }) => content)
  expect(words.sort()).toEqual([...kept.map((id) => `About ${id}`), inquiry.message].sort())
  const left = await db.select().from(deliveries).where(eq(deliveries.recipient, person.email))
  expect(left.map(({ dedupeKey }) => dedupeKey).sort()).toEqual([mails[1]!.dedupeKey, mails[2]!.dedupeKey].sort())
  const named = await Promise.all(
    made.map(async ({ id }) => (await db.select().from(orders).where(eq(orders.id, id)))[0]),
  )
  expect(named.map((each) => each!.contactName)).toEqual(['Deleted player', 'Rimshot', 'Rimshot'])
  expect(named[0]).toMatchObject({ contactEmail: expect.stringMatching(/@invalid$/), contactPhone: null })
  const open = (await db.select().from(loginSessions)).map(({ userId }) => userId)
  expect(open).toContain(admin.id)
  expect(open).not.toContain(person.id)
  expect(open).not.toContain(rested.id)

  await run()
  expect(await deps.jobs.listDead()).toEqual([])
})

test('an application that waited for more than a year is kept when it is turned down at last', async () => {
  const { deps } = app
  const admin = await aUser(deps, { isAdmin: true })
  const { id } = await anApplication(deps, { createdAt: daysAgo(400) })
  const rejected = { params: { id }, body: { status: 'rejected' as const } }
  expect((await app.call(reviewApplication, rejected, admin.token)).status).toBe(200)
  await run()
  expect(await deps.db.$count(coachApplications, eq(coachApplications.id, id))).toBe(1)
})
