import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { openLoginSession } from '#src/features/accounts/server/accounts.ts'
import { listAsAdmin } from '#src/features/accounts/server/staff/admins.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { orders, paymentProblems } from '#src/features/payments/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { questions } from '#src/features/sessions/server/table.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { recordStatements } from '../../support/database/statements.ts'
import { everyGet } from '../../support/every-get.ts'
import { makeWorld, type World } from '../../support/world.ts'

/** No query in a loop: a list of thirty takes as many statements as a list of three. */
let app: TestApp
let world: World
let deliveryId: string
let now = new Date()
const moveClock = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

beforeAll(async () => {
  app = await startTestApp({ now: () => now })
  world = await makeWorld(app)
  deliveryId = (await aDelivery(app.deps)).id
})
afterAll(() => app.close())

let made = 0

/** One more of everything that the player, their coach or staff can list. */
async function addOneOfAll(): Promise<void> {
  const { deps } = app
  const { db, now, env } = deps
  const { ids, proofs } = world
  made += 1
  const [player] = await db.select().from(users).where(eq(users.id, ids.playerId))
  const [coach] = await db.select().from(coaches).where(eq(coaches.id, ids.coachId))
  const author = { ...player!, emailVerified: true }
  const token = proofs.player.authorization!.slice('Bearer '.length)
  const start = bookableStarts(now(), env.businessTimeZone)[made]!
  const booking = await aBooking(deps, { player: author, coach: coach!, start })
  await aBooking(deps, { player: author, coach: coach!, start: null })
  for (const bookingId of [booking.id, ids.bookingId])
    await app.call(sendMessage, { body: { bookingId, content: `Message ${made}` } }, token)
  await aRating(deps, { player: author, coach: coach! })
  await aRating(deps, { player: author, coach: coach!, isApproved: false })
  await aStory(deps, { author })
  await aStory(deps, { author, isApproved: true, isFeatured: true })
  await aContact(deps, { writer: author })
  await anApplication(deps, { userId: ids.playerId, applicantEmail: ids.playerEmail })
  await aDelivery(deps)
  await aCoach(deps, { userId: (await aUser(deps)).id })
  await listAsAdmin(db, await aUser(deps, { isAdmin: true }))
  await openLoginSession(db, ids.playerId, now())
  await db.insert(guaranteeClaims).values({ bookingId: booking.id, reason: 'It was not for me.' })
  const asked = { bookingId: booking.id, startsAt: start.startsAt, by: 'player', says: 'late', askedAt: now() } as const
  await db
    .insert(questions)
    .values({ ...asked, coachId: booking.coachId, minutes: 5, state: 'staff', staffSince: now() })
  const [order] = await db
    .insert(orders)
    .values({
      playerId: ids.playerId,
      status: 'booked',
      ...soldNow(services[0]!),
      game: ['fortnite'],
      amount: 2_900,
      contactName: 'Demo Player',
      contactEmail: ids.playerEmail,
      bookingId: booking.id,
      settledAt: now(),
    })
    .returning()
  await db
    .insert(paymentProblems)
    .values({ subject: `problem-${made}`, kind: 'mismatch', orderId: order!.id, text: 'It differs.' })
}

/** How many statements each GET takes, and how many bytes it answers. */
async function askEverything(): Promise<Map<string, { status: number; statements: number; bytes: number }>> {
  const answers = new Map<string, { status: number; statements: number; bytes: number }>()
  for (const { name, url, person } of everyGet({ ...world.ids, deliveryId })) {
    const ask = () => app.app.http.inject({ url, headers: world.proofs[person] })
    // The first use of a session in a minute writes that down.
    await ask()
    // What is kept for ten seconds is made again.
    moveClock(10)
    let answer: Awaited<ReturnType<typeof ask>>
    const statements = await recordStatements(async () => {
      answer = await ask()
    })
    moveClock(-10)
    answers.set(name, { status: answer!.statusCode, statements: statements.length, bytes: answer!.body.length })
  }
  moveClock(20)
  return answers
}

test('a list of thirty takes as many statements as a list of three', async () => {
  for (let i = 0; i < 3; i++) await addOneOfAll()
  const few = await askEverything()
  for (let i = 0; i < 27; i++) await addOneOfAll()
  const many = await askEverything()

  const refused = [...few].filter(([, { status }]) => status !== 200).map(([name, { status }]) => `${status} ${name}`)
  expect(refused, 'asked wrongly').toEqual([])
  const inLoops = [...many].filter(([name, { statements }]) => statements !== few.get(name)!.statements)
  expect(inLoops.map(([name, { statements }]) => `${name}: ${few.get(name)!.statements} → ${statements}`)).toEqual([])
  // The comparison means something only where the second answer is longer.
  const grown = [...many].filter(([name, { bytes }]) => bytes > few.get(name)!.bytes * 2).map(([name]) => name)
  expect(grown.length).toBeGreaterThan(18)
})

test('a query in a loop would be counted', async () => {
  const statements = await recordStatements(async () => {
    for (const id of ['a', 'b', 'c']) await app.deps.db.select().from(users).where(eq(users.email, id))
  })
  expect(statements.map(({ values }) => values[0])).toEqual(['a', 'b', 'c'])
})
