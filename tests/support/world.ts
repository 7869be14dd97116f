import { eq } from 'drizzle-orm'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { type BookingRow, lockBooking } from '#src/features/bookings/server/bookings.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { placeInBooking, postMessage } from '#src/features/messages/server/messages.ts'
import { threadNotes, threads } from '#src/features/messages/server/table.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { disputes, orders, paymentProblems } from '#src/features/payments/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { callOffBooking } from '#src/features/sessions/server/call-offs/call-off.ts'
import { choices, homework, takeOvers } from '#src/features/sessions/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { playedGames } from '#src/shared/games.ts'
import { must } from '#src/shared/must.ts'
import type { TestApp } from './app.ts'
import { basic } from './prices.ts'

/** Every kind of caller. */
export const people = [
  'nobody',
  'expired session',
  'player',
  'other player',
  'coach',
  'other coach',
  'applicant',
  'other applicant',
  'admin',
  'admin session',
  'owner',
] as const
export type Person = (typeof people)[number]

export type World = Awaited<ReturnType<typeof makeWorld>>
/** What a request may name. */
export type Ids = World['ids']

/**
 * Creates everybody and everything afresh: a player with a booking with a coach and an open order, an applicant with an
 * application in their browser. `proofs` are the headers that authenticate each person.
 */
export async function makeWorld(app: TestApp) {
  const { deps, app: running } = app
  const [player, otherPlayer, coach, otherCoach] = [
    await aUser(deps),
    await aUser(deps),
    await aUser(deps),
    await aUser(deps),
  ]
  const profile = await aCoach(deps, { userId: coach.id })
  const otherProfile = await aCoach(deps, { userId: otherCoach.id })
  const booking = await aBooking(deps, { player, coach: profile, customerPhone: '+12125550100' })
  const problemId = await aDispute(deps, await aBooking(deps, { player: otherPlayer, coach: otherProfile }))
  const calledOff = await aCalledOffBooking(deps, { player, coach: profile, askedCoachId: otherProfile.id })
  const [task] = await deps.db
    .insert(homework)
    .values({ bookingId: booking.id, place: 0, text: 'Landings' })
    .returning()
  const coachsApplication = await anApplication(deps, { userId: coach.id, applicantEmail: coach.email })
  const email = `applicant-${newId()}@demo.test`
  const applicant = await apply(app, email)
  const other = await apply(app, `applicant-${newId()}@demo.test`)
  const admin = await aUser(deps, { isAdmin: true })
  const owner = await aUser(deps, { isOwner: true })
  const waiting = await aUser(deps, { isAdmin: true })
  await deps.db.update(users).set({ secondStepFrom: new Date() }).where(eq(users.id, waiting.id))
  const contact = await aContact(deps, { writer: player })
  const place = await placeInBooking(deps.db, player, booking.id)
  await postMessage(deps, player, place, { content: 'Which map first?' })
  const [thread] = await deps.db.select().from(threads).where(eq(threads.bookingId, booking.id))
  const threadId = must(thread, 'a conversation').id
  const note = { threadId, authorId: owner.id, text: 'Call them.', idempotencyKey: newId() }
  await deps.db.insert(threadNotes).values(note)
  const order = await app.call(
    createPaymentIntent,
    { body: { amount: basic.decimal, metadata: { serviceId: '1on1-basic', coach: profile.name } } },
    player.token,
  )
  const sessions = await running.http.inject({ url: '/api/auth/sessions', headers: bearer(player) })
  const login = await running.http.inject({
    method: 'POST',
    url: '/api/admin/login',
    headers: bearer(admin),
    payload: { email: admin.email, name: admin.name },
  })
  const proofs: Record<Person, Record<string, string>> = {
    nobody: {},
    'expired session': { authorization: `Bearer ${'x'.repeat(43)}` },
    player: bearer(player),
    'other player': bearer(otherPlayer),
    coach: bearer(coach),
    'other coach': bearer(otherCoach),
    applicant: { cookie: applicant.cookie },
    'other applicant': { cookie: other.cookie },
    admin: bearer(admin),
    'admin session': { cookie: cookieOf(login) },
    owner: bearer(owner),
  }
  const ids = {
    bookingId: booking.id,
    calledOffId: calledOff.bookingId,
    choiceId: calledOff.choiceId,
    homeworkId: must(task, 'homework').id,
    applicationId: applicant.id,
    coachsApplicationId: coachsApplication.id,
    contactId: contact.id,
    threadId,
    orderId: order.body.orderId,
    problemId,
    loginSessionId: (sessions.json() as { id: string }[])[0]!.id,
    playerId: player.id,
    playerEmail: player.email,
    adminEmail: admin.email,
    accountId: waiting.id,
    coachId: profile.id,
    coachName: profile.name,
    slug: profile.slug,
    email,
    freshEmail: `fresh-${newId()}@demo.test`,
  }
  return { proofs, ids }
}

/** The problem that a booking's payment is disputed. */
async function aDispute({ db, now }: TestApp['deps'], booking: BookingRow): Promise<string> {
  const { playerId, customerName, customerEmail, price: amount } = booking
  const contact = { contactName: customerName, contactEmail: customerEmail }
  const [order] = await db
    .insert(orders)
    .values({
      ...{ ...soldNow(services[0]!), ...contact, playerId: must(playerId, 'a player'), status: 'booked', amount },
      ...{ game: playedGames, bookingId: booking.id, settledAt: now() },
    })
    .returning()
  const orderId = must(order, 'an order').id
  const disputeId = `dp_${orderId}`
  await db.insert(disputes).values({ id: disputeId, orderId, state: 'open', amount, reason: 'general' })
  const problem = { subject: `dispute:${disputeId}:open`, kind: 'dispute', text: 'Asked back.' } as const
  const [raised] = await db
    .insert(paymentProblems)
    .values({ ...problem, orderId, disputeId })
    .returning()
  return must(raised, 'a problem').id
}

/** A session its coach called off, which another coach is asked to take. */
async function aCalledOffBooking(
  deps: TestApp['deps'],
  { askedCoachId, ...of }: { player: Account; coach: CoachRow; askedCoachId: string },
) {
  const start = must(bookableStarts(deps.now(), deps.env.businessTimeZone)[160], 'a start')
  const booking = await aBooking(deps, { ...of, start })
  const reason = { reason: 'ill', word: null, actor: { id: null, role: 'coach' } } as const
  return deps.db.transaction(async (tx) => {
    await callOffBooking(deps, tx, await lockBooking(tx, booking), reason)
    const [choice] = await tx.select().from(choices).where(eq(choices.bookingId, booking.id))
    const choiceId = must(choice, 'a choice').id
    await tx.insert(takeOvers).values({ choiceId, coachId: askedCoachId, askedAt: deps.now() })
    return { bookingId: booking.id, choiceId }
  })
}

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const cookieOf = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function apply({ app }: TestApp, applicantEmail: string): Promise<{ id: string; cookie: string }> {
  const payload = {
    applicantName: 'Rimshot',
    applicantEmail,
    gameExpertise: 'fortnite',
    currentRank: 'Unreal',
    coachingExperience: 'Two seasons.',
    whyCoach: 'I like it.',
    availability: 'Evenings',
  }
  const answer = await app.http.inject({ method: 'POST', url: '/api/coach-applications', payload })
  return { id: answer.json().id, cookie: cookieOf(answer) }
}
