import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { clearSwitches, type Switches, setSwitches } from '#src/sandbox/misbehaviour.ts'
import { openDatabase } from '#src/sandbox/sandbox-database.ts'
import { startFreshApp, untilReady } from '#tests/support/fresh-app.ts'
import { payByCard } from '#tests/support/pay.ts'
import { type Answer, ask, freeDays, type Hour, order } from './ask.ts'
import { countDoubled, findUnsettled, openBooks, readLedger } from './books.ts'
import { fillDisk } from './full-disk.ts'
import { onInterrupt } from './on-interrupt.ts'
import { report } from './report.ts'

/**
 * `npm run drill:outage`: players book and pay, and the front desk gives hours away with an SMS, while mail server, SMS
 * provider, payment provider and database are away one after the other; then all must be made good. At the end another
 * app runs on a disk that gets full. With `--short` each is away for 3 s.
 */
const isShort = process.argv.includes('--short')
const awayMs = isShort ? 3_000 : 30_000
const calmMs = isShort ? 45_000 : 180_000

const dataDir = mkdtempSync(path.join(tmpdir(), 'level-up-outage-'))
let database = await startEmbeddedPostgres(dataDir)
const app = await startFreshApp({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
const sandbox = openDatabase(dataDir)
const books = openBooks(dataDir)
onInterrupt(cleanUp)

type Phase = 'all well' | 'mail away' | 'SMS away' | 'payments away' | 'database away'
let phase: Phase = 'all well'
let isOver = false
/** What was answered by phase: how often each status, worst time in ms. */
const seen = new Map<Phase, { statuses: Map<number, number>; slowest: number }>()
const acknowledged: string[] = []
const startedAt = new Date()
/** Mail server or database went away: what was accepted meanwhile cannot have been recorded for sure (`deliver`). */
const windows: { from: number; to: number }[] = []
let isCleanedUp: Promise<void> | undefined
try {
  const shifts = await startTraffic()
  await sleep(awayMs / 2)
  await away('mail away', { mailDown: 'unreachable' })
  await away('SMS away', { smsDown: 'busy' })
  await away('payments away', { fail500: 'after' }, { fail500: 'off', timeout: 'after', timeoutSeconds: 2 })
  await databaseAway()
  await sleep(awayMs / 2)
  isOver = true
  await Promise.all(shifts)
  await judge()
} finally {
  await cleanUp()
}

function cleanUp(): Promise<void> {
  isOver = true
  isCleanedUp ??= (async () => {
    await books.close()
    await app.stop()
    await database.stop()
    sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })()
  return isCleanedUp
}

/** One stand-in misbehaves in one way for half of the time, then in another way, if there is one. */
async function away(name: Phase, how: Partial<Switches>, then: Partial<Switches> = how): Promise<void> {
  console.info(`${name} …`)
  const from = Date.now()
  setSwitches(sandbox, how)
  phase = name
  await sleep(awayMs / 2)
  setSwitches(sandbox, then)
  await sleep(awayMs / 2)
  clearSwitches(sandbox)
  // It takes no mail while it is away, and breaks every conversation when it goes.
  if (name === 'mail away') windows.push({ from, to: Date.now() })
  // The last calls to it come back.
  await sleep(2_500)
  phase = 'all well'
  await sleep(1_000)
}

async function databaseAway(): Promise<void> {
  console.info('database away …')
  phase = 'database away'
  const from = Date.now() - 2_000
  await database.stop()
  await sleep(awayMs)
  database = await startEmbeddedPostgres(dataDir)
  await untilReady(app.url)
  await sleep(3_000)
  windows.push({ from, to: Date.now() })
  phase = 'all well'
}

/** Players and the desk, each with hours of coaches of their own: nobody is refused for being late. */
async function startTraffic(): Promise<Promise<void>[]> {
  const shifts: Promise<void>[] = []
  for (let i = 0; i < 4; i++) {
    const player = await aUser(books)
    shifts.push(keepBooking(await someHours(), player.token))
  }
  const desk = await aUser(books, { isAdmin: true })
  shifts.push(keepGiving(await someHours(), desk.token))
  return shifts
}

type Place = { coach: { id: string; name: string }; hour: Hour }
async function someHours(): Promise<Place[]> {
  const places: Place[] = []
  while (places.length < (isShort ? 150 : 600)) {
    const coach = await aCoach(books)
    for (const hour of (await freeDays(app.url, coach.id)).flat()) places.push({ coach, hour })
  }
  return places
}

async function keepBooking(places: Place[], token: string): Promise<void> {
  for (const { coach, hour } of places) {
    if (isOver) return
    const held = await note(order(app.url, token, { coachId: coach.id, serviceId: '1on1-basic', dollars: 29, hour }))
    if (held.status === 200) {
      const isPaid = await payByCard(app.url, held.body).catch(() => 'away')
      const path = `${app.url}/api/booking-confirmation`
      const confirmed = await note(ask<{ booking: { id: string } }>('POST', path, held.body, token), isPaid)
      if (confirmed.status === 200) acknowledged.push(confirmed.body.booking.id)
    }
    await sleep(250)
  }
}

async function keepGiving(places: Place[], token: string): Promise<void> {
  for (const [i, { coach, hour }] of places.entries()) {
    if (isOver) return
    const given = await note(
      ask<{ booking: { id: string } }>(
        'POST',
        `${app.url}/api/admin/create-booking`,
        {
          customerName: 'Guest',
          customerEmail: `guest-${i}@outage.test`,
          customerPhone: `+1212555${String(1000 + i)}`,
          coachName: coach.name,
          serviceName: freeServices[0]!.name,
          selectedDate: hour.date,
          selectedTime: hour.time,
        },
        token,
      ),
    )
    if (given.status === 200 && given.body.booking) acknowledged.push(given.body.booking.id)
    await sleep(250)
  }
}

/** Counts an answer where it was asked for; what follows a payment that did not work says nothing. */
async function note<T>(asked: Promise<Answer<T>>, payment = 'succeeded'): Promise<Answer<T>> {
  const then = phase
  const answer = await asked
  // What was under way as something went away or came back belongs to neither.
  if (payment !== 'succeeded' || then !== phase) return answer
  const entry = seen.get(then) ?? { statuses: new Map(), slowest: 0 }
  seen.set(then, entry)
  entry.statuses.set(answer.status, (entry.statuses.get(answer.status) ?? 0) + 1)
  entry.slowest = Math.max(entry.slowest, Math.round(answer.took))
  return answer
}

async function judge(): Promise<void> {
  console.info('calm …')
  const since = Date.now()
  let rest = await openMatters()
  while (rest.queued + rest.unsettled > 0 && Date.now() - since < calmMs) {
    await sleep(500)
    rest = await openMatters()
  }
  const calmAfter = Math.round((Date.now() - since) / 1_000)
  const { rows } = await books.db.execute<{ id: string }>(sql`select id from bookings where status = 'confirmed'`)
  const kept = new Set(rows.map(({ id }) => id))
  const lost = acknowledged.filter((id) => !kept.has(id)).length
  const doubledHours = await countDoubled(books)
  const paid = readLedger(dataDir, 'payment_intent').filter(({ status }) => status === 'succeeded').length
  const messages = await compareMessages()
  const disk = await fillDisk(isShort)

  report('Outage', [
    answered('all well', [200], 'all is served'),
    answered('mail away', [200], 'mail away: nobody notices'),
    answered('SMS away', [200], 'SMS away: nobody notices'),
    answered('payments away', [200, 503], 'payments away: 503, free bookings go on'),
    answered('database away', [200, 503], 'database away: 503'),
    {
      promise: 'no acknowledged booking lost',
      measured: `${acknowledged.length}, ${lost} lost`,
      kept: acknowledged.length > 20 && lost === 0,
    },
    { promise: 'no hour sold twice', measured: doubledHours, kept: doubledHours === 0 },
    {
      promise: `all paid money settled < ${calmMs / 1_000} s after`,
      measured: `${paid} paid, ${rest.unsettled} not settled, ${calmAfter} s`,
      kept: paid > 0 && rest.unsettled === 0,
    },
    {
      promise: 'all mails and SMS delivered',
      measured: `${messages.mails} mails, ${messages.sms} SMS, ${messages.lost} lost, ${rest.queued} waiting, ${rest.failed} given up`,
      kept: messages.mails > 0 && messages.sms > 0 && messages.lost + rest.queued + rest.failed === 0,
    },
    {
      promise: 'none doubled, but where mail server or database went away between',
      measured: `${messages.doubled} doubled, ${messages.inWindow} there`,
      kept: messages.doubled === messages.inWindow,
    },
    ...disk,
  ])
}

function answered(name: Phase, allowed: number[], promise: string) {
  const { statuses, slowest } = seen.get(name) ?? { statuses: new Map<number, number>(), slowest: 0 }
  const list = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
  return {
    promise,
    measured: `${list || 'nothing asked'}, the slowest ${slowest} ms`,
    kept: statuses.size > 0 && [...statuses.keys()].every((status) => allowed.includes(status)),
  }
}

/** What is not done yet; of the deliveries only ours, since the demo's own have failures among them. */
async function openMatters(): Promise<{ queued: number; failed: number; unsettled: number }> {
  const { rows } = await books.db.execute<{ queued: number; failed: number }>(sql`
    select count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'failed')::int as failed
    from deliveries where created_at >= ${startedAt.toISOString()}`)
  return { ...rows[0]!, unsettled: (await findUnsettled(books, dataDir)).length }
}

/** What was to be sent, against what the mail server and the SMS provider got. */
async function compareMessages() {
  const { rows } = await books.db.execute<{ channel: string; recipient: string; text: string }>(sql`
    select channel, recipient, text from deliveries where created_at >= ${startedAt.toISOString()}`)
  const outbox = new DatabaseSync(path.join(dataDir, 'sandbox.sqlite'), { readOnly: true, timeout: 5_000 })
  const got = outbox
    .prepare('select channel, recipient, text, sent_at from outbox where sent_at >= ? order by id')
    .all(startedAt.toISOString()) as { channel: string; recipient: string; text: string; sent_at: string }[]
  outbox.close()
  // Mail rewrites line ends and trailing blanks.
  const key = (each: { recipient: string; text: string }) =>
    `${each.recipient} ${each.text.replace(/\s+/g, ' ').trim()}`
  const wanted = Map.groupBy(rows, key)
  const sent = Map.groupBy(got, key)
  let lost = 0
  let doubled = 0
  let inWindow = 0
  for (const [which, list] of wanted) {
    const copies = sent.get(which) ?? []
    lost += Math.max(0, list.length - copies.length)
    const extra = Math.max(0, copies.length - list.length)
    const first = Date.parse(copies[0]?.sent_at ?? '')
    doubled += extra
    if (windows.some(({ from, to }) => first > from && first < to)) inWindow += extra
  }
  const count = (channel: string) => rows.filter((row) => (row.channel === 'sms') === (channel === 'sms')).length
  return { mails: count('mail'), sms: count('sms'), lost, doubled, inWindow }
}
