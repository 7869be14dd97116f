import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { setSwitches } from '#src/sandbox/misbehaviour.ts'
import { startFreshApp } from '#tests/support/fresh-app.ts'
import { cards, payByCard } from '#tests/support/pay.ts'
import { ask, freeDays, order, printSeed, randomFrom } from './ask.ts'
import { countDoubled, findUnsettled, openBooks, readLedger } from './books.ts'
import { onInterrupt } from './on-interrupt.ts'
import { report } from './report.ts'

/**
 * `npm run drill:webhooks`: players pay, are declined and cancel while no webhook arrives; then the drill delivers the
 * provider's events itself: each 1 to 20 times, shuffled, some minutes late, when all was repaired without them, some
 * never, and forged ones between. The same SEED draws the same deliveries. With `--short` fewer players and all events in
 * time, since the repair takes two minutes.
 */
const isShort = process.argv.includes('--short')
const players = isShort ? 12 : 60
const [droppedShare, lateShare] = isShort ? [0, 0] : [0.2, 0.2]
const patienceMs = isShort ? 60_000 : 120_000
const random = randomFrom(printSeed())
let delivered = 0
const { webhooks } = new Stripe('sk_test_unused')
const secret = 'whsec_sandbox'

const starting = startFreshApp({ LOG_LEVEL: 'silent' })
onInterrupt(async () => (await starting).stop())
const app = await starting
const books = openBooks(app.dataDir)
/** The demo has its own. */
const refundsBefore = readLedger(app.dataDir, 'refund').length
const sandbox = new DatabaseSync(path.join(app.dataDir, 'sandbox.sqlite'), { timeout: 5_000 })
type Letter = { payload: string; secret: string; at: number; accepted: boolean }
try {
  setSwitches(sandbox, { lost: true })
  await payAndCancel()
  const events = readLedger(app.dataDir, 'event')
  const fates = events.map((event) => ({ event, fate: random() }))
  const withFate = (from: number, to: number) =>
    fates.filter(({ fate }) => from <= fate && fate < to).map(({ event }) => event)
  const late = withFate(0, lateShare)
  const inTime = withFate(lateShare, 1 - droppedShare)
  let wrong = await deliver(writeLetters(inTime))
  const settledAfter = await settle()
  wrong += await deliver(writeLetters(late))
  await sleep(3_000)
  const before = await endState()
  // Everything once more, in another order: the end state must not notice.
  wrong += await deliver(writeLetters(events))
  await sleep(3_000)
  const sent = `${inTime.length} events in time, ${late.length} late, ${events.length - inTime.length - late.length} only at the very end`
  await judge({ sent, wrong, settledAfter, before, after: await endState() })
} finally {
  sandbox.close()
  await books.close()
  await app.stop()
}

/** Every player orders another hour: one in four is declined, one in four pays, is booked and cancels, the others only pay. */
async function payAndCancel(): Promise<void> {
  const { id: coachId } = await aCoach(books)
  const hours = (await freeDays(app.url, coachId)).flat().slice(30)
  for (let i = 0; i < players; i++) {
    const { token } = await aUser(books)
    const wanted = { coachId, hour: hours[i]!, serviceId: '1on1-basic', dollars: 29 }
    const { body: intent } = await order(app.url, token, wanted)
    await payByCard(app.url, intent, i % 4 === 0 ? cards.declined : cards.pays)
    if (i % 4 !== 1) continue
    const confirmed = await ask<{ booking: { id: string } }>(
      'POST',
      `${app.url}/api/booking-confirmation`,
      intent,
      token,
    )
    await ask('POST', `${app.url}/api/bookings/${confirmed.body.booking.id}/cancel`, { refund: 29 }, token)
  }
  // The refunds are sent by jobs; their events shall be among the letters.
  for (let i = 0; i < 600 && readLedger(app.dataDir, 'refund').length < players / 4; i++) await sleep(100)
}

