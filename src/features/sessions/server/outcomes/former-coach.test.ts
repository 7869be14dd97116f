import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { exportData } from '#src/features/privacy/contract.ts'
import { handOverBooking, listFreeCoaches } from '#src/features/sessions/exceptions-contract.ts'
import { answerQuestion } from '#src/features/sessions/outcomes-contract.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'

const day = await startSessionDay({ withOtherCoaches: true })
const { app, people } = day
afterAll(() => app.close())
beforeEach(day.begin)

test('who takes a session over does not read in their export why its former coach said no', async () => {
  const { id: bookingId, startsAt } = await day.book({ start: day.aStart(30) })
  await day.say(bookingId, people.player, 'coach-asked')
  const question = await day.question(bookingId)
  const body = { questionId: question!.id, agrees: false, words: 'They shouted at me' }
  await app.call(answerQuestion, { params: { bookingId }, body }, people.coach.account.token)
  const next = { coachId: people.other.profile.id, startsAt: startsAt!.toISOString() }
  const given = await app.call(handOverBooking, { params: { bookingId }, body: next }, people.owner.token)
  expect(given.status).toBe(200)
  const { body: exported } = await app.call(exportData, {}, people.other.account.token)
  expect(JSON.stringify(exported)).not.toContain('They shouted at me')
})

test('a session goes to coaches of its game, also when its coach does not coach that any more', async () => {
  const both = await aCoach(app.deps, { gameExpertise: ['rocket-league', 'fortnite'] })
  const [service] = services
  const { id: bookingId } = await day.book({ coach: both, service, start: day.aStart(30) })
  await app.deps.db.insert(orders).values({
    ...{ ...soldNow(service), playerId: people.player.id, status: 'booked', game: ['fortnite'], amount: 2_900 },
    ...{ bookingId, contactName: people.player.name, contactEmail: people.player.email, settledAt: new Date() },
  })
  const fortnite = await aCoach(app.deps, { gameExpertise: ['fortnite'] })
  const other = await aCoach(app.deps, { gameExpertise: ['rocket-league'] })
  await app.deps.db
    .update(coaches)
    .set({ gameExpertise: ['rocket-league'] })
    .where(eq(coaches.id, both.id))
  const { body } = await app.call(listFreeCoaches, { params: { bookingId } }, people.owner.token)
  const ids = body.map(({ id }) => id)
  expect([ids.includes(fortnite.id), ids.includes(other.id)]).toEqual([true, false])
})
