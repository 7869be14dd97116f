import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { login } from '#src/features/accounts/contract.ts'
import { codes } from '#src/features/accounts/server/table.ts'
import { staffNotes } from '#src/features/desk/server/table.ts'
import { markMessagesSeen, sendMessage } from '#src/features/messages/contract.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { providerEvents, refunds } from '#src/features/payments/server/table.ts'
import { approveRating } from '#src/features/ratings/contract.ts'
import { askForRatings } from '#src/features/ratings/server/ask-for-ratings.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { plantVictim, type Victim } from '../../support/attacks/victim.ts'
import { fillTables } from '../../support/database/fill-tables.ts'
import { recordStatements, type Statement } from '../../support/database/statements.ts'
import { everyGet } from '../../support/every-get.ts'
import { payByCard } from '../../support/pay.ts'
import { basic } from '../../support/prices.ts'
import { makeWorld, type World } from '../../support/world.ts'

/** What grows with the business. Coaches and their hours stay few enough to be read whole. */
const bigTables = [
  ...[
    'users',
    'login_sessions',
    'logins',
    'codes',
    'bookings',
    'booking_history',
    'orders',
    'refunds',
    'provider_events',
  ],
  ...['slots', 'seats', 'threads', 'thread_sides', 'thread_notes', 'messages', 'ratings', 'player_notes'],
  ...['success_stories', 'contacts', 'coach_applications', 'application_readers', 'deliveries', 'audit_log'],
  'staff_notes',
]
const rows = 5_000

let app: TestApp
let world: World
let victim: Victim
/** Asks for plans, beside the app. */
let planner: Client

beforeAll(async () => {
  app = await startTestApp()
  planner = new Client(app.databaseUrl)
  await planner.connect()
  const { db } = app.deps
  const template = await plantVictim(app)
  await makeWorld(app)
  await bookAndPay(template.token, template.ids.coachId)
  const code = { purpose: 'reset-password', email: template.ids.email, browserHash: 'none', codeHash: 'none' } as const
  await db.insert(codes).values({ ...code, expiresAt: new Date() })
  await app.call(
    approveRating,
    { params: { id: template.ids.ratingId } },
    (await aUser(app.deps, { isOwner: true })).token,
  )
  await db.insert(refunds).values({
    orderId: template.ids.orderId,
    cause: 'cancelled',
    causeId: template.ids.orderId,
    amount: 1,
    status: 'done',
  })
  await db.insert(staffNotes).values({
    personId: template.ids.playerId,
    writerId: template.ids.playerId,
    note: 'Likes mornings.',
    idempotencyKey: template.ids.playerId,
  })
  await db.insert(providerEvents).values({ id: 'evt_1', type: 'payment_intent.succeeded' })
  // Most of what a year leaves behind is done with.
  for (const done of [
    `update ratings set is_approved = true`,
    `update success_stories set is_approved = true`,
    `update contacts set answered_at = now()`,
    `update coach_applications set status = 'approved'`,
    `update guarantee_claims set status = 'declined', decided_at = now()`,
    `update orders set status = 'released' where status = 'open'`,
    `update deliveries set status = 'sent', sent_at = now()`,
    `update bookings set status = 'completed'`,
    `update threads set waiting_since = null`,
    `update seats set held_until = null`,
    // And few are staff.
    `update users set is_owner = false, is_admin = false`,
  ])
    await db.execute(sql.raw(done))
  await fillTables(db, bigTables, rows)
  victim = await plantVictim(app)
  world = await makeWorld(app)
  const { playerId: userId, playerEmail: applicantEmail } = world.ids
  await anApplication(app.deps, { userId, applicantEmail })
})
afterAll(async () => {
  await planner.end()
  await app.close()
})

