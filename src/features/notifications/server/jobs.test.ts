import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Audience } from '#src/features/notifications/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Mailer } from '#src/providers/mailer.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addLostJobs } from './jobs.ts'
import { queueMail } from './notifications.ts'
import { sendDelivery } from './queue.ts'
import { deliveries, mostTries } from './table.ts'

/** What becomes of a mail when processes, workers or jobs do not do as they should. */
let app: TestApp
let workingMailer: Mailer | null
beforeAll(async () => {
  app = await startTestApp()
  workingMailer = app.deps.mailer
})
afterEach(async () => {
  app.deps.mailer = workingMailer
  await app.deps.db.delete(deliveries)
})
afterAll(() => app.close())

async function queueOne({ deps } = app, to = `${newId()}@demo.test`, audience: Audience = 'staff') {
  const id = newId()
  const mail = {
    dedupeKey: id,
    audience,
    to,
    subject: 'Hi',
    text: 'Hi',
    html: 'Hi',
  }
  await deps.db.transaction((tx) => queueMail(deps, tx, mail))
  return mail
}
const arrived = (mail: { to: string }) => app.sandbox.outbox.list().filter(({ to }) => to === mail.to)
const onlyRow = async () => (await app.deps.db.select().from(deliveries))[0]

test('a mail that ends the process at each try is given up after its last one', async () => {
  const mail = await queueOne()
  // Each try was counted, and none came back.
  await app.deps.db.update(deliveries).set({ attempts: mostTries, triesLeft: 0 })
  await app.runJobs()
  expect(arrived(mail)).toEqual([])
  expect(await onlyRow()).toMatchObject({ status: 'failed', lastError: 'Our server ended during the last try.' })
})

test('a code for which somebody waits goes before the mails that came before it', async () => {
  const order: string[] = []
  app.deps.mailer = {
    close() {},
    async send({ to }) {
      order.push(to)
    },
  }
  for (let n = 0; n < 60; n++) await queueOne()
  const code = await queueOne(app, `${newId()}@demo.test`, 'nobody')
  await app.runJobs()
  expect(order).toHaveLength(61)
  // They are sent fifty at a time.
  expect(order.indexOf(code.to)).toBeLessThan(50)
})

test('while a mail is on its way nobody else sends it', async () => {
  await queueOne()
  let sent = 0
  app.deps.mailer = {
    close() {},
    async send() {
      sent += 1
      // Another worker, and the job that looks for lost jobs.
      await app.deps.db.update(deliveries).set({ createdAt: sql`now() - interval '1 hour'` })
      await app.deps.jobs.add(app.deps.db, addLostJobs, {})
      await app.runJobs()
    },
  }
  await app.runJobs()
  expect(sent).toBe(1)
})

test('a mail whose job was lost is found and sent', async () => {
  const mail = await queueOne()
  await app.deps.db.execute(sql`delete from pgboss.job where name = ${sendDelivery.name}`)
  const look = async () => {
    await app.deps.jobs.add(app.deps.db, addLostJobs, {})
    await app.runJobs()
    return arrived(mail).length
  }
  expect(await look(), 'it may be on its way').toBe(0)
  await app.deps.db.update(deliveries).set({ createdAt: sql`now() - interval '11 minutes'` })
  expect(await look()).toBe(1)
  expect(await look()).toBe(1)
})

test('a mail server that is slow for one mail holds up no other, neither beside it nor after it', async () => {
  const working = await startTestApp({ work: true })
  const sent = new Set<string>()
  const answer = Promise.withResolvers<void>()
  try {
    const slow = `${newId()}@slow.test`
    working.deps.mailer = {
      close() {},
      async send({ to }) {
        sent.add(to)
        if (to === slow) await answer.promise
      },
    }
    await queueOne(working, slow)
    const beside = await queueOne(working)
    await expect.poll(() => [slow, beside.to].every((to) => sent.has(to))).toBe(true)
    const after = await queueOne(working)
    await expect.poll(() => sent.has(after.to)).toBe(true)
  } finally {
    answer.resolve()
    await working.close()
  }
})
