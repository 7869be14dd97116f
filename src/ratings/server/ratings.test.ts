import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCoach } from '#src/coaches/server/coaches.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listCoachRatings } from '#src/ratings/contract.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'

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

  const { status, body } = await app.call(listCoachRatings, { params: { slug: coach.slug } })
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
  const first = await app.call(listCoachRatings, { params: { slug: coach.slug } })
  expect(first.body.ratings).toHaveLength(6)
  const second = await app.call(listCoachRatings, {
    params: { slug: coach.slug },
    query: { cursor: first.body.next! },
  })
  expect(second.body).toMatchObject({ total: 8, next: null })
  const reviews = [...first.body.ratings, ...second.body.ratings].map(({ review }) => review)
  expect(new Set(reviews).size).toBe(8)
})

test('a coach nobody knows, or who is not active, has no ratings to show', async () => {
  const hidden = await aCoach(app.deps, { isActive: false })
  for (const slug of [hidden.slug, 'nobody'])
    expect((await app.call(listCoachRatings, { params: { slug } })).status).toBe(404)
})

test('the average follows the approved ratings', async () => {
  const coach = await aCoach(app.deps)
  await aRating(app.deps, { coach, rating: 1, isApproved: false })
  expect((await findCoach(app.deps.db, coach.id))?.averageRating).toBe('0.00')
  for (const rating of [5, 4, 4]) await aRating(app.deps, { coach, rating })
  expect((await findCoach(app.deps.db, coach.id))?.averageRating).toBe('4.33')
})
