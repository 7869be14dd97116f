import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { BookingStatus } from '#src/features/bookings/rules.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import * as calls from '#src/features/ratings/contract.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('everybody sees the approved ratings of a coach, newest first, without the players’ whole names', async () => {
  const coach = await aCoach(app.deps)
  const player = await aUser(app.deps, { name: 'Ada Lovelace' })
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  await aRating(app.deps, { coach, player, rating: 4, review: 'Good', createdAt: at(1) })
  await aRating(app.deps, { coach, player, rating: 5, createdAt: at(2) })
  await aRating(app.deps, { coach, player, rating: 1, isApproved: false })
  await aRating(app.deps)

  const { status, body } = await app.call(calls.listCoachRatings, { params: { slug: coach.slug } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 2, next: null })
  expect(body.ratings.map(({ rating, review, reviewer }) => ({ rating, review, reviewer }))).toEqual([
    { rating: 5, review: null, reviewer: 'Ada' },
    { rating: 4, review: 'Good', reviewer: 'Ada' },
  ])
  expect(JSON.stringify(body)).not.toMatch(/Lovelace|@|userId|bookingId/)
})

test('a cursor leads through all of them, each once', async () => {
  const coach = await aCoach(app.deps)
  for (let i = 0; i < 8; i++) await aRating(app.deps, { coach, review: `Review ${i}` })
  const first = await app.call(calls.listCoachRatings, { params: { slug: coach.slug } })
  expect(first.body.ratings).toHaveLength(6)
  const second = await app.call(calls.listCoachRatings, {
    params: { slug: coach.slug },
    query: { cursor: first.body.next! },
  })
  expect(second.body).toMatchObject({ total: 8, next: null })
  const reviews = [...first.body.ratings, ...second.body.ratings].map(({ review }) => review)
  expect(new Set(reviews).size).toBe(8)
})

test('a session can be rated once it is over, also when nobody marked it as completed', async () => {
  const player = await aUser(app.deps)
  const rate = async (hoursAgo: number, status: BookingStatus) => {
    const startsAt = new Date(Date.now() - hoursAgo * 3_600_000)
    const start = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
    const { id: bookingId } = await aBooking(app.deps, { player, start, status })
    return (await app.call(calls.rateSession, { body: { bookingId, rating: 5 } }, player.token)).status
  }
  expect(await rate(2, 'confirmed')).toBe(200)
  expect(await rate(0.5, 'confirmed')).toBe(409)
  expect(await rate(3, 'no_show')).toBe(409)
  expect(await rate(4, 'cancelled')).toBe(409)
})

test('a coach nobody knows, or who is not active, has no ratings to show', async () => {
  const hidden = await aCoach(app.deps, { isActive: false })
  for (const slug of [hidden.slug, 'nobody'])
    expect((await app.call(calls.listCoachRatings, { params: { slug } })).status).toBe(404)
})

test('the average and the number of ratings follow the approved ones', async () => {
  const coach = await aCoach(app.deps)
  const shown = () => findCoach(app.deps.db, coach.id)
  await aRating(app.deps, { coach, rating: 1, isApproved: false })
  expect(await shown()).toMatchObject({ averageRating: '0.00', ratingCount: 0 })
  for (const rating of [5, 4, 4]) await aRating(app.deps, { coach, rating })
  expect(await shown()).toMatchObject({ averageRating: '4.33', ratingCount: 3 })
})

test('a player rates a completed session of their own, once, and coach and game are known', async () => {
  const coach = await aCoach(app.deps, { gameExpertise: ['fortnite'] })
  const [player, stranger] = [await aUser(app.deps), await aUser(app.deps)]
  const booking = await aBooking(app.deps, { coach, player, status: 'completed' })
  const body = { bookingId: booking.id, rating: 4, review: ' Good hour ', coachName: 'Somebody', game: 'rocket-league' }
  expect((await app.call(calls.rateSession, { body }, stranger.token)).status).toBe(404)
  for (const rating of [0, 6, 2.5])
    expect((await app.call(calls.rateSession, { body: { ...body, rating } }, player.token)).status).toBe(400)

  for (const rating of [0, 6])
    await expect(aRating(app.deps, { rating })).rejects.toMatchObject({ cause: { constraint: 'ratings_stars' } })

  const rated = await app.call(calls.rateSession, { body }, player.token)
  const mine = { bookingId: booking.id, rating: 4, review: 'Good hour', isApproved: false, rejectReason: null }
  expect(rated).toMatchObject({ status: 200, body: mine })
  const again = await app.call(calls.rateSession, { body }, player.token)
  expect(again).toMatchObject({ status: 409, body: { message: 'You rated this session already' } })
  expect((await app.call(calls.listMyRatings, {}, player.token)).body).toEqual([mine])
  expect((await app.call(calls.listMyRatings, {}, stranger.token)).body).toEqual([])

  const owner = await aUser(app.deps, { isOwner: true })
  const pending = await app.call(calls.listPendingRatings, {}, owner.token)
  expect(pending.body.find(({ bookingId }) => bookingId === booking.id)).toMatchObject({
    coachName: coach.name,
    game: 'fortnite',
    rating: 4,
  })
})

