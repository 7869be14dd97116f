import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#src/platform/database/columns.ts'
import { createMailer, type Mailer } from '#src/providers/mailer.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addressOfNobody, queueMail, queueMails, queueSms } from './notifications.ts'
import { sendDelivery } from './queue.ts'
import { deliveries, mostTries } from './table.ts'

let app: TestApp
let workingMailer: Mailer
let cleanUp: (() => unknown)[] = []

beforeAll(async () => {
  app = await startTestApp()
  workingMailer = app.deps.mailer!
})
afterAll(() => app.close())
afterEach(async () => {
  app.sandbox.misbehave.clear()
  app.deps.mailer = workingMailer
  for (const step of cleanUp.reverse()) await step()
  cleanUp = []
  await app.deps.db.delete(deliveries)
})

function aMail(about = newId()) {
  return {
    dedupeKey: about,
    audience: 'staff' as const,
    to: `${about}@demo.test`,
    subject: 'Hello',
    text: 'Hi there',
    html: '<p>Hi there</p>',
  }
}

const queue = (mail: ReturnType<typeof aMail>) => app.deps.db.transaction((tx) => queueMail(app.deps, tx, mail))
const arrived = (mail: ReturnType<typeof aMail>) => app.sandbox.outbox.list().filter(({ to }) => to === mail.to)
const onlyRow = async () => (await app.deps.db.select().from(deliveries))[0]!

/** Its next try is now, not after a pause; `retryCount`: as if that many had been retried. */
const tryNow = (retryCount?: number) =>
  app.deps.db.execute(sql`update pgboss.job set start_after = now(), retry_count = coalesce(${retryCount ?? null}, retry_count)
    where name = ${sendDelivery.name} and state = 'retry'`)

/** The mail's job while it waits for its next try: how often it was tried again, and the rule of its pauses, in seconds. */
async function waitingJob() {
  const { rows } = await app.deps.db.execute(sql`
    select retry_count, retry_limit, retry_delay, retry_backoff, retry_delay_max from pgboss.job
      where name = ${sendDelivery.name} and state = 'retry'`)
  return rows[0]
}

/** Sends mails to a closed port, or to a server of our own. */
function mailTo(port: number) {
  const mailer = createMailer(`smtp://127.0.0.1:${port}`, 'Level Up <hello@levelup.example>')
  app.deps.mailer = mailer
  cleanUp.push(() => mailer.close())
}

async function startSmtp(options: ConstructorParameters<typeof SMTPServer>[0]) {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], closeTimeout: 100, ...options })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  cleanUp.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  mailTo((server.server.address() as AddressInfo).port)
}

test('a committed mail is sent once, with its invite', async () => {
  const mail = { ...aMail(), invite: { method: 'REQUEST' as const, content: 'é' } }
  await queue(mail)
  expect(await app.runJobs()).toBe(1)
  expect(arrived(mail)).toMatchObject([{ subject: 'Hello', text: expect.stringContaining('Hi there') }])
  expect(await onlyRow()).toMatchObject({ status: 'sent', attempts: 1, lastError: null, sentAt: expect.any(Date) })
  const { id } = arrived(mail)[0]!
  const stored = await app.app.http.inject(`/dev/outbox/${id}.json`)
  expect(stored.json().attachments).toMatchObject([
    { filename: 'invite.ics', contentType: 'text/calendar', text: 'é' },
    { filename: 'invite.ics', contentType: 'application/ics', text: 'é' },
  ])
})

