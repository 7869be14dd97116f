import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { chooseMail } from '#src/features/notifications/contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { askForRatings } from './ask-for-ratings.ts'

let app: TestApp
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app.close())

const minutes = 60_000

/** A player whose one-hour session ended so many minutes ago, and how often they were asked since for its rating. */
async function aPlayerWithSession(endedMinutesAgo: number, overrides: BookingOverrides = {}) {
  const player = await aUser(app.deps)
  const startsAt = new Date(clock.getTime() - (endedMinutesAgo + 60) * minutes)
  const start = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
  const { id } = await aBooking(app.deps, { player, start, ...overrides })
  const mails = () =>
    app.sandbox.outbox.list().filter(({ to, subject }) => to === player.email && subject.startsWith('How was your'))
  return { player, id, mails }
}

async function ask() {
  await askForRatings(app.deps)
  await app.runJobs()
}

test('two hours after a session its player is asked for the rating, once, with a link to its stars', async () => {
  const early = await aPlayerWithSession(110)
  const due = await aPlayerWithSession(125)
  const completed = await aPlayerWithSession(130, { status: 'completed' })
  const longAgo = await aPlayerWithSession(27 * 60)
  await ask()
  await ask()
  expect([early, due, completed, longAgo].map(({ mails }) => mails().length)).toEqual([0, 1, 1, 0])
  expect(due.mails()[0]!.text).toContain(`/sessions?rate=${due.id}`)

  clock = new Date(clock.getTime() + 15 * minutes)
  await ask()
  expect([early, due].map(({ mails }) => mails().length)).toEqual([1, 1])
})

test('nobody is asked about a session that was cancelled or missed, is rated already, or whose player wants no such mails', async () => {
  const cancelled = await aPlayerWithSession(125, { status: 'cancelled' })
  const missed = await aPlayerWithSession(125, { status: 'no_show' })
  const rated = await aPlayerWithSession(125)
  const body = { bookingId: rated.id, rating: 5 }
  expect((await app.call(rateSession, { body }, rated.player.token)).status).toBe(200)
  const off = await aPlayerWithSession(125)
  const choice = { kind: 'ratings', wanted: false } as const
  expect((await app.call(chooseMail, { body: choice }, off.player.token)).status).toBe(200)
  await ask()
  expect([cancelled, missed, rated, off].map(({ mails }) => mails().length)).toEqual([0, 0, 0, 0])
})

test('nobody is asked while they want their money back, from us or their bank, or a question about the session is open', async () => {
  const claimed = await aPlayerWithSession(125)
  const reason = 'It was not what I wanted'
  await app.deps.db.insert(guaranteeClaims).values({ bookingId: claimed.id, reason })
  const disputed = await aPlayerWithSession(125, { dispute: 'open' })
  const questioned = await aPlayerWithSession(125, { isQuestioned: true })
  await ask()
  expect([claimed, disputed, questioned].map(({ mails }) => mails().length)).toEqual([0, 0, 0])
})

test('the mail names the guarantee of a first paid session, and none of a later one', async () => {
  const { player, mails } = await aPlayerWithSession(30 * 60)
  const start = new Date(clock.getTime() - 190 * minutes)
  const later = { ...wallClock(start, app.deps.env.businessTimeZone), startsAt: start }
  await aBooking(app.deps, { player, start: later })
  const first = await aPlayerWithSession(125)
  await ask()
  expect(first.mails()[0]!.text).toMatch(
    /Not right\? Your guarantee runs until .+: your money back or a different coach/,
  )
  expect(mails()[0]!.text).not.toContain('guarantee runs')
})
