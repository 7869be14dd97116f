import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '#src/contracts.ts'
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

/** Long enough for the notes of a session. */
const content = 'Hello. '.repeat(20)
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
  { call: 'POST /api/bookings/:bookingId/statements', for: ['player', 'coach'], body: () => ({ says: 'we-met' }) },
  { call: 'GET /api/bookings/:bookingId/safety', for: ['player', 'coach'] },
  { call: 'POST /api/bookings/:bookingId/reports', for: ['player', 'coach'], body: () => ({ problem: 'other' }) },
  {
    call: 'POST /api/bookings/:bookingId/block',
    for: ['player', 'coach'],
    body: () => ({ sessions: 0, refund: '0.00' }),
  },
  { call: 'DELETE /api/bookings/:bookingId/block', for: ['player', 'coach'] },
  {
    call: 'POST /api/bookings/:bookingId/answer',
    for: ['player', 'coach'],
    body: () => ({ questionId: newId(), agrees: true }),
  },
  {
    call: 'POST /api/bookings/:bookingId/claim-guarantee',
    for: ['player'],
    refused: ['coach', 'admin', 'owner'],
    body: () => ({ wanted: 'refunded', reason: 'Nothing that was promised.' }),
  },
  { call: 'POST /api/bookings/:bookingId/notes-missing', for: ['player'], refused: ['coach', 'admin', 'owner'] },
  {
    call: 'POST /api/bookings/:bookingId/refunds',
    for: ['admin', 'admin session', 'owner'],
    body: () => ({ amount: '1.00', reason: 'A late start.', idempotencyKey: newId() }),
  },
  { call: 'POST /api/ratings', for: ['player'], body: ({ bookingId }) => ({ bookingId, rating: 5 }) },
  {
    call: 'POST /api/bookings/:bookingId/call-off',
    for: ['coach', 'admin', 'owner'],
    body: () => ({ reason: 'ill' }),
  },
  { call: 'GET /api/bookings/:bookingId/free-coaches', for: ['admin', 'admin session', 'owner'] },
  {
    call: 'POST /api/bookings/:bookingId/hand-over',
    for: ['admin', 'admin session', 'owner'],
    body: () => ({ coachId: newId(), startsAt: '2026-01-05T14:00:00Z' }),
  },
  {
    call: 'POST /api/bookings/:bookingId/take-back',
    for: ['admin', 'admin session', 'owner'],
    body: () => ({ outcomeAt: '2026-01-05T14:00:00Z', reason: 'Two players were mixed up.' }),
  },
  { call: 'GET /api/bookings/:calledOffId/choice', for: ['player'] },
  { call: 'POST /api/bookings/:calledOffId/choice', for: ['player'], body: () => ({ chosen: 'money' }) },
  { call: 'POST /api/coach/take-overs/:choiceId', for: ['other coach'], body: () => ({ accepts: false }) },
  {
    call: 'POST /api/bookings/:bookingId/proposal',
    for: ['coach'],
    body: () => ({ selectedDate: '2026-01-05', selectedTime: '09:00' }),
  },
  { call: 'POST /api/bookings/:bookingId/proposal/accept', for: ['player'] },
  { call: 'GET /api/bookings/:bookingId/write-up', for: ['coach'] },
  {
    call: 'PUT /api/bookings/:bookingId/write-up',
    for: ['coach'],
    body: () => ({ seen: ['You jump too early.'] }),
  },
  { call: 'PUT /api/homework/:homeworkId', for: ['player'], body: () => ({ done: true }) },
  { call: 'GET /api/bookings/:bookingId/intake', for: ['player'] },
  {
    call: 'PUT /api/bookings/:bookingId/intake',
    for: ['player'],
    body: () => ({ rank: 'Gold', links: ['https://clips.example.com/1'] }),
  },
  {
    call: 'PUT /api/bookings/:bookingId/owed',
    for: ['coach'],
    body: () => ({ replaysWatched: true, newReplayChecked: false }),
  },
  { call: 'POST /api/bookings/:bookingId/check-in', for: ['player', 'coach'] },
  { call: 'GET /api/bookings/:bookingId/calendar', for: ['player', 'coach', 'admin', 'owner'] },
  { call: 'GET /api/bookings/:bookingId/receipt', for: ['player', 'admin', 'owner'] },
  { call: 'GET /api/bookings/:bookingId/details', for: ['admin', 'admin session', 'owner'] },
  { call: 'GET /api/bookings/:bookingId/story', for: ['player', 'coach', 'admin', 'owner'] },
  { call: 'GET /api/bookings/:bookingId/story?as=staff', for: ['admin', 'owner'] },
  { call: 'PUT /api/coach/players/:playerId/note', for: ['coach'], body: () => ({ note: 'Reads the ball late.' }) },
  { call: 'GET /api/messages/contact/:contactId', for: ['player', 'owner'] },
  {
    call: 'POST /api/contacts/:contactId/messages',
    for: ['player', 'owner'],
    body: () => ({ content, idempotencyKey: newId() }),
  },
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
  {
    call: 'POST /api/coach-applications/:applicationId/undo',
    for: ['admin', 'admin session'],
    body: () => ({ decisionId: newId() }),
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
  { call: 'DELETE /api/auth/sessions/:loginSessionId', for: ['player'] },
]

let app: TestApp
let world: World | undefined
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

test.each(rows)('$call', async (row) => {
  world ??= await makeWorld(app)
  const { proofs, ids } = world
  for (const person of people) {
    const answer = await ask(row, proofs[person], ids)
    // What was done must not change what the next row finds.
    if (!row.call.startsWith('GET') && answer.status < 400) world = undefined
    if (row.for.includes(person)) expect([401, 403, 404], person).not.toContain(answer.status)
    else if (row.refused?.includes(person)) expect(answer.status, person).toBe(409)
    else {
      expect([401, 403, 404], person).toContain(answer.status)
      expect(answer, person).toEqual(await ask(row, proofs[person], nothing(ids)))
    }
  }
})

test('every call with an id in its address has its row, but what everybody may read and what is the team’s', () => {
  const shapeOf = (call: string) => call.replace(/:\w+/g, ':id')
  // `:as` is a kind: what is meant is always one's own.
  const withId = Object.values(contracts)
    .flatMap((calls) => Object.values(calls))
    .filter(
      ({ path, who }) =>
        path.replace(':as', '').includes(':') && !['everybody', 'owner', 'owner-or-admin'].includes(who),
    )
    .map(({ method, path }) => shapeOf(`${method} ${path}`))
  expect(rows.map(({ call }) => shapeOf(call))).toEqual(expect.arrayContaining(withId))
})

test('names on Discord are read by the player, the coach and staff of a booking ahead, in no call by anybody else', async () => {
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
