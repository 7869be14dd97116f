import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freePort, startFreshApp } from '#tests/support/fresh-app.ts'
import { payByCard } from '#tests/support/pay.ts'
import { type Answer, ask, freeDays, type Hour, order, printSeed, randomFrom } from './ask.ts'
import { countDoubled, findUnsettled, openBooks } from './books.ts'
import { onInterrupt } from './on-interrupt.ts'
import { report } from './report.ts'

/**
 * `npm run drill:call-off`: each round a paid session is called off, taken over and chosen about by 50 requests at once,
 * half of the rounds with a SIGKILL of the app among them; at last our team cancels many sessions at once, with another SIGKILL.
 * With `--short` 4 rounds.
 */
const rounds = process.argv.includes('--short') ? 4 : 20
const calmMs = 60_000
const random = randomFrom(printSeed())

const port = await freePort()
const settings = { LOG_LEVEL: 'silent', PORT: String(port) }
let app = await startFreshApp(settings)
const { url, dataDir } = app
onInterrupt(cleanUp)
const books = openBooks(dataDir)
const refused: number[] = []
let kills = 0
try {
  const bookingIds: string[] = []
  for (let round = 0; round < rounds; round++) bookingIds.push(await playRound(round))
  await judge(bookingIds, await cancelMany())
} finally {
  await books.close()
  await cleanUp()
}

async function cleanUp(): Promise<void> {
  await app.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** One session in its round. Gives its booking. */
async function playRound(round: number): Promise<string> {
  const [coach, other, third] = [await aCoachWithAccount(), await aCoachWithAccount(), await aCoachWithAccount()]
  const { token } = await aUser(books)
  const days = await freeDays(url, coach.id)
  const bookingId = await bookOnce(token, coach.id, days[4]![round % 8]!)
  // Every second one starts so soon that another coach has to accept.
  if (round % 4 > 1) await startIn(bookingId, 5)
  const hour = days[8]![round % 8]!
  const booking = `${url}/api/bookings/${bookingId}`
  const startsAt = await startOf(bookingId)
  const wishes = [
    { chosen: 'money' },
    { chosen: 'another-coach' },
    { chosen: 'another-hour', selectedDate: hour.date, selectedTime: hour.time },
  ]
  const acts = [
    () => ask('POST', `${booking}/call-off`, { reason: 'ill', startsAt }, coach.token),
    () => ask('POST', `${booking}/choice`, wishes[Math.floor(random() * 3)], token),
    () => ask('POST', `${booking}/choice`, wishes[1], token),
    async () => takeOver(bookingId, other.token),
    async () => takeOver(bookingId, third.token),
  ]
  const killing = round % 2 === 1 ? kill(random() * 1_000) : null
  await Promise.all(Array.from({ length: 50 }, (_, index) => insist(acts[index % acts.length]!)))
  await killing
  // Asked in vain, or the coach was faster than any choice: the player takes the money.
  await insist(() => ask('POST', `${booking}/choice`, wishes[0], token))
  return bookingId
}

/** Ten members of the team cancel the same eight sessions, and look again until nothing is left to do. Gives the bookings. */
async function cancelMany(): Promise<string[]> {
  const { token } = await aUser(books, { isOwner: true })
  const { id: coachId } = await aCoachWithAccount()
  const bookingIds: string[] = []
  for (const hour of (await freeDays(url, coachId))[6]!.slice(0, 8))
    bookingIds.push(await bookOnce((await aUser(books)).token, coachId, hour))
  const { rows } = await books.db.execute<{ number: string }>(
    sql`select number from bookings where id = any(${sql.param(bookingIds)}::uuid[])`,
  )
  const numbers = rows.map(({ number }) => number).join()
  type Shown = { booking: { number: string }; refundLeft: string; refusals: { cancel: string | null } }
  const killing = kill(random() * 400)
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let tries = 0; tries < 40; tries++) {
        const shown = await ask<Shown[]>('GET', `${url}/api/exceptions?numbers=${numbers}`, undefined, token)
        const lines = shown.status === 200 ? shown.body.filter(({ refusals }) => refusals.cancel === null) : null
        if (lines?.length === 0) return
        const body = lines?.map(({ booking, refundLeft }) => ({ number: booking.number, refund: refundLeft }))
        if (body) await ask('POST', `${url}/api/exceptions`, { act: 'cancel', lines: body }, token)
        else await sleep(150)
      }
    }),
  )
  await killing
  return bookingIds
}

async function aCoachWithAccount() {
  const { id: userId, token } = await aUser(books)
  const { id } = await aCoach(books, { userId })
  // Day and night.
  await books.db.execute(sql`insert into availability (coach_id, zone) values (${id}, 'UTC')`)
  await books.db.execute(sql`insert into weekly_hours (id, coach_id, weekday, opens, closes)
    select gen_random_uuid(), ${id}, day, 0, 1440 from generate_series(1, 7) day`)
  return { id, token }
}

async function bookOnce(token: string, coachId: string, hour: Hour): Promise<string> {
  const { body: intent } = await order(url, token, { coachId, hour, serviceId: '1on1-basic', dollars: 29 })
  await payByCard(url, intent)
  const done = await ask<{ booking: { id: string } }>('POST', `${url}/api/booking-confirmation`, intent, token)
  return done.body.booking.id
}

