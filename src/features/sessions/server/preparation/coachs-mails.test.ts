import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { remindDue } from '#src/features/bookings/server/reminders/reminders.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { chooseMail } from '#src/features/notifications/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { saveIntake } from '#src/features/sessions/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { mailDayPlans } from './day-plans.ts'

/** What coaches are mailed before their sessions: the plan of the day, and the hour before. */
const zone = 'Europe/Berlin'
/** A Saturday, 12 noon in Berlin, whose clocks change that night: on Sunday 7 AM is an hour earlier in UTC. */
const saturday = new Date('2026-03-28T11:00:00Z')
let clock = saturday
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app.close())
beforeEach(() => {
  clock = saturday
})

const said = {
  rank: 'Diamond II',
  goal: 'Champion by spring',
  holdsBack: 'I whiff aerials when it counts.',
  links: ['https://ballchasing.com/replay/1'],
}
const [basic] = services
const pro = services.find(({ id }) => id === '1on1-pro')!
const group = services.find(({ capacity }) => capacity > 1)!

async function aCoachInBerlin() {
  const account = await aUser(app.deps)
  await aProfile(app.deps, account, { zone })
  return { account, coach: await aCoach(app.deps, { userId: account.id, roomUrl: 'https://room.example.com/1' }) }
}
type Coach = Awaited<ReturnType<typeof aCoachInBerlin>>

let players = 0
async function aSessionAt(instant: string, { coach }: Coach, overrides: BookingOverrides = {}) {
  const player = await aUser(app.deps, { name: `Player${++players}x` })
  const start = { date: '2026-01-05', time: '09:00', startsAt: new Date(instant) }
  const booking = await aBooking(app.deps, { ...overrides, coach, player, start })
  return { booking, player, params: { bookingId: booking.id } }
}

/** Runs what is due at each quarter of an hour of a morning; gives the plans this coach has then. */
async function plansOf({ account }: Coach, ...instants: string[]) {
  for (const instant of instants) {
    clock = new Date(instant)
    await Promise.all([mailDayPlans(app.deps), mailDayPlans(app.deps)])
  }
  return (await mailsTo(account.email)).filter(({ dedupeKey }) => dedupeKey.startsWith('day-plan:'))
}

const mailsTo = (email: string) =>
  app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, email)).orderBy(deliveries.createdAt)

test('the plan of the day comes once, at 7 AM of the coach’s zone, on days with sessions, also when the clocks change', async () => {
  const berlin = await aCoachInBerlin()
  const { player, params } = await aSessionAt('2026-03-29T16:00:00Z', berlin, { service: basic })
  await app.call(saveIntake, { params, body: said }, player.token)
  const mates = [
    await aSessionAt('2026-03-29T18:00:00Z', berlin, { service: group }),
    await aSessionAt('2026-03-29T18:00:00Z', berlin, { service: group }),
  ].map((session) => session.player.name)
  expect(await plansOf(berlin, '2026-03-29T04:45:00Z')).toEqual([])
  const plans = await plansOf(berlin, '2026-03-29T05:00:00Z', '2026-03-29T05:15:00Z', '2026-03-29T08:45:00Z')
  expect(plans.map(({ subject }) => subject)).toEqual(['Today: 2 sessions, the first at 6:00 PM'])
  const { text } = plans[0]!
  expect(text).toContain(`6:00 PM: ${player.name}, 1-on-1 Basic`)
  expect(text).toContain(`8:00 PM: ${mates.join(' and ')}, Group`)
  for (const words of [said.rank, said.goal, said.holdsBack, ...said.links]) expect(text).toContain(words)
  expect(text).toContain('watch 1 replay before you meet')
  expect(text).toContain('the notes within 24 hours after it')
  expect(text).toContain('https://room.example.com/1')
  expect(text).toContain('Switch off the plan of the day')
  // The day after has none.
  expect(await plansOf(berlin, '2026-03-30T05:00:00Z')).toHaveLength(1)
})

test('what begins before 7 AM stands in the plan of the morning before, with its date', async () => {
  const berlin = await aCoachInBerlin()
  const { player } = await aSessionAt('2026-04-11T03:00:00Z', berlin)
  const [plan] = await plansOf(berlin, '2026-04-10T05:00:00Z')
  expect(plan!.text).toContain(`Sat, Apr 11, 5:00 AM: ${player.name}`)
  expect(await plansOf(berlin, '2026-04-11T02:00:00Z')).toHaveLength(1)
})

test('on a day without sessions it comes only for replays to watch before tomorrow', async () => {
  const [watching, idle] = [await aCoachInBerlin(), await aCoachInBerlin()]
  const { player } = await aSessionAt('2026-03-30T08:00:00Z', watching, { service: pro })
  await aSessionAt('2026-03-30T08:00:00Z', idle, { service: group })
  const plans = await plansOf(watching, '2026-03-29T06:00:00Z')
  expect(plans).toMatchObject([{ subject: 'To watch today, for tomorrow’s sessions' }])
  expect(plans[0]!.text).toMatch(new RegExp(`10:00 AM, ${player.name}: watch \\d replays? and tick it`))
  expect(await plansOf(idle, '2026-03-29T06:15:00Z')).toEqual([])
})

