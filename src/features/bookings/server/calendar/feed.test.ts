import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { endCalendarFeed, makeCalendarFeed, readCalendarFeed } from '#src/features/bookings/feed-contract.ts'
import type { FeedKind } from '#src/features/bookings/feed-kinds.ts'
import { services } from '#src/features/bookings/services.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logWriter } from '#tests/support/log-writer.ts'
import { bookings, calendarFeeds } from '../table.ts'
import { endLostFeeds } from './feed.ts'

const clock = new Date('2026-03-27T12:00:00Z')
let app: TestApp
let log = ''
beforeAll(async () => {
  const logTo = logWriter((text) => {
    log += text
  })
  app = await startTestApp({ now: () => clock, logTo })
})
afterAll(() => app.close())

const group = services.find(({ capacity }) => capacity > 1)!

async function aCoachWithAccount() {
  const account = await aUser(app.deps)
  return { account, coach: await aCoach(app.deps, { userId: account.id }) }
}

const hoursAhead = (hours: number) => ({
  date: '2026-01-05',
  time: '09:00',
  startsAt: new Date(+clock + hours * 3_600_000),
})

async function make(token: string, as: FeedKind = 'coach') {
  const { status, body } = await app.call(makeCalendarFeed, { params: { as } }, token)
  expect(status).toBe(200)
  return new URL(body.url).pathname
}
const get = (url: string) => app.app.http.inject({ url })

/** The events of a feed, soonest first. */
async function eventsOf(url: string) {
  const answer = await get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(answer.body))
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
}

test('a coach’s has their sessions of 30 days back and 90 ahead in UTC, a group as one, by first names alone', async () => {
  const { account, coach } = await aCoachWithAccount()
  const [single, mate, other] = [
    await aUser(app.deps, { name: 'Rimshot Fitzwilliam' }),
    await aUser(app.deps, { name: 'VexFlip Zarquon' }),
    await aUser(app.deps, { name: 'Dusty Miller' }),
  ]
  const played = await aBooking(app.deps, { coach, player: single, start: hoursAhead(-24 * 29), status: 'completed' })
  const ahead = await aBooking(app.deps, {
    coach,
    player: single,
    start: hoursAhead(30),
    customerPhone: '+12125550100',
  })
  for (const player of [mate, other]) await aBooking(app.deps, { coach, player, service: group, start: hoursAhead(50) })
  await aBooking(app.deps, { coach, player: single, start: hoursAhead(24 * 91) })
  await aBooking(app.deps, { coach, player: single, start: hoursAhead(-24 * 31), status: 'completed' })
  await aBooking(app.deps, { coach, player: single, start: hoursAhead(60), status: 'cancelled' })
  const calledOff = await aBooking(app.deps, { coach, player: single, start: hoursAhead(70) })
  await app.deps.db.update(bookings).set({ seatId: null }).where(eq(bookings.id, calledOff.id))
  await aBooking(app.deps, { start: hoursAhead(80) })

  const url = await make(account.token)
  expect(url).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  const events = await eventsOf(url)
  const basic = services[0]!.name
  expect(events.map(({ summary }) => summary)).toEqual([
    `Rimshot: ${basic}`,
    `Rimshot: ${basic}`,
    expect.stringMatching(new RegExp(`^(VexFlip, Dusty|Dusty, VexFlip): ${group.name}$`)),
  ])
  expect(events.map(({ uid }) => uid).slice(0, 2)).toEqual([played.id, ahead.id])
  expect(events[1]!.startDate.zone).toBe(ICAL.Timezone.utcTimezone)
  expect(events[1]!.startDate.toUnixTime() * 1_000).toBe(+ahead.startsAt!)
  expect(events[1]!.endDate.toUnixTime() * 1_000).toBe(+ahead.endsAt!)
  const { body, headers } = await get(url)
  const text = body.replaceAll('\r\n ', '')
  for (const secret of ['Fitzwilliam', 'Zarquon', 'Miller', single.email, '+12125550100', ahead.paymentId!, '29.00'])
    expect(text).not.toContain(secret)
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
    'x-robots-tag': 'noindex',
  })
})

