import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { saveProfile } from '#src/features/accounts/profile-contract.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { packages, services } from '#src/features/bookings/services.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { lastIntake, listSessionStates, saveIntake, tickOwed } from '#src/features/sessions/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app.close())

const said = {
  rank: 'Diamond II',
  goal: 'Champion by spring',
  holdsBack: 'I whiff aerials when it counts.',
  links: ['https://ballchasing.com/replay/1', 'https://clips.example.com/2'],
}
const nothing = { rank: null, goal: null, holdsBack: null, links: [] }

/** A session of a player with a coach who has an account. */
async function aSession({ hour = 40, ...overrides }: BookingOverrides & { hour?: number } = {}) {
  const coachUser = await aUser(app.deps)
  const coach = overrides.coach ?? (await aCoach(app.deps, { userId: coachUser.id, gameExpertise: ['fortnite'] }))
  const player = (overrides.player ?? (await aUser(app.deps))) as Awaited<ReturnType<typeof aUser>>
  const start = bookableStarts(clock, app.deps.env.businessTimeZone)[hour]!
  const booking = await aBooking(app.deps, { start, ...overrides, player, coach })
  return { booking, player, coach, coachUser, params: { bookingId: booking.id } }
}

const stateOf = async (token: string, bookingId: string) =>
  (await app.call(listSessionStates, {}, token)).body.find((state) => state.bookingId === bookingId)

test('what a player says before a session its coach reads, and nobody else', async () => {
  const { booking, player, coachUser, params } = await aSession()
  const other = await aSession()
  expect((await app.call(saveIntake, { params, body: said }, player.token)).body).toEqual({ intake: said })
  expect(await stateOf(coachUser.token, booking.id)).toMatchObject({ as: 'coach', intake: said })
  expect(await stateOf(player.token, booking.id)).toMatchObject({ as: 'player', intake: said })
  expect(await stateOf(other.coachUser.token, booking.id)).toBeUndefined()
  // What was said is replaced as a whole; a coach writes nothing there.
  await app.call(saveIntake, { params, body: { goal: 'Unreal' } }, player.token)
  expect((await stateOf(coachUser.token, booking.id))?.intake).toEqual({ ...nothing, goal: 'Unreal' })
  for (const { token } of [coachUser, other.player])
    expect((await app.call(saveIntake, { params, body: said }, token)).status).toBe(404)
})

test('the next session begins with what was said before the last one of the same game, without its links', async () => {
  const first = await aSession()
  const { player } = first
  const read = async (of: typeof first) => (await app.call(lastIntake, { params: of.params }, player.token)).body
  expect(await read(first)).toEqual({ intake: null, isKept: false })
  await app.call(saveProfile, { body: { ranks: { fortnite: 'Elite' }, goal: 'Win more' } }, player.token)
  expect(await read(first)).toEqual({ intake: { ...nothing, rank: 'Elite', goal: 'Win more' }, isKept: false })
  await app.call(saveIntake, { params: first.params, body: said }, player.token)
  expect(await read(first)).toEqual({ intake: said, isKept: true })
  const next = await aSession({ player, hour: 60 })
  expect(await read(next)).toEqual({ intake: { ...said, links: [] }, isKept: false })
  const otherGame = await aCoach(app.deps, { gameExpertise: ['rocket-league'] })
  expect((await read(await aSession({ player, coach: otherGame, hour: 80 }))).intake?.rank).toBeNull()
})

test('links are whole https addresses, at most six; nothing is kept of a session that is over or cancelled', async () => {
  const { booking, player, coachUser, params } = await aSession()
  const save = (body: object) => app.call(saveIntake, { params, body }, player.token)
  for (const link of ['http://clips.example.com', 'javascript:alert(1)', 'https://you@evil.example.com', 'my clip'])
    expect(await save({ links: [link] })).toMatchObject({
      status: 400,
      body: { fields: { 'links.0': expect.stringContaining('https://') } },
    })
  expect((await save({ links: Array.from({ length: 7 }, (_, n) => `https://clips.example.com/${n}`) })).status).toBe(
    400,
  )
  await save(said)
  await app.call(cancelBooking, { params, body: { refund: booking.price / 100 } }, player.token)
  expect((await stateOf(coachUser.token, booking.id))?.intake).toBeNull()
  expect((await save(said)).status).toBe(409)
  const over = await aSession({ start: hoursAhead(-2) })
  expect((await app.call(saveIntake, { params: over.params, body: said }, over.player.token)).status).toBe(409)
})

test('the coach ticks the replays that were sold as watched, and takes it back; the player sees it', async () => {
  const { booking, player, coachUser, params } = await aSession({
    service: services.find(({ id }) => id === '1on1-pro')!,
  })
  const tick = (done = {}) => {
    const body = { replaysWatched: true, newReplayChecked: false, ...done }
    return app.call(tickOwed, { params, body }, coachUser.token)
  }
  expect((await tick()).status).toBe(200)
  expect((await tick({ replaysWatched: false })).body).toEqual({ watchedAt: null, checkedAt: null })
  const first = await tick()
  clock = new Date(+clock + 60_000)
  expect((await tick()).body).toEqual(first.body)
  expect((await stateOf(player.token, booking.id))?.watchedAt).toBe(first.body.watchedAt)
  expect((await stateOf(player.token, booking.id))?.intake).toBeNull()
  // What the player says later leaves the tick as it is.
  await app.call(saveIntake, { params, body: said }, player.token)
  expect(await stateOf(coachUser.token, booking.id)).toMatchObject({ watchedAt: first.body.watchedAt, intake: said })
  const live = await aSession({ service: packages[0]! })
  const body = { replaysWatched: true, newReplayChecked: false }
  expect((await app.call(tickOwed, { params: live.params, body }, live.coachUser.token)).status).toBe(409)
})

test.each([
  ['1on1-pro', -3, 200],
  ['1on1-pro', 3, 409],
  ['1on1-advanced', -3, 409],
] as const)('the new replay of %s, %i hours from its start, is ticked as checked: %i', async (id, hours, status) => {
  const service = services.find((each) => each.id === id)!
  const { booking, player, coachUser, params } = await aSession({ service, start: hoursAhead(hours) })
  const body = { replaysWatched: false, newReplayChecked: true }
  const { status: answered } = await app.call(tickOwed, { params, body }, coachUser.token)
  expect(answered).toBe(status)
  const checkedAt = status === 200 ? expect.any(String) : null
  expect(await stateOf(player.token, booking.id)).toMatchObject({ checkedAt, watchedAt: null })
})

const hoursAhead = (hours: number) => ({
  date: '2026-01-05',
  time: '09:00',
  startsAt: new Date(+clock + hours * 3_600_000),
})