test('a rolled-back mail is not sent', async () => {
  const mail = aMail()
  const failing = app.deps.db.transaction(async (tx) => {
    await queueMail(app.deps, tx, mail)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await app.runJobs()).toBe(0)
  expect(arrived(mail)).toEqual([])
})

test('one cause sends one mail, even when queued at the same moment', async () => {
  const mail = aMail()
  await Promise.all([queue(mail), queue(mail), queue(mail)])
  await queue(mail)
  expect(await app.runJobs()).toBe(1)
  await queue(mail)
  expect(await app.runJobs()).toBe(0)
  expect(arrived(mail)).toHaveLength(1)
})

test('of several mails queued at once each is sent once, but for a cause that had its mail and for nobody', async () => {
  const [known, first, second] = [aMail(), aMail(), aMail()]
  await queue(known)
  const nobody = { ...aMail(), to: addressOfNobody(newId()) }
  await app.deps.db.transaction((tx) => queueMails(app.deps, tx, [known, first, nobody, second]))
  await app.runJobs()
  expect([known, first, second, nobody].map((mail) => arrived(mail).length)).toEqual([1, 1, 1, 0])
})

test('while the mail server is away tries are counted, with growing pauses; once it is back the mail arrives once', async () => {
  const mail = aMail()
  await queue(mail)
  mailTo(1)
  const pauses = { retry_limit: mostTries - 1, retry_delay: 2, retry_backoff: true, retry_delay_max: 600 }
  for (const attempts of [1, 2, 3]) {
    await tryNow()
    expect(await app.runJobs()).toBe(1)
    expect(await onlyRow()).toMatchObject({
      ...{ status: 'queued', attempts },
      lastError: expect.stringContaining('ECONNREFUSED'),
    })
    expect(await waitingJob()).toEqual({ ...pauses, retry_count: attempts - 1 })
  }
  // The pause after many tries is of minutes: it is waited for, even when the server is back.
  await tryNow(20)
  await app.runJobs()
  app.deps.mailer = workingMailer
  expect(await app.runJobs()).toBe(0)
  await tryNow()
  await app.runJobs()
  expect(arrived(mail)).toHaveLength(1)
  expect(await onlyRow()).toMatchObject({ status: 'sent', attempts: 5, lastError: null })
})

test('a mail that could not be sent is tried again by itself', async () => {
  const mail = aMail()
  await queue(mail)
  mailTo(1)
  await app.runJobs()
  app.deps.mailer = workingMailer
  await expect.poll(async () => (await app.runJobs()) && arrived(mail).length, { interval: 250 }).toBe(1)
})

test('the last try leaves the mail as failed', async () => {
  await queue(aMail())
  mailTo(1)
  await app.deps.db.update(deliveries).set({ attempts: mostTries - 1, triesLeft: 1 })
  await app.runJobs()
  expect(await onlyRow()).toMatchObject({ status: 'failed', attempts: mostTries })
  expect(await app.deps.jobs.listDead()).toEqual([])
})

const refused = () => Object.assign(new Error('not here'), { responseCode: 550 })
test.each<[string, ConstructorParameters<typeof SMTPServer>[0]]>([
  ['An address', { onRcptTo: (_address, _session, done) => done(refused()) }],
  ['A text', { onData: (stream, _session, done) => void stream.resume().on('end', () => done(refused())) }],
])('%s that the mail server refuses for good is not tried again', async (_, server) => {
  await startSmtp(server)
  await queue(aMail())
  await app.runJobs()
  expect(await onlyRow()).toMatchObject({
    status: 'failed',
    attempts: 1,
    lastError: expect.stringContaining('not here'),
  })
})

test('twenty workers send each of three mails once', async () => {
  const mails = [aMail(), aMail(), aMail()]
  for (const mail of mails) await queue(mail)
  const ran = await Promise.all(Array.from({ length: 20 }, () => app.runJobs()))
  expect(ran.reduce((sum, each) => sum + each)).toBe(3)
  expect(mails.map((mail) => arrived(mail).length)).toEqual([1, 1, 1])
  expect((await app.deps.db.select().from(deliveries)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
})

test('one recipient, one subject line, and the same Message-ID at a repeat', async () => {
  const received: { to: string[]; subject?: string; bcc: boolean; messageId?: string }[] = []
  await startSmtp({
    onData: (stream, session, done) => {
      simpleParser(stream).then((parsed) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, subject: parsed.subject, bcc: parsed.headers.has('bcc'), messageId: parsed.messageId })
        done(received.length === 1 ? new Error('try again') : null)
      }, done)
    },
  })
  await queue({ ...aMail(), subject: 'Hello Eve\r\nBcc: eve@demo.test' })
  const { id } = await onlyRow()
  await app.runJobs()
  await tryNow()
  await app.runJobs()
  expect(received).toHaveLength(2)
  expect(received[1]).toEqual(received[0])
  expect(received[0]).toMatchObject({ subject: 'Hello Eve Bcc: eve@demo.test', bcc: false })
  expect(received[0]!.messageId).toBe(`<${id}@levelup.example>`)
})

test('an address that holds a list is no list', async () => {
  await queue({ ...aMail(), to: 'one@demo.test, two@demo.test' })
  await app.runJobs()
  expect(app.sandbox.outbox.list().filter(({ to }) => to === 'one@demo.test' || to === 'two@demo.test')).toEqual([])
})

describe('an SMS', () => {
  const sms = { dedupeKey: 'sms', audience: 'staff' as const, to: '+12125550177', text: 'See you at 5 PM' }
  const queueIt = (more = {}) => app.deps.db.transaction((tx) => queueSms(app.deps, tx, { ...sms, ...more }))
  const texts = () => app.sandbox.outbox.list().filter(({ channel }) => channel === 'sms')

  test('is sent once, whatever the number of workers and causes', async () => {
    const before = texts().length
    await Promise.all([queueIt(), queueIt()])
    await Promise.all(Array.from({ length: 5 }, () => app.runJobs()))
    expect(texts()).toHaveLength(before + 1)
    expect(texts()[0]).toMatchObject({ to: sms.to, text: sms.text })
    expect(await onlyRow()).toMatchObject({ status: 'sent', attempts: 1 })
  })

  test('to a number that takes none is not tried again', async () => {
    await queueIt({ to: '+15005550004' })
    await app.runJobs()
    expect(await onlyRow()).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: expect.stringContaining('unsub'),
    })
  })
})

test.each(['unreachable', 'busy'] as const)('mail and SMS %s, then back: each arrives once', async (outage) => {
  app.sandbox.misbehave.set({ mailDown: outage, smsDown: outage })
  const mail = aMail()
  const sms = {
    dedupeKey: `${mail.dedupeKey}:sms`,
    audience: 'staff' as const,
    to: '+12125550188',
    text: mail.dedupeKey,
  }
  await queue(mail)
  await app.deps.db.transaction((tx) => queueSms(app.deps, tx, sms))
  await app.runJobs()
  const rows = await app.deps.db.select().from(deliveries)
  expect(rows).toMatchObject([
    { status: 'queued', attempts: 1 },
    { status: 'queued', attempts: 1 },
  ])

  app.sandbox.misbehave.clear()
  const sent = () => app.sandbox.outbox.list().filter(({ to, text }) => to === mail.to || text === sms.text)
  const retry = async () => {
    await app.runJobs()
    return sent().length
  }
  await expect.poll(retry, { interval: 250 }).toBe(2)
  expect(
    sent()
      .map(({ channel }) => channel)
      .sort(),
  ).toEqual(['email', 'sms'])
})