test('an owner’s has the sessions of all coaches; nobody has one that their role does not give', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  const [a, b] = [await aCoachWithAccount(), await aCoachWithAccount()]
  const player = await aUser(app.deps, { name: 'Nimbus Cloud', emailVerified: false })
  for (const { coach } of [a, b]) await aBooking(app.deps, { coach, start: hoursAhead(100) })
  const unpaid = { price: 0, paymentId: null }
  const { number } = await aBooking(app.deps, { coach: a.coach, player, start: hoursAhead(110), ...unpaid })
  const titles = (await eventsOf(await make(owner.token, 'owner'))).map(({ summary }) => summary)
  for (const { coach } of [a, b]) expect(titles.join()).toContain(`${coach.name} with `)
  // What somebody typed who has neither paid nor proved anything does not leave us.
  expect(titles.join()).toContain(`Player ${number}`)
  expect(titles.join()).not.toContain('Nimbus')
  const statusOf = async (token: string, as: FeedKind) =>
    (await app.call(makeCalendarFeed, { params: { as } }, token)).status
  const admin = await aUser(app.deps, { isAdmin: true })
  expect([await statusOf(a.account.token, 'owner'), await statusOf(owner.token, 'coach')]).toEqual([403, 403])
  expect([await statusOf(admin.token, 'owner'), await statusOf(player.token, 'coach')]).toEqual([403, 403])
})

test('a wrong address, one made anew and one switched off lead nowhere; the address is stored nowhere and in no log', async () => {
  const { account } = await aCoachWithAccount()
  const params = { as: 'coach' as const }
  expect((await app.call(readCalendarFeed, { params }, account.token)).body).toEqual({ since: null })
  const first = await make(account.token)
  const second = await make(account.token)
  expect((await app.call(readCalendarFeed, { params }, account.token)).body).toEqual({ since: clock.toISOString() })
  for (const url of [first, '/calendar/x.ics', `/calendar/${'a'.repeat(43)}.ics`, '/calendar/.ics'])
    expect((await get(url)).statusCode, url).toBe(404)
  expect((await get(second)).statusCode).toBe(200)
  const stored = JSON.stringify(await app.deps.db.select().from(calendarFeeds))
  const secrets = [first, second].map((url) => url.slice('/calendar/'.length, -'.ics'.length))
  for (const secret of secrets) expect(`${stored} ${log}`).not.toContain(secret)
  expect((await app.call(endCalendarFeed, { params }, account.token)).body).toEqual({ since: null })
  expect((await get(second)).statusCode).toBe(404)
})

test('ends with the role, with the profile, and with the account, and does not come back', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  const ofOwner = await make(owner.token, 'owner')
  const setOwner = (isOwner: boolean) => app.deps.db.update(users).set({ isOwner }).where(eq(users.id, owner.id))
  await setOwner(false)
  expect((await get(ofOwner)).statusCode).toBe(404)
  await setOwner(true)
  expect((await get(ofOwner)).statusCode).toBe(404)

  const { account, coach } = await aCoachWithAccount()
  const leaving = await aCoachWithAccount()
  const [ofCoach, ofLeaving] = [await make(account.token), await make(leaving.account.token)]
  for (const { id } of [coach, leaving.coach])
    await app.deps.db.update(coaches).set({ userId: null }).where(eq(coaches.id, id))
  expect((await get(ofCoach)).statusCode).toBe(404)
  const erased = await app.call(eraseAccount, { body: { password: demoPassword } }, leaving.account.token)
  expect(erased.status).toBe(200)
  expect((await get(ofLeaving)).statusCode).toBe(404)
  expect(await app.deps.db.$count(calendarFeeds, eq(calendarFeeds.userId, leaving.account.id))).toBe(0)
})

test('an address that nobody read meanwhile does not come back with the role', async () => {
  const { account, coach } = await aCoachWithAccount()
  const owner = await aUser(app.deps, { isOwner: true })
  const [theirs, owners] = [await make(account.token), await make(owner.token, 'owner')]
  await endLostFeeds(app.deps.db)
  expect([(await get(theirs)).statusCode, (await get(owners)).statusCode]).toEqual([200, 200])
  const link = (userId: string | null) => app.deps.db.update(coaches).set({ userId }).where(eq(coaches.id, coach.id))
  const own = (isOwner: boolean) => app.deps.db.update(users).set({ isOwner }).where(eq(users.id, owner.id))
  await link(null)
  await own(false)
  await endLostFeeds(app.deps.db)
  await link(account.id)
  await own(true)
  expect([(await get(theirs)).statusCode, (await get(owners)).statusCode]).toEqual([404, 404])
})

test('no name that somebody could be reached by stands in it', async () => {
  const { account, coach } = await aCoachWithAccount()
  const { number } = await aBooking(app.deps, { coach, start: hoursAhead(5), customerName: 'jane@mail.test' })
  const [event] = await eventsOf(await make(account.token))
  expect(event?.summary).toBe(`Player ${number}: ${services[0]!.name}`)
})