test('it names no session that was cancelled, moved to another day or called off, and nobody after 11 AM', async () => {
  const berlin = await aCoachInBerlin()
  const [cancelled, moved, off, kept] = [
    await aSessionAt('2026-03-30T10:00:00Z', berlin),
    await aSessionAt('2026-03-30T12:00:00Z', berlin),
    await aSessionAt('2026-03-30T14:00:00Z', berlin),
    await aSessionAt('2026-03-30T16:00:00Z', berlin),
  ]
  const refund = cancelled.booking.price / 100
  await app.call(cancelBooking, { params: cancelled.params, body: { refund } }, cancelled.player.token)
  const startsAt = new Date('2026-04-02T12:00:00Z')
  await app.deps.db.update(bookings).set({ startsAt }).where(eq(bookings.id, moved.booking.id))
  const called = await app.call(callOff, { params: off.params, body: { reason: 'ill' } }, berlin.account.token)
  expect(called.status).toBe(200)
  expect(await plansOf(berlin, '2026-03-30T09:00:00Z')).toEqual([])
  const [plan] = await plansOf(berlin, '2026-03-30T05:00:00Z')
  expect(plan!.text).toContain(kept.player.name)
  for (const { player } of [cancelled, moved, off]) expect(plan!.text).not.toContain(player.name)
})

test('an hour before, the coach of a group is reminded once of all players; of an hour that moved, never', async () => {
  const berlin = await aCoachInBerlin()
  const seats = [
    await aSessionAt('2026-03-31T10:00:00Z', berlin, { service: group }),
    await aSessionAt('2026-03-31T10:00:00Z', berlin, { service: group }),
  ]
  const moved = await aSessionAt('2026-03-31T12:00:00Z', berlin)
  const remindersAt = async (instant: string) => {
    clock = new Date(instant)
    for (const { booking } of [...seats, moved])
      await app.deps.db.update(bookings).set({ nextReminderAt: clock }).where(eq(bookings.id, booking.id))
    await remindDue(app.deps)
    const startsAt = new Date('2026-04-03T12:00:00Z')
    await app.deps.db.update(bookings).set({ startsAt }).where(eq(bookings.id, moved.booking.id))
    await app.runJobs()
    return (await mailsTo(berlin.account.email)).filter(({ dedupeKey }) => dedupeKey.startsWith('coach-reminder:'))
  }
  const mails = await remindersAt('2026-03-31T09:00:00Z')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toMatch(/^In 1 hour: you coach .+ and .+, 12:00 PM$/)
  for (const { player } of seats) expect(mails[0]!.text).toContain(player.name)
  expect(mails[0]!.text).toContain('Join in your agenda')
})

test('each of the two can be switched off by itself', async () => {
  const berlin = await aCoachInBerlin()
  const { booking } = await aSessionAt('2026-04-01T10:00:00Z', berlin)
  const choose = (kind: string, wanted: boolean) =>
    app.call(chooseMail, { body: { kind, wanted } }, berlin.account.token)
  const { body } = await choose('dayPlans', false)
  expect(body).toMatchObject({ reminders: true, dayPlans: false, coachReminders: true })
  expect(await plansOf(berlin, '2026-04-01T05:00:00Z')).toEqual([])
  await choose('dayPlans', true)
  await choose('coachReminders', false)
  expect(await plansOf(berlin, '2026-04-01T05:15:00Z')).toHaveLength(1)
  clock = new Date('2026-04-01T09:00:00Z')
  await app.deps.db.update(bookings).set({ nextReminderAt: clock }).where(eq(bookings.id, booking.id))
  await remindDue(app.deps)
  await app.runJobs()
  expect(await mailsTo(berlin.account.email)).toHaveLength(1)
})

test('of a player who has neither paid nor proved anything they say nothing that was typed, and nothing of one who is gone', async () => {
  const berlin = await aCoachInBerlin()
  const [unproven, leaving] = [
    await aSessionAt('2026-04-02T10:00:00Z', berlin),
    await aSessionAt('2026-04-02T12:00:00Z', berlin),
  ]
  await app.call(saveIntake, { params: unproven.params, body: said }, unproven.player.token)
  await app.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unproven.player.id))
  await app.deps.db.update(bookings).set({ price: 0, paymentId: null }).where(eq(bookings.id, unproven.booking.id))
  const [plan] = await plansOf(berlin, '2026-04-02T05:00:00Z')
  expect(plan!.text).toContain(`Player ${unproven.booking.number}`)
  expect(plan!.text).not.toMatch(/Diamond|Champion|whiff|ballchasing/)
  expect(plan!.text).toContain(leaving.player.name)
  clock = new Date('2026-04-04T10:00:00Z')
  const erased = await app.call(eraseAccount, { body: { password: demoPassword } }, leaving.player.token)
  expect(erased.status).toBe(200)
  const [row] = await app.deps.db.select().from(deliveries).where(eq(deliveries.id, plan!.id))
  expect(row).toMatchObject({ subject: '', text: '', html: '' })
})
