import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aProfile } from '#src/demo/a-profile.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { everyGet } from '../support/every-get.ts'
import { basic } from '../support/prices.ts'
import { type Ids, makeWorld, type Person, people, type World } from '../support/world.ts'

/**
 * Whose things are whose (WHO-3): a player has a booking with a coach, and an applicant an
 * application in their browser. Each row says who gets at them; to everybody else they are as good as not there.
 */
type Row = {
  call: string
  for: Person[]
  /** Who may know of it, but is told that this is not theirs to do. */
  refused?: Person[]
  body?: (ids: Ids) => object
}

const content = 'Hello'
const rows: Row[] = [
  { call: 'GET /api/messages/:bookingId', for: ['player', 'coach', 'admin', 'owner'] },
  { call: 'GET /api/messages/booking/:bookingId', for: ['player', 'coach', 'admin', 'owner'] },
  { call: 'GET /api/admin/booking/:bookingId/messages', for: ['admin', 'admin session'] },
  {
    call: 'POST /api/messages',
    for: ['player', 'coach', 'admin', 'owner'],
    body: ({ bookingId }) => ({ bookingId, content }),
  },
  {
    call: 'POST /api/messages/send-coach-booking',
    for: ['coach'],
    body: ({ bookingId }) => ({ bookingId, content }),
  },
  {
    call: 'POST /api/admin/booking/:bookingId/message',
    for: ['admin', 'admin session'],
    body: () => ({ content }),
  },
  {
    call: 'POST /api/messages/seen',
    for: ['player', 'coach', 'admin', 'owner'],
    body: ({ bookingId }) => ({ bookingId, number: 0 }),
  },
  {
    call: 'POST /api/bookings/:bookingId/cancel',
    for: ['player', 'admin', 'owner'],
    refused: ['coach'],
    body: () => ({ refund: basic.decimal }),
  },
  {
    call: 'POST /api/bookings/:bookingId/move',
    for: ['player', 'admin', 'owner'],
    refused: ['coach'],
    body: () => ({ selectedDate: '2026-01-05', selectedTime: '09:00' }),
  },
  {
    call: 'POST /api/bookings/:bookingId/complete',
    for: ['coach', 'admin', 'owner'],
    refused: ['player'],
    body: () => ({}),
  },
  {
    call: 'POST /api/bookings/:bookingId/no-show',
    for: ['coach', 'admin', 'owner'],
    refused: ['player'],
    body: () => ({}),
  },
  {
    call: 'POST /api/bookings/:bookingId/claim-guarantee',
    for: ['player'],
    refused: ['coach', 'admin', 'owner'],
    body: () => ({ wanted: 'refunded', reason: 'Nothing that was promised.' }),
  },
  { call: 'POST /api/ratings', for: ['player'], body: ({ bookingId }) => ({ bookingId, rating: 5 }) },
  { call: 'GET /api/bookings/:bookingId/calendar', for: ['player', 'coach', 'admin', 'owner'] },
  { call: 'GET /api/bookings/:bookingId/receipt', for: ['player', 'admin', 'owner'] },
  { call: 'GET /api/bookings/:bookingId/details', for: ['admin', 'admin session', 'owner'] },
  { call: 'GET /api/bookings/:bookingId/history', for: ['admin', 'admin session', 'owner'] },
  { call: 'PUT /api/coach/players/:playerId/note', for: ['coach'], body: () => ({ note: 'Reads the ball late.' }) },
  { call: 'GET /api/messages/application/:applicationId', for: ['applicant', 'admin', 'owner'] },
  {
    call: 'POST /api/messages/send-applicant',
    for: ['applicant'],
    body: ({ applicationId }) => ({ coachApplicationId: applicationId, content }),
  },
  {
    call: 'POST /api/messages/send-coach-application',
    for: ['coach'],
    body: ({ coachsApplicationId }) => ({ coachApplicationId: coachsApplicationId, content }),
  },
  { call: 'GET /api/coach-applications/:applicationId', for: ['admin', 'admin session'] },
  {
    call: 'PATCH /api/coach-applications/:applicationId',
    for: ['admin', 'admin session'],
    body: () => ({ status: 'approved' }),
  },
  { call: 'GET /api/coach-applications/by-email?email=:email', for: ['admin', 'owner'] },
  { call: 'GET /api/orders/:orderId', for: ['player'] },
  {
    call: 'PATCH /api/orders/:orderId',
    for: ['player'],
    body: () => ({ name: 'Rimshot', email: 'rimshot@demo.test' }),
  },
  { call: 'POST /api/orders/:orderId/hold-longer', for: ['player'] },
  { call: 'DELETE /api/orders/:orderId', for: ['player'] },
  { call: 'DELETE /api/auth/sessions/:sessionId', for: ['player'] },
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function ask({ call, body }: Row, headers: Record<string, string>, ids: Ids) {
  const [method, path] = call.split(' ') as ['GET', string]
  const url = path.replace(/:(\w+)/g, (_, name: keyof Ids) => ids[name])
  const answer = await app.app.http.inject({ method, url, headers, ...(body && { payload: body(ids) }) })
  return { status: answer.statusCode, body: answer.body }
}

/** Ids of the right form that nothing has. */
const nothing = (ids: Ids) =>
  Object.fromEntries(Object.keys(ids).map((name) => [name, name === 'email' ? 'nobody@demo.test' : newId()])) as Ids

describe.each(rows)('$call', (row) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(app)
  })
  test.each(people)('%s', async (person) => {
    const { proofs, ids } = world
    const answer = await ask(row, proofs[person], ids)
    if (row.for.includes(person)) expect([401, 403, 404]).not.toContain(answer.status)
    else if (row.refused?.includes(person)) expect(answer.status).toBe(409)
    else {
      expect([401, 403, 404]).toContain(answer.status)
      expect(answer).toEqual(await ask(row, proofs[person], nothing(ids)))
    }
  })
})

test('names on Discord are read by the player, the coach and staff of a booking ahead, whoever asks whatever', async () => {
  const { proofs, ids } = await makeWorld(app)
  const handles = { discord: 'handle.of.player', epic: null }
  await aProfile(app.deps, { id: ids.playerId, name: 'Rimshot' }, { handles })
  await app.deps.db.update(coaches).set({ discordUsername: 'handle.of.coach' }).where(eq(coaches.id, ids.coachId))
  const readers = { 'handle.of.player': new Set<Person>(), 'handle.of.coach': new Set<Person>() }
  for (const { url } of everyGet({ ...ids, deliveryId: newId() }))
    for (const person of people) {
      const { body } = await app.app.http.inject({ url, headers: proofs[person] })
      for (const [handle, who] of Object.entries(readers)) if (body.includes(handle)) who.add(person)
    }
  const some: Person[] = ['player', 'coach', 'admin', 'admin session', 'owner']
  for (const who of Object.values(readers)) expect(people.filter((person) => who.has(person))).toEqual(some)
})
