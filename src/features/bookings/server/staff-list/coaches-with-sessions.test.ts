import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/staff-contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { seats, slots } from '#src/features/schedule/server/table.ts'
import { instantOf } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { bookings } from '../table.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date('2026-01-05T17:30:00Z') })
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of [bookings, seats, slots, coaches]) await app.deps.db.delete(table)
})

/** A start at `time` of `date` in the business's zone. */
function startAt(date: string, time = '12:00') {
  return { date, time, startsAt: instantOf(date, time, app.deps.env.businessTimeZone) }
}

async function list(query: object = {}) {
  const { status, body, headers } = await app.call(calls.listOwnerCoaches, { query }, owner.token)
  expect(status).toBe(200)
  const next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
  return { body, names: body.map(({ name }) => name), total: Number(headers['x-total-count']), next }
}

async function follow(url: string | undefined) {
  const answer = await app.app.http.inject({ url: url!, headers: { authorization: `Bearer ${owner.token}` } })
  expect(answer.statusCode).toBe(200)
  return { names: (answer.json() as calls.ListedCoach[]).map(({ name }) => name), link: answer.headers.link }
}

test('all coaches by name, published or not, in pages that neither lose nor double one', async () => {
  const names = Array.from(
    { length: calls.coachesAtOnce + 1 },
    (_, i) => `${i % 2 ? 'Pilot' : 'pilot'} ${String(i).padStart(2, '0')}`,
  )
  for (const [i, name] of names.toReversed().entries()) await aCoach(app.deps, { name, isActive: i % 3 === 0 })
  // Two of the same name, at the border of a page.
  await aCoach(app.deps, { name: names.at(-2)!, slug: 'another' })
  const sorted = [...names.slice(0, -1), names.at(-2), names.at(-1)]
  const first = await list()
  expect(first).toMatchObject({ names: sorted.slice(0, calls.coachesAtOnce), total: names.length + 1 })
  expect(await follow(first.next)).toEqual({ names: sorted.slice(calls.coachesAtOnce), link: undefined })
})

test('a coach is found by a part of the name or e-mail, as it is written, page by page', async () => {
  const { email, id: userId } = await aUser(app.deps)
  await aCoach(app.deps, { name: 'AerialAce', userId })
  await aCoach(app.deps, { name: '100%_Real' })
  for (let i = 0; i <= calls.coachesAtOnce; i++) await aCoach(app.deps, { name: `Rookie ${i}` })
  expect(await list({ q: 'aLACe ' })).toMatchObject({ names: ['AerialAce'], total: 1, next: undefined })
  expect((await list({ q: email.toUpperCase() })).names).toEqual(['AerialAce'])
  expect((await list({ q: '%_r' })).names).toEqual(['100%_Real'])
  expect(await list({ q: 'nobody' })).toMatchObject({ names: [], total: 0 })
  const rookies = await list({ q: 'rookie' })
  expect(rookies.total).toBe(calls.coachesAtOnce + 1)
  expect((await follow(rookies.next)).names).toEqual(['Rookie 9'])
})

test('each coach comes with the confirmed sessions that are not over', async () => {
  const busy = await aCoach(app.deps, { name: 'Busy' })
  await aCoach(app.deps, { name: 'Free' })
  await aBooking(app.deps, { coach: busy, start: startAt('2026-01-07') })
  // Began half an hour ago.
  await aBooking(app.deps, { coach: busy, start: startAt('2026-01-05') })
  await aBooking(app.deps, { coach: busy, start: startAt('2026-01-05', '10:00') })
  await aBooking(app.deps, { coach: busy, start: startAt('2026-01-02') })
  await aBooking(app.deps, { coach: busy, start: startAt('2026-01-09'), status: 'cancelled' })
  await aBooking(app.deps, { coach: busy, start: null })
  const { body } = await list()
  expect(body.map(({ name, sessionsAhead }) => [name, sessionsAhead])).toEqual([
    ['Busy', 2],
    ['Free', 0],
  ])
})

test.each([{ cursor: 'abc' }, { q: 'x'.repeat(201) }])('%j is refused', async (query) => {
  expect((await app.call(calls.listOwnerCoaches, { query } as never, owner.token)).status).toBe(400)
})

test('bookings can also be filtered by coaches who are no longer published', async () => {
  const inactive = { isActive: false }
  const [left] = [await aCoach(app.deps, { ...inactive, name: 'Left us' }), await aCoach(app.deps, inactive)]
  await aCoach(app.deps)
  await aBooking(app.deps, { coach: left })
  const { body } = await app.call(calls.listUnpublishedCoaches, {}, owner.token)
  expect(body).toEqual([{ id: left.id, name: 'Left us' }])
  expect((await app.call(calls.listUnpublishedCoaches, {}, (await aUser(app.deps)).token)).status).toBe(403)
})
