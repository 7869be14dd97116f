import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { openLoginSession } from '#src/features/accounts/server/accounts.ts'
import { hashPassword } from '#src/features/accounts/server/sign-in/passwords.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { savePlayerNote } from '#src/features/bookings/server/coach-sessions.ts'
import { guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import type { TestApp } from '../app.ts'
import { basic } from '../prices.ts'

export type Victim = Awaited<ReturnType<typeof plantVictim>>

/**
 * A player with one of everything, each with a text of its own that stands nowhere else (`secrets`), and the `ids` of
 * it all. `read()` gives what the database holds of it, for comparing.
 */
export async function plantVictim(app: TestApp) {
  const { deps } = app
  const { db, now } = deps
  const mark = randomBytes(6).toString('hex')
  const secrets = {
    name: `name-${mark}`,
    bookingEmail: `booking-${mark}@demo.test`,
    contactEmail: `contact-${mark}@demo.test`,
    applicantEmail: `applicant-${mark}@demo.test`,
    phone: `+1917${Number.parseInt(mark.slice(0, 8), 16) % 10_000_000}`.padEnd(12, '7'),
    message: `message-${mark}`,
    note: `note-${mark}`,
    contact: `contact-${mark}`,
    story: `story-${mark}`,
    review: `review-${mark}`,
    claim: `claim-${mark}`,
    application: `application-${mark}`,
    mailed: `mailed-${mark}`,
  }
  const { name, phone } = secrets
  /** No secret: an attacker may know it. */
  const email = `mail-${mark}@demo.test`
  const player = await aUser(deps, { name, email })
  // Everybody else's password is known.
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(mark) })
    .where(eq(users.id, player.id))
  const coachUser = await aUser(deps)
  const coach = await aCoach(deps, { userId: coachUser.id })
  const booking = await aBooking(deps, { player, coach, customerPhone: phone, customerEmail: secrets.bookingEmail })
  const rating = await aRating(deps, { player, coach, review: secrets.review, isApproved: false })
  await app.call(sendMessage, { body: { bookingId: booking.id, content: secrets.message } }, player.token)
  await savePlayerNote(deps, coach.id, player.id, secrets.note)
  const contact = await aContact(deps, { writer: player, message: secrets.contact, email: secrets.contactEmail })
  const story = await aStory(deps, { author: player, story: secrets.story })
  const application = await anApplication(deps, {
    applicantName: name,
    applicantEmail: secrets.applicantEmail,
    userId: player.id,
    applicantPhone: phone,
    whyCoach: secrets.application,
  })
  const delivery = await aDelivery(deps, { recipient: secrets.bookingEmail, says: secrets.mailed })
  const [claim] = await db
    .insert(guaranteeClaims)
    .values({ bookingId: rating.bookingId, reason: secrets.claim })
    .returning()
  const order = await app.call(
    createPaymentIntent,
    { body: { amount: basic.decimal, metadata: { serviceId: '1on1-basic', coachId: coach.id } } },
    player.token,
  )
  await openLoginSession(db, player.id, now())
  const {
    rows: [session],
  } = await db.execute<{ id: string }>(sql`select id from login_sessions where user_id = ${player.id} limit 1`)

  const tables = {
    users: sql`t.id = ${player.id}`,
    login_sessions: sql`t.user_id = ${player.id}`,
    orders: sql`t.player_id = ${player.id}`,
    bookings: sql`t.player_id = ${player.id}`,
    ratings: sql`t.user_id = ${player.id}`,
    messages: sql`t.thread_id in (select id from threads where booking_id = ${booking.id})`,
    player_notes: sql`t.player_id = ${player.id}`,
    contacts: sql`t.user_id = ${player.id}`,
    success_stories: sql`t.user_id = ${player.id}`,
    coach_applications: sql`t.id = ${application.id}`,
    application_readers: sql`t.application_id = ${application.id}`,
    guarantee_claims: sql`t.id = ${claim!.id}`,
    coaches: sql`t.id = ${coach.id}`,
  }
  return {
    secrets,
    token: player.token,
    ids: {
      bookingId: booking.id,
      orderId: order.body.orderId,
      paymentIntentId: order.body.paymentIntentId,
      loginSessionId: session!.id,
      playerId: player.id,
      coachId: coach.id,
      coachName: coach.name,
      slug: coach.slug,
      ratingId: rating.id,
      contactId: contact.id,
      storyId: story.id,
      applicationId: application.id,
      deliveryId: delivery.id,
      claimId: claim!.id,
      email,
    },
    async read(): Promise<Record<string, unknown>> {
      const parts = Object.entries(tables).map(
        ([table, mine]) =>
          sql`select ${table} as name, coalesce(jsonb_agg(t order by t::text), '[]') as rows from ${sql.identifier(table)} t where ${mine}`,
      )
      const { rows } = await db.execute<{ name: string; rows: unknown }>(sql.join(parts, sql` union all `))
      return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
    },
  }
}