async function startOf(bookingId: string): Promise<string> {
  const { rows } = await books.db.execute<{ at: Date | string }>(
    sql`select starts_at as at from bookings where id = ${bookingId}`,
  )
  return new Date(rows[0]!.at).toISOString()
}

/** What only time itself can do otherwise. */
async function startIn(bookingId: string, hours: number): Promise<void> {
  await books.db.execute(sql`update bookings set starts_at = date_trunc('hour', now()) + make_interval(hours => ${hours}),
    ends_at = date_trunc('hour', now()) + make_interval(hours => ${hours + 1}) where id = ${bookingId}`)
}

async function takeOver(bookingId: string, token: string): Promise<Answer<unknown>> {
  // The database goes with a killed app, and comes back with it.
  const asked = await books.db
    .execute<{ id: string }>(sql`select id from session_choices
      where booking_id = ${bookingId} and exists (select from session_take_overs where choice_id = id)`)
    .catch(() => null)
  const choice = asked?.rows[0]
  if (!choice) return { status: 404, body: null, took: 0 }
  return ask('POST', `${url}/api/coach/take-overs/${choice.id}`, { accepts: true }, token)
}

/** Until it is answered: what is not there yet may come, and a killed app comes back, on a busy machine late. */
async function insist(act: () => Promise<Answer<unknown>>): Promise<void> {
  const giveUpAt = Date.now() + 60_000
  for (let notThere = 0; notThere < 20 && Date.now() < giveUpAt; ) {
    const { status } = await act()
    if (status < 500 && status !== 404) return
    if (status === 404) notThere += 1
    else if (status !== 599 && status !== 503) refused.push(status)
    await sleep(150)
  }
}

async function kill(afterMs: number): Promise<void> {
  await sleep(afterMs)
  process.kill(app.pid, 'SIGKILL')
  kills += 1
  await app.exited
  app = await startFreshApp({ ...settings, DATA_DIR: dataDir })
}

async function judge(bookingIds: string[], cancelledIds: string[]): Promise<void> {
  const calmSince = Date.now()
  let unsettled = await findUnsettled(books, dataDir)
  while (unsettled.length > 0 && Date.now() - calmSince < calmMs) {
    await sleep(500)
    unsettled = await findUnsettled(books, dataDir)
  }
  const ofThese = sql`booking_id = any(${sql.param(bookingIds)}::uuid[])`
  const { rows: outcomes } = await books.db.execute<{ off: number; ends: number; sequence: number }>(sql`
    select count(*) filter (where act = 'call-off')::int as off,
      count(*) filter (where act in ('hand-over', 'move', 'money-back'))::int as ends, max(b.sequence)::int as sequence
    from booking_history h join bookings b on b.id = h.booking_id where ${ofThese} group by h.booking_id`)
  const once = outcomes.filter(({ off, ends, sequence }) => off === 1 && ends === 1 && sequence === 2).length
  const { rows: refunds } = await books.db.execute<{ twice: number }>(sql`
    select count(*)::int as twice from (select order_id from refunds group by order_id having count(*) > 1) r`)
  const { rows: mails } = await books.db.execute<{ sets: number }>(sql`
    select count(*)::int as sets from bookings b where id = any(${sql.param(bookingIds)}::uuid[]) and (
      select count(*) from deliveries d where d.channel = 'mail' and d.recipient = b.customer_email
        and split_part(d.dedupe_key, ':', 1) in ('handed-over', 'another-hour', 'money-back')) = 1`)
  const { rows: ended } = await books.db.execute<{ once: number }>(sql`
    select count(*)::int as once from bookings b where id = any(${sql.param(cancelledIds)}::uuid[])
      and status = 'cancelled' and refund_due = price
      and (select count(*) from booking_history h where h.booking_id = b.id and act = 'cancel') = 1
      and (select count(*) from deliveries d where d.dedupe_key = 'booking-cancelled:' || b.id) = 1`)
  const doubled = await countDoubled(books)
  report(`Call-off: ${rounds} sessions, 50 requests each, ${kills} × SIGKILL`, [
    { promise: 'one call-off, one outcome, sequence 2', measured: `${once} of ${rounds}`, kept: once === rounds },
    { promise: 'one refund at most', measured: refunds[0]!.twice, kept: refunds[0]!.twice === 0 },
    { promise: 'one set of mails', measured: `${mails[0]!.sets} of ${rounds}`, kept: mails[0]!.sets === rounds },
    {
      promise: 'many cancelled at once: each once, with one mail',
      measured: `${ended[0]!.once} of ${cancelledIds.length}`,
      kept: ended[0]!.once === cancelledIds.length,
    },
    { promise: 'no hour sold twice', measured: doubled, kept: doubled === 0 },
    { promise: 'all money where it belongs', measured: unsettled.length, kept: unsettled.length === 0 },
    { promise: 'no 5xx but around a kill', measured: refused.join() || 0, kept: refused.length === 0 },
  ])
}
