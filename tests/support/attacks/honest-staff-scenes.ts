import { eq } from 'drizzle-orm'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { delayNewStep } from '#src/features/accounts/server/staff/new-step.ts'
import { reviewApplication } from '#src/features/applications/contract.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { disputeEvidence } from '#src/features/desk/evidence-contract.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { threads } from '#src/features/messages/server/table.ts'
import { listProblems } from '#src/features/payments/contract.ts'
import { reconcile } from '#src/features/payments/server/money-desk/reconcile.ts'
import { coachShares, orders, payoutLines, payouts } from '#src/features/payments/server/table.ts'
import { approveRating } from '#src/features/ratings/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { approveStory } from '#src/features/stories/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { playedGames } from '#src/shared/games.ts'
import { must } from '#src/shared/must.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import type { TestApp } from '../app.ts'
import { aPaidBookingFor } from '../paid-booking.ts'
import type { Scene } from './honest-scenes.ts'

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

/** Acts of the team on what is there: a conversation, a decision of a moment ago, a dispute, a coach's earnings. */
export const staffScenes: Scene[] = [
  {
    call: 'POST /api/staff/second-step',
    async prepare(app) {
      const owner = await aUser(app.deps, { isOwner: true })
      const waiting = await aUser(app.deps, { isAdmin: true })
      await app.deps.db.transaction((tx) => delayNewStep(app.deps, tx, waiting))
      const body = { accountId: waiting.id, allowed: true }
      return { url: '/api/staff/second-step', headers: bearer(owner), body }
    },
  },
  {
    call: 'PUT /api/conversations/{threadId}/assignee',
    async prepare(app) {
      const { headers, threadId } = await aConversation(app)
      return { url: `/api/conversations/${threadId}/assignee`, headers, body: { insteadOf: null } }
    },
  },
  {
    call: 'POST /api/conversations/{threadId}/no-answer-needed',
    async prepare(app) {
      const { headers, threadId } = await aConversation(app)
      return { url: `/api/conversations/${threadId}/no-answer-needed`, headers, body: { number: 1 } }
    },
  },
  {
    call: 'POST /api/conversations/{threadId}/notes',
    async prepare(app) {
      const { headers, threadId } = await aConversation(app)
      const body = { note: 'Asked twice.', idempotencyKey: newId() }
      return { url: `/api/conversations/${threadId}/notes`, headers, body }
    },
  },
  {
    call: 'POST /api/contacts/{contactId}/messages',
    async prepare(app) {
      const owner = await aUser(app.deps, { isOwner: true })
      const { id } = await aContact(app.deps)
      return { url: `/api/contacts/${id}/messages`, headers: bearer(owner), body: { content: 'Start with Basic.' } }
    },
  },
  {
    call: 'POST /api/people/{userId}/notes',
    async prepare(app) {
      const [owner, { id }] = [await aUser(app.deps, { isOwner: true }), await aUser(app.deps)]
      const body = { note: 'Prefers evenings.', idempotencyKey: newId() }
      return { url: `/api/people/${id}/notes`, headers: bearer(owner), body }
    },
  },
  {
    call: 'POST /api/coach-applications/{id}/undo',
    async prepare(app) {
      const [admin, { id }] = [await aUser(app.deps, { isAdmin: true }), await anApplication(app.deps)]
      const body = { status: 'rejected' } as const
      const { decisionId } = (await app.call(reviewApplication, { params: { id }, body }, admin.token)).body
      return { url: `/api/coach-applications/${id}/undo`, headers: bearer(admin), body: { decisionId } }
    },
  },
  {
    call: 'POST /api/admin/ratings/{id}/undo',
    async prepare(app) {
      const [owner, { id }] = [await aUser(app.deps, { isOwner: true }), await aRating(app.deps, { isApproved: false })]
      const { decisionId } = (await app.call(approveRating, { params: { id } }, owner.token)).body
      return { url: `/api/admin/ratings/${id}/undo`, headers: bearer(owner), body: { decisionId } }
    },
  },
  {
    call: 'POST /api/admin/success-stories/{id}/undo',
    async prepare(app) {
      const [owner, { id }] = [await aUser(app.deps, { isOwner: true }), await aStory(app.deps)]
      const { decisionId } = (await app.call(approveStory, { params: { id } }, owner.token)).body
      return { url: `/api/admin/success-stories/${id}/undo`, headers: bearer(owner), body: { decisionId } }
    },
  },
  {
    call: 'POST /api/coaches/{coachId}/payouts',
    async prepare(app) {
      const { db, now, env } = app.deps
      for (const table of [payoutLines, payouts, coachShares]) await db.delete(table)
      const [owner, coach] = [await aUser(app.deps, { isOwner: true }), await aCoach(app.deps)]
      const until = wallClock(now(), env.businessTimeZone).date
      const date = addDays(until, -1)
      const start = { date, time: '09:00', startsAt: instantOf(date, '09:00', env.businessTimeZone) }
      const player = await aUser(app.deps)
      const { id: bookingId, price } = await aBooking(app.deps, { coach, player, start })
      await db.insert(orders).values({
        ...{ playerId: player.id, status: 'booked', ...soldNow(services[0]!), game: playedGames, amount: price },
        ...{ bookingId, settledAt: now(), contactName: 'Rimshot', contactEmail: player.email },
      })
      await db.insert(coachShares).values({ validFrom: date, percent: 100, setBy: owner.id })
      const body = { until, amount: price / 100, reference: 'Transfer 7', idempotencyKey: newId() }
      return { url: `/api/coaches/${coach.id}/payouts`, headers: bearer(owner), body }
    },
  },
  {
    call: 'POST /api/payment-problems/{problemId}/answer',
    async prepare(app) {
      const [owner, player] = [await aUser(app.deps, { isOwner: true }), await aUser(app.deps)]
      const start = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)[60]!
      const booking = await aPaidBookingFor(app, player.token, start)
      await app.runJobs()
      const { id } = app.sandbox.disputes.open(must(booking.paymentId, 'a payment'), { reason: 'product_not_received' })
      await reconcile(app.deps)
      await app.runJobs()
      const problems = (await app.call(listProblems, {}, owner.token)).body
      const problem = must(
        problems.find(({ dispute }) => dispute?.id === id),
        'the problem',
      )
      const params = { problemId: problem.id }
      const { version } = (await app.call(disputeEvidence, { params }, owner.token)).body
      const body = { words: 'They played all of it.', version }
      return { url: `/api/payment-problems/${problem.id}/answer`, headers: bearer(owner), body }
    },
  },
]

/** What a player wrote about a session, for an admin. */
async function aConversation(app: TestApp) {
  const [admin, player] = [await aUser(app.deps, { isAdmin: true }), await aUser(app.deps)]
  const { id: bookingId } = await aBooking(app.deps, { player })
  await app.call(sendMessage, { body: { bookingId, content: 'Which replay?' } }, player.token)
  const [thread] = await app.deps.db.select().from(threads).where(eq(threads.bookingId, bookingId))
  return { headers: bearer(admin), threadId: must(thread, 'a thread').id }
}