/** What may be read whole: staff's answers about all of it. Players wait for none of these. */
const allowed: Record<string, string[]> = {
  // Gives all of them, a thousand at once: of five thousand rows that is no look-up.
  '/api/bookings/export.csv': ['bookings'],
  // Says how many there are.
  '/api/success-stories': ['success_stories'],
  '/api/contacts': ['contacts'],
  '/api/admin/ratings/approved': ['ratings'],
  '/api/admin/success-stories/approved': ['success_stories'],
  '/api/owner/audit': ['audit_log'],
  '/api/owner/audit/people': ['audit_log', 'users'],
  '/api/owner/audit/export.csv': ['audit_log', 'users'],
  // What coaches earned at all, booking by booking.
  '/api/coach-earnings/export.csv': ['bookings'],
  // What came in and went back, and who climbed, in a span that can be all of it.
  '/api/owner/insights': ['bookings', 'orders', 'refunds', 'success_stories'],
}

test('every list and look-up finds its rows by an index', async () => {
  const { ids, proofs } = world
  const found: Record<string, string[]> = {}
  const look = async (name: string, act: () => Promise<unknown>) => {
    const scanned = await scannedTables(await recordStatements(act))
    const unexpected = scanned.filter((table) => !allowed[name]?.includes(table))
    if (unexpected.length > 0) found[name] = unexpected
  }
  let asked = 0
  for (const { name, url, person } of everyGet({ ...ids, deliveryId: victim.ids.deliveryId }))
    await look(name, async () => {
      const { statusCode } = await app.app.http.inject({ url, headers: proofs[person] })
      expect([name, statusCode]).toEqual([name, 200])
      asked += 1
    })
  expect(asked).toBeGreaterThan(40)
  for (const query of ['q=nobody%40else.test', 'from=2099-01-01&to=2099-01-31', 'sort=latest-session'])
    await look(query, async () => {
      const { statusCode } = await app.app.http.inject({ url: `/api/bookings?${query}`, headers: proofs.owner })
      expect(statusCode).toBe(200)
    })

  for (const query of ['show=waiting', 'show=mine', 'q=nobody%40else.test', `about=${ids.bookingId}`])
    await look(query, async () => {
      const { statusCode } = await app.app.http.inject({ url: `/api/conversations?${query}`, headers: proofs.owner })
      expect(statusCode).toBe(200)
    })

  const { token } = victim
  const { bookingId } = victim.ids
  await look('sign-in', () => app.call(login, { body: { email: ids.playerEmail, password: demoPassword } }))
  await look('book and pay', () => bookAndPay(token, ids.coachId))
  await look('message', () => app.call(sendMessage, { body: { bookingId, content: 'Hello' } }, token))
  await look('seen', () => app.call(markMessagesSeen, { body: { bookingId, number: 1 } }, token))
  await look('jobs', () => app.runJobs())
  await look('ask for ratings', () => askForRatings(app.deps))
  expect(found).toEqual({})
})

test('a scan of a big table would be seen', async () => {
  const scan = await recordStatements(() =>
    app.deps.db.execute(sql`select * from bookings where customer_name = ${'Nobody'}`),
  )
  expect(await scannedTables(scan)).toEqual(['bookings'])
})

async function bookAndPay(token: string, coachId: string): Promise<void> {
  const hours = await app.app.http.inject(`/api/free-hours?serviceId=1on1-basic&game=both&coachId=${coachId}`)
  const { days } = hours.json() as { days: { hours: { date: string; time: string; state: string }[] }[] }
  const hour = days.flatMap((day) => day.hours).find(({ state }) => state === 'free')!
  const metadata = { serviceId: '1on1-basic', coachId, selectedDate: hour.date, selectedTime: hour.time }
  const intent = await app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, token)
  await payByCard(app.url, intent.body)
  const { paymentIntentId } = intent.body
  const booked = await app.call(confirmBooking, { body: { paymentIntentId } }, token)
  expect(booked.status).toBe(200)
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** The big tables that any of these statements would read from end to end. */
async function scannedTables(statements: Statement[]): Promise<string[]> {
  const scanned = new Set<string>()
  const look = (plan: Plan) => {
    const table = plan['Relation Name']
    if (plan['Node Type'] === 'Seq Scan' && table && bigTables.includes(table)) scanned.add(table)
    plan.Plans?.forEach(look)
  }
  for (const { text, values } of statements) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue
    const { rows } = await planner.query(`explain (format json) ${text}`, values)
    look(rows[0]['QUERY PLAN'][0].Plan)
  }
  return [...scanned].sort()
}
