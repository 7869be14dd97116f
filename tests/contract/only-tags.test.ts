import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aRating } from '#src/demo/a-rating.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { remindDue } from '#src/features/bookings/server/reminders/reminders.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { must } from '#src/shared/must.ts'
import { startTestApp } from '../support/app.ts'
import { everyGet } from '../support/every-get.ts'
import { makeWorld } from '../support/world.ts'

test('between players only tags are shown: no answer and no mail brings one of them the name or contact of another', async () => {
  const app = await startTestApp()
  const { deps } = app
  const { ids, proofs } = await makeWorld(app)
  const coach = must(await findCoach(deps.db, ids.coachId), 'the coach')
  const [reader] = await deps.db.select().from(users).where(eq(users.id, ids.playerId))
  // The other one of a group, with a rating, a story and everything that people tell of themselves.
  const other = await aUser(deps, { name: 'Zebulon Quartermain', email: 'zq-private@else.test' })
  const handles = { discord: 'zq.hidden', epic: null }
  await aProfile(deps, other, { gamerTag: 'ZqTag', handles })
  const service = must(
    services.find(({ capacity }) => capacity > 1),
    'a group',
  )
  const start = must(bookableStarts(deps.now(), deps.env.businessTimeZone)[40], 'a start')
  const group = { coach, service, start }
  const mine = await aBooking(deps, { ...group, player: { ...must(reader, 'the player'), emailVerified: true } })
  const theirs = await aBooking(deps, { ...group, player: other, customerPhone: '+12125550177' })
  await aRating(deps, { coach, player: other, review: 'Calm and clear.' })
  await aStory(deps, { author: other, isApproved: true })
  const send = { body: { bookingId: theirs.id, content: 'See you there' } }
  expect((await app.call(sendMessage, send, other.token)).status).toBe(200)
  await deps.db.update(bookings).set({ nextReminderAt: deps.now() }).where(eq(bookings.id, mine.id))
  await remindDue(deps)
  const cancel = { params: { bookingId: theirs.id }, body: { refund: '20.00', reason: 'Zebulon is ill' } }
  expect((await app.call(cancelBooking, cancel, other.token)).status).toBe(200)
  const again = await aBooking(deps, { ...group, player: other, customerPhone: '+12125550177' })
  const coachToken = must(proofs.coach.authorization?.split(' ')[1], 'a token')
  const off = { params: { bookingId: again.id }, body: { reason: 'ill' as const, word: null } }
  expect((await app.call(callOff, off as never, coachToken)).status).toBe(200)
  await app.runJobs()

  /** The first word is what NAME-1 shows beside ratings and stories; elsewhere not even that. */
  const secrets = /Quartermain|zq-private|zq\.hidden|ZqTag|5550177/
  for (const bookingId of [ids.bookingId, mine.id])
    for (const { name, url } of everyGet({ ...ids, bookingId, deliveryId: newId() })) {
      const { body } = await app.app.http.inject({ url, headers: proofs.player })
      expect.soft(body, name).not.toMatch(secrets)
      if (!/ratings|stories|coaches/.test(name)) expect.soft(body, name).not.toContain('Zebulon')
    }
  const sent = await deps.db.select().from(deliveries).where(eq(deliveries.recipient, ids.playerEmail))
  expect(sent.length).toBeGreaterThan(1)
  for (const { dedupeKey, ...mail } of sent)
    expect.soft(JSON.stringify(mail), dedupeKey).not.toMatch(new RegExp(`${secrets.source}|Zebulon`))
  await app.close()
})
