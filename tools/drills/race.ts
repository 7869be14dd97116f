import { sql } from 'drizzle-orm'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { services } from '#src/features/bookings/services.ts'
import { startFreshApp } from '#tests/support/fresh-app.ts'
import { payByCard } from '#tests/support/pay.ts'
import { type Answer, ask, freeDays, type Hour, order, printSeed, randomFrom } from './ask.ts'
import { type Books, countDoubled, findUnsettled, openBooks } from './books.ts'
import { onInterrupt } from './on-interrupt.ts'
import { percentile, report } from './report.ts'

/**
 * `npm run drill:race`: each round, 200 players and the front desk want the same five hours of one coach at the same
 * moment, for 1, 1.5 or 2 hours or a seat in a group. With `--short` 40 players and 2 rounds.
 */
const [players, rounds] = process.argv.includes('--short') ? [40, 2] : [200, 20]
const random = randomFrom(printSeed())
const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!

type Coach = { id: string; name: string }
type Wanted = { serviceId: string; hour: Hour }

const starting = startFreshApp({ LOG_LEVEL: 'error' })
onInterrupt(async () => (await starting).stop())
const app = await starting
const books = openBooks(app.dataDir)
const answers: Answer<unknown>[] = []
let won = 0
let unconfirmed = 0
let wasted = 0
try {
  const people: { token: string }[] = []
  for (let i = 0; i < players; i++) people.push(await aUser(books))
  const desk = await aUser(books, { isAdmin: true })
  for (let round = 0; round < rounds; round++) wasted += await raceOnce(people, desk)
  const booked = await books.db.execute<{ count: number; deadlocks: number }>(sql`
    select (select count(*)::int from bookings where customer_email like 'player-%' or customer_email = 'guest@race.test') as count,
      (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks`)
  const { count, deadlocks } = booked.rows[0]!
  const doubled = await countDoubled(books)
  const unsettled = await findUnsettled(books, app.dataDir)
  const refused = answers.filter(({ status }) => status === 409).length
  const others = answers.filter(({ status }) => status !== 200 && status !== 409)
  const p99 = percentile(
    answers.map(({ took }) => took),
    0.99,
  )
  report(`Race: ${players} players, ${rounds} rounds`, [
    { promise: 'no hour sold twice, no group above 4', measured: doubled, kept: doubled === 0 },
    {
      promise: 'every wanted hour sold, every wanted group seat too',
      measured: `${wasted} wasted`,
      kept: wasted === 0,
    },
    { promise: 'every winner is booked', measured: `${won} won, ${count} booked`, kept: count === won && !unconfirmed },
    { promise: 'the rest gets 409', measured: refused, kept: won + refused === answers.length },
    {
      promise: 'no other answer, no 5xx',
      measured: others.length ? [...new Set(others.map(({ status }) => status))].join() : 0,
      kept: others.length === 0,
    },
    { promise: 'no deadlock', measured: deadlocks, kept: deadlocks === 0 },
    { promise: 'all paid money is booked', measured: `${unsettled.length} not`, kept: unsettled.length === 0 },
    { promise: 'p99 < 5 s', measured: `${p99} ms`, kept: p99 < 5_000 },
  ])
} finally {
  await books.close()
  await app.stop()
}

/** One coach, five hours, everybody at once. Gives how many hours and group seats nobody got although somebody wanted them. */
async function raceOnce(people: { token: string }[], desk: { token: string }): Promise<number> {
  const coach = await aCoach(books, { gameExpertise: ['rocket-league', 'fortnite'] })
  const day = (await freeDays(app.url, coach.id)).find((hours) => hours.length >= 10)!
  const hours = day.slice(2, 7)
  const wishes = people.map(({ token }) => ({ token, serviceId: pick(services).id, hour: pick(hours) }))
  const gifts = Array.from({ length: 10 }, () => ({ serviceName: pick(freeServices).name, hour: pick(hours) }))
  await Promise.all([
    ...wishes.map(({ token, ...wanted }) => buy(coach, token, wanted)),
    ...gifts.map(({ serviceName, hour }) => giveAway(coach, desk.token, serviceName, hour)),
  ])
  return countWasted(books, coach, wishes)
}

async function buy(coach: Coach, token: string, { serviceId, hour }: Wanted): Promise<void> {
  const dollars = services.find(({ id }) => id === serviceId)!.price / 100
  const held = await order(app.url, token, { coachId: coach.id, serviceId, dollars, hour })
  answers.push(held)
  if (held.status !== 200) return
  won += 1
  await payByCard(app.url, held.body)
  const confirmed = await ask('POST', `${app.url}/api/booking-confirmation`, held.body, token)
  if (confirmed.status !== 200) unconfirmed += 1
}

async function giveAway(coach: Coach, token: string, serviceName: string, hour: Hour): Promise<void> {
  const fields = { customerName: 'Guest', customerEmail: 'guest@race.test', customerPhone: '', coachName: coach.name }
  const when = { selectedDate: hour.date, selectedTime: hour.time }
  const given = await ask('POST', `${app.url}/api/admin/create-booking`, { ...fields, serviceName, ...when }, token)
  answers.push(given)
  if (given.status === 200) won += 1
}

/** Wanted hours that no session touches, and seats left in groups that more players wanted. */
async function countWasted({ db }: Books, coach: Coach, wishes: Wanted[]): Promise<number> {
  const { rows } = await db.execute<{ date: string; time: string; group: boolean; seats: number; hours: number }>(sql`
    select session_date as date, session_time as time, service_id = 'group-basic' as "group", count(*)::int as seats,
      ceil(max(minutes) / 60.0)::int as hours
    from bookings where coach_id = ${coach.id} group by 1, 2, 3`)
  const startOf = ({ time }: { time: string }) => Number(time.split(':')[0])
  let missed = 0
  for (const hour of new Set(wishes.map((wish) => wish.hour))) {
    const wanted = wishes.filter((wish) => wish.hour === hour)
    const sold = rows.find((row) => row.time === hour.time)
    const isTouched = rows.some((row) => startOf(row) <= startOf(hour) && startOf(hour) < startOf(row) + row.hours)
    const oneHour = wanted.filter(({ serviceId }) => serviceId.endsWith('basic'))
    if (!isTouched && oneHour.length > 0) missed += 1
    const groupWishes = wanted.filter(({ serviceId }) => serviceId === 'group-basic').length
    if (sold?.group) missed += Math.min(4, groupWishes) - sold.seats
  }
  return missed
}