/** What comes in at the door: each event 1 to 20 times, beside each forgeries, all shuffled. */
function writeLetters(events: Stripe.Event[]): Letter[] {
  const now = Math.floor(Date.now() / 1_000)
  const letters = events.flatMap((event): Letter[] => {
    const payload = JSON.stringify(event)
    const copies = 1 + Math.floor(random() * 20)
    const forged = JSON.stringify({ ...event, id: event.id.replace('evt_', 'evt_forged_') })
    const foreign = forged.replaceAll(/"pi_[^"]*"/g, '"pi_foreign"').replace('evt_forged_', 'evt_foreign_')
    return [
      ...Array.from({ length: copies }, () => ({ payload, secret, at: now, accepted: true })),
      { payload: forged, secret: 'whsec_wrong', at: now, accepted: false },
      { payload: forged, secret, at: now - 3_600, accepted: false },
      { payload: foreign, secret, at: now, accepted: true },
    ]
  })
  return letters
    .map((letter) => ({ letter, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ letter }) => letter)
}

/** Eight at a time, each after a pause of up to 20 ms. Gives how many got another answer than they deserve. */
async function deliver(letters: Letter[]): Promise<number> {
  const waiting = [...letters]
  delivered += letters.length
  let wrong = 0
  const postman = async () => {
    for (let letter = waiting.pop(); letter; letter = waiting.pop()) {
      await sleep(random() * 20)
      const { payload, secret, at, accepted } = letter
      const response = await fetch(`${app.url}/api/webhooks/stripe`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp: at }),
        },
        body: payload,
      })
      await response.body?.cancel()
      if (response.status !== (accepted ? 200 : 400)) wrong += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, postman))
  return wrong
}

/** Waits until every paid intent is booked, or its cancelled booking refunded. Gives the seconds it took. */
async function settle(): Promise<string> {
  const since = Date.now()
  while ((await misplaced()) > 0 && Date.now() - since < patienceMs) await sleep(500)
  return ((Date.now() - since) / 1_000).toFixed(1)
}

/** Paid intents without their one booking, and cancelled bookings whose money is not known to be back. */
async function misplaced(): Promise<number> {
  const unsettled = await findUnsettled(books, app.dataDir)
  const { rows } = await books.db.execute<{ open: number }>(
    sql`select count(*)::int as open from bookings where payment_id is not null and refunded <> refund_due`,
  )
  return unsettled.length + rows[0]!.open
}

/** Bookings, orders and refunds as text, for comparing. */
async function endState(): Promise<string> {
  const { rows } = await books.db.execute(sql`
    select o.intent_id, o.status as order_status, o.refunded as order_refunded, b.status, b.price, b.refund_due, b.refunded,
      (select count(*)::int from refunds r where r.order_id = o.id) as refunds
    from orders o left join bookings b on b.payment_id = o.intent_id order by 1`)
  return JSON.stringify(rows)
}

type Outcome = { sent: string; wrong: number; settledAfter: string; before: string; after: string }

async function judge({ sent, wrong, settledAfter, before, after }: Outcome): Promise<void> {
  const left = await misplaced()
  const doubled = await countDoubled(books)
  const { rows } = await books.db.execute<{ forged: number; booked: number }>(sql`
    select (select count(*)::int from provider_events where id like 'evt_forged_%') as forged,
      (select count(*)::int from bookings b join orders o on o.booking_id = b.id) as booked`)
  const { forged, booked } = rows[0]!
  const paid = readLedger(app.dataDir, 'payment_intent').filter(({ status }) => status === 'succeeded').length
  const refunds = readLedger(app.dataDir, 'refund').slice(refundsBefore)
  const refundedTwice = refunds.length - new Set(refunds.map(({ payment_intent }) => payment_intent)).size
  report(`Webhooks: ${delivered} deliveries, ${sent}`, [
    { promise: 'signed events 200, forged and old ones 400', measured: `${wrong} wrong`, kept: wrong === 0 },
    { promise: 'no forged event believed', measured: forged, kept: forged === 0 },
    {
      promise: 'every paid intent is one booking',
      measured: `${paid} paid, ${booked} booked`,
      kept: paid > 0 && paid === booked,
    },
    { promise: 'all money in its place', measured: `${left} not, after ${settledAfter} s`, kept: left === 0 },
    {
      promise: 'each cancelled booking refunded once',
      measured: `${refunds.length} refunds, ${refundedTwice} twice`,
      kept: refunds.length === players / 4 && refundedTwice === 0,
    },
    { promise: 'no hour sold twice', measured: doubled, kept: doubled === 0 },
    {
      promise: 'the same end state after all of it again',
      measured: before === after ? 'same' : 'differs',
      kept: before === after,
    },
  ])
}