test('a rating keeps what was booked and the rank that the player’s profile names for the game then', async () => {
  const coach = await aCoach(app.deps, { gameExpertise: ['fortnite'] })
  const player = await aUser(app.deps)
  const [first, second] = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)
  const rate = async (start: Start) => {
    const { id: bookingId } = await aBooking(app.deps, { coach, player, start, status: 'completed' })
    const { body } = await app.call(calls.rateSession, { body: { bookingId, rating: 5 } }, player.token)
    expect(body.bookingId).toBe(bookingId)
  }
  await rate(first!)
  await aProfile(app.deps, player, { ranks: { 'rocket-league': 'Gold I', fortnite: 'Diamond' } })
  await rate(second!)
  const { token } = await aUser(app.deps, { isOwner: true })
  const { body: pending } = await app.call(calls.listPendingRatings, {}, token)
  for (const { id, coachName } of pending)
    if (coachName === coach.name) await app.call(calls.approveRating, { params: { id } }, token)
  const { body } = await app.call(calls.listCoachRatings, { params: { slug: coach.slug } })
  const said = body.ratings.map(({ rank, serviceName }) => [rank, serviceName])
  expect(said).toEqual([
    ['Diamond', '1-on-1 Basic Session'],
    [null, '1-on-1 Basic Session'],
  ])
})

test('a session that was not completed cannot be rated', async () => {
  const player = await aUser(app.deps)
  for (const status of ['confirmed', 'cancelled', 'no_show'] as const) {
    const { id: bookingId } = await aBooking(app.deps, { player, status, start: null })
    expect((await app.call(calls.rateSession, { body: { bookingId, rating: 5 } }, player.token)).status).toBe(409)
  }
})

test('the owner approves and rejects ratings: the average follows, and the player reads why', async () => {
  const coach = await aCoach(app.deps)
  const player = await aUser(app.deps)
  const owner = await aUser(app.deps, { isOwner: true })
  const { id, bookingId } = await aRating(app.deps, { coach, player, rating: 3, isApproved: false })
  await aRating(app.deps, { coach, rating: 5 })
  const average = async () => (await findCoach(app.deps.db, coach.id))?.averageRating
  const isPending = async () =>
    (await app.call(calls.listPendingRatings, {}, owner.token)).body.some((rating) => rating.id === id)
  expect(await isPending()).toBe(true)

  for (const _ of ['once', 'twice']) {
    const approved = await app.call(calls.approveRating, { params: { id } }, owner.token)
    expect(approved).toMatchObject({ status: 200, body: { id, bookingId, isApproved: true, rejectReason: null } })
    expect(await average()).toBe('4.00')
  }
  expect(await isPending()).toBe(false)

  const rejection = { params: { id }, body: { reason: calls.rejectReasons[1] } }
  expect((await app.call(calls.rejectRating, rejection, player.token)).status).toBe(403)
  expect((await app.call(calls.rejectRating, rejection, owner.token)).body).toMatchObject({ isApproved: false })
  expect(await average()).toBe('5.00')
  expect(await isPending()).toBe(false)
  expect((await app.call(calls.listMyRatings, {}, player.token)).body).toMatchObject([
    { rejectReason: calls.rejectReasons[1] },
  ])
  const nobodys = { params: { id: bookingId } }
  expect((await app.call(calls.approveRating, nobodys, owner.token)).status).toBe(404)
})

test('two approvals at the same moment both count', async () => {
  const coach = await aCoach(app.deps)
  const owner = await aUser(app.deps, { isOwner: true })
  const waiting = [
    await aRating(app.deps, { coach, rating: 1, isApproved: false }),
    await aRating(app.deps, { coach, rating: 5, isApproved: false }),
  ]
  await Promise.all(waiting.map(({ id }) => app.call(calls.approveRating, { params: { id } }, owner.token)))
  expect((await findCoach(app.deps.db, coach.id))?.averageRating).toBe('3.00')
})
