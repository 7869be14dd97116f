import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/notifications/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { queueMail } from './notifications.ts'
import { sendDelivery } from './queue.ts'
import { deliveries } from './table.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true })
})
afterEach(async () => {
  app.sandbox.misbehave.clear()
  await app.deps.db.delete(deliveries)
})
afterAll(() => app.close())

const [tuesday, wednesday] = ['2026-12-01T15:00:00.000Z', '2026-12-02T15:00:00.000Z']

/** Queues mails about one session to one reader, of whose calendar entry each is a revision later. */
function aReader() {
  const [to, uid] = [`${newId()}@demo.test`, newId()]
  let sequence = 0
  const queue = (subject: string, startsAt: string | null, { thread = uid, kind = 'test', entry = uid } = {}) => {
    const content = `${entry} revision ${sequence}`
    const invite = { method: 'REQUEST' as const, content, uid: entry, startsAt, sequence: sequence++ }
    const mail = { audience: 'staff' as const, to, subject, text: subject, html: subject, headers: { thread }, invite }
    return app.deps.db.transaction((tx) => queueMail(app.deps, tx, { ...mail, dedupeKey: `${kind}:${newId()}` }))
  }
  /** What arrived, the first one first, each with the revision of its file. */
  const arrived = async () => {
    const mails = app.sandbox.outbox.list().filter((mail) => mail.to === to)
    const read = mails.toReversed().map(async ({ id, subject }) => {
      const answer = await app.app.http.inject(`/dev/outbox/${id}.json`)
      const { attachments } = answer.json() as { attachments: { text: string }[] }
      return [subject, Number(/\d+$/.exec(attachments[0]!.text)![0])]
    })
    return Promise.all(read)
  }
  return { queue, arrived }
}

const idOf = async (subject: string) => {
  const rows = await app.deps.db.select().from(deliveries)
  return rows.find((row) => row.subject === subject)!.id
}
const stateOf = async (subject: string) => {
  const params = { deliveryId: await idOf(subject) }
  return (await app.call(calls.deliveryDetails, { params }, owner.token)).body
}
const resend = (deliveryId: string) => app.call(calls.resendDelivery, { params: { deliveryId } }, owner.token)

test('an invite that waits is not sent once its session has moved', async () => {
  const { queue, arrived } = aReader()
  await queue('Booked', tuesday)
  await queue('Moved', wednesday)
  await app.runJobs()
  expect(await arrived()).toEqual([['Moved', 1]])
  expect(await stateOf('Booked')).toMatchObject({ state: 'superseded', sentAt: null, lastError: null })
  const counts = await app.call(calls.countDeliveries, {}, owner.token)
  expect(counts.body).toMatchObject({ all: 2, sent: 1, superseded: 1, failed: 0 })
})

test('an invite that could not be sent for a while does not follow its cancellation', async () => {
  const { queue, arrived } = aReader()
  app.sandbox.misbehave.set({ mailDown: 'busy' })
  await queue('Booked', tuesday)
  await app.runJobs()
  app.sandbox.misbehave.clear()
  await queue('Cancelled', null)
  await app.runJobs()
  await app.deps.db.execute(
    sql`update pgboss.job set start_after = now() where name = ${sendDelivery.name} and state = 'retry'`,
  )
  await app.runJobs()
  expect(await arrived()).toEqual([['Cancelled', 1]])
  expect(await stateOf('Booked')).toMatchObject({ state: 'superseded' })
})

test('a mail whose words still hold goes with the newest file of its entry', async () => {
  const { queue, arrived } = aReader()
  await queue('Booked', tuesday)
  await queue('Their Discord name', tuesday)
  await queue('Another player of the same hour has left', null, { thread: newId() })
  await app.runJobs()
  expect((await arrived()).toSorted()).toEqual([
    ['Another player of the same hour has left', 2],
    ['Booked', 2],
    ['Their Discord name', 2],
  ])
})

test('staff send a session’s new time instead of the old one, and no invite of a cancelled one', async () => {
  const { queue, arrived } = aReader()
  await queue('Booked', tuesday)
  await app.runJobs()
  expect((await resend(await idOf('Booked'))).status, 'as it is').toBe(200)
  await queue('Moved', wednesday)
  await app.runJobs()
  const moved = await stateOf('Booked')
  expect(moved).toMatchObject({
    resendRefusal: 'This session moved to Wed, Dec 2, 10:00 AM (New York).',
    newTimeId: await idOf('Moved'),
  })
  expect(await resend(await idOf('Booked'))).toMatchObject({ status: 409, body: { message: moved.resendRefusal } })
  expect((await resend(moved.newTimeId!)).status).toBe(200)
  await app.runJobs()
  expect((await arrived()).slice(-2)).toEqual([
    ['Moved', 1],
    ['Moved', 1],
  ])

  await queue('Cancelled', null, { kind: 'booking-cancelled' })
  await app.runJobs()
  for (const subject of ['Booked', 'Moved'])
    expect(await stateOf(subject)).toMatchObject({
      resendRefusal: expect.stringMatching(/^Cancelled on \w{3}, \w{3} \d+: its invite is not sent again\.$/),
      newTimeId: null,
    })
  expect((await stateOf('Cancelled')).resendRefusal, 'the cancellation itself').toBeNull()
})

test('to a group’s coach, whose old and new hour are two entries, the new time is sent, and nothing once it is not theirs', async () => {
  const { queue } = aReader()
  await queue('Booked', tuesday)
  await queue('Moved', wednesday, { entry: newId() })
  await queue('Left the hour', null, { kind: 'booking-left-hour' })
  await app.runJobs()
  expect(await stateOf('Booked')).toMatchObject({
    resendRefusal: 'This session moved to Wed, Dec 2, 10:00 AM (New York).',
    newTimeId: await idOf('Moved'),
  })
  expect((await stateOf('Left the hour')).resendRefusal).toBeNull()
  await queue('Handed away', null, { entry: newId() })
  await app.runJobs()
  expect(await stateOf('Booked')).toMatchObject({
    resendRefusal: expect.stringMatching(
      /^Not theirs any more since \w{3}, \w{3} \d+: its invite is not sent again\.$/,
    ),
    newTimeId: null,
  })
})
