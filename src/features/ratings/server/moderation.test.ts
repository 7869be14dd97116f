import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listCoaches } from '#src/features/coaches/contract.ts'
import * as calls from '#src/features/ratings/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = (await aUser(app.deps, { isOwner: true })).token
})
afterAll(() => app.close())

const pending = async () => (await app.call(calls.listPendingRatings, {}, token)).body.map(({ id }) => id)
const approve = (id: string) => app.call(calls.approveRating, { params: { id } }, token)
const reject = (id: string, reason: string) => app.call(calls.rejectRating, { params: { id }, body: { reason } }, token)

test('a rating waits, is approved, and only then counts and shows; approving twice changes nothing', async () => {
  const coach = await aCoach(app.deps)
  const { id } = await aRating(app.deps, { coach, rating: 4, review: 'Clear words', isApproved: false })
  const average = async () => (await app.call(listCoaches)).body.find((each) => each.id === coach.id)!.averageRating
  const shown = async () =>
    (await app.call(calls.listCoachRatings, { params: { slug: coach.slug } })).body.ratings.map((each) => each.review)
  expect(await pending()).toContain(id)
  expect(await shown()).toEqual([])
  expect(await average()).toBeNull()

  for (let i = 0; i < 2; i++) {
    expect((await approve(id)).body).toMatchObject({ id, isApproved: true, rejectReason: null, coachName: coach.name })
    expect(await average()).toBe('4.00')
    expect(await shown()).toEqual(['Clear words'])
  }
  expect(await pending()).not.toContain(id)

  await reject(id, 'Taken back')
  expect(await average()).toBeNull()
  expect(await shown()).toEqual([])
})

test('rejecting needs a reason, which is kept', async () => {
  const { id } = await aRating(app.deps, { isApproved: false })
  expect((await reject(id, ' ')).status).toBe(400)
  expect(await pending()).toContain(id)
  expect((await reject(id, 'Insults')).body).toMatchObject({ isApproved: false, rejectReason: 'Insults' })
  expect(await pending()).not.toContain(id)
})

test('a player cannot approve the own rating, and an unknown one is not found', async () => {
  const player = await aUser(app.deps)
  const { id } = await aRating(app.deps, { player, isApproved: false })
  expect((await app.call(calls.approveRating, { params: { id } }, player.token)).status).toBe(403)
  expect((await approve('00000000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('the owner gets 25 at a time, is told how many wait and where the others are', async () => {
  const coach = await aCoach(app.deps)
  for (let i = 0; i < calls.pendingAtOnce + 1; i++) await aRating(app.deps, { coach, isApproved: false })
  const first = await app.call(calls.listPendingRatings, {}, token)
  const total = Number(first.headers['x-total-count'])
  expect(first.body).toHaveLength(25)
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))![1]!
  const second = await app.app.http.inject({ url: next, headers: { authorization: `Bearer ${token}` } })
  const ids = [...first.body, ...second.json<{ id: string }[]>()].map(({ id }) => id)
  expect([new Set(ids).size, second.headers.link]).toEqual([total, undefined])
})
