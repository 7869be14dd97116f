import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listCoaches } from '#src/features/coaches/contract.ts'
import * as calls from '#src/features/ratings/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let token: string
/** How far the clock was set forward, in milliseconds. */
let clock = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clock) })
  token = (await aUser(app.deps, { isOwner: true })).token
})
afterAll(() => app.close())

const pending = async () => (await app.call(calls.listPendingRatings, {}, token)).body.map(({ id }) => id)
const approve = (id: string) => app.call(calls.approveRating, { params: { id } }, token)
const [insult, spam] = [calls.rejectReasons[0], calls.rejectReasons[2]]
const reject = (id: string, reason: string) =>
  app.call(calls.rejectRating, { params: { id }, body: { reason: reason as typeof insult } }, token)

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

  await reject(id, spam)
  expect(await average()).toBeNull()
  expect(await shown()).toEqual([])
})

test('rejecting needs one of four reasons, which is kept: how many stars it has is none', async () => {
  const { id } = await aRating(app.deps, { isApproved: false })
  for (const none of [' ', 'Too few stars']) expect((await reject(id, none)).status).toBe(400)
  expect(await pending()).toContain(id)
  expect((await reject(id, insult)).body).toMatchObject({ isApproved: false, rejectReason: insult })
  expect(await pending()).not.toContain(id)
})

test('a player cannot approve the own rating, and an unknown one is not found', async () => {
  const player = await aUser(app.deps)
  const { id } = await aRating(app.deps, { player, isApproved: false })
  expect((await app.call(calls.approveRating, { params: { id } }, player.token)).status).toBe(403)
  expect((await approve('00000000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('a decision is undone for some seconds, once, and not over another one; what is public is listed', async () => {
  const coach = await aCoach(app.deps)
  const player = await aUser(app.deps, { name: 'Undone' })
  const { id } = await aRating(app.deps, { coach, player, rating: 2, isApproved: false })
  const undo = (decisionId: string | null) =>
    app.call(calls.undoRatingDecision, { params: { id }, body: { decisionId: decisionId! } }, token)
  const listed = async () => (await app.call(calls.listApprovedRatings, {}, token)).body.find((each) => each.id === id)
  const average = async () => (await app.call(listCoaches)).body.find((each) => each.id === coach.id)!.averageRating

  const approved = await Promise.all(Array.from({ length: 50 }, () => approve(id)))
  const [decision, ...others] = new Set(approved.map(({ body }) => body.decisionId))
  expect(others, 'fifty presses are one decision').toEqual([])
  expect(await listed()).toMatchObject({ rating: 2, session: { customerName: 'Undone', playerId: player.id } })

  const undone = await Promise.all(Array.from({ length: 50 }, () => undo(decision!)))
  expect(new Set(undone.map(({ status }) => status))).toEqual(new Set([200]))
  expect([await pending(), await listed(), await average()]).toEqual([expect.arrayContaining([id]), undefined, null])

  const first = (await reject(id, insult)).body
  const second = (await reject(id, spam)).body
  expect(await undo(first.decisionId)).toMatchObject({ status: 409, body: { reason: 'decided' } })
  expect((await undo(second.decisionId)).body).toMatchObject({ isApproved: false, rejectReason: insult })

  const late = (await approve(id)).body
  clock += 60_000
  expect(await undo(late.decisionId)).toMatchObject({ status: 409, body: { reason: 'late' } })
  expect(await average()).toBe('2.00')
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

test('an owner does not decide about a rating of their own session', async () => {
  const self = await aUser(app.deps, { isOwner: true })
  const coach = await aCoach(app.deps, { userId: self.id })
  const { id } = await aRating(app.deps, { coach, rating: 1 })
  const refused = { status: 409, body: { message: expect.stringContaining('your own session') } }
  const body = { reason: insult }
  expect.soft(await app.call(calls.rejectRating, { params: { id }, body }, self.token)).toMatchObject(refused)
  expect.soft(await app.call(calls.approveRating, { params: { id } }, self.token)).toMatchObject(refused)
  expect((await reject(id, insult)).status).toBe(200)
})
