import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { findBooking } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { checkIn } from '#src/features/sessions/contract.ts'
import { findExceptions } from '#src/features/sessions/exceptions-contract.ts'
import { answerQuestion, makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import { must } from '#src/shared/must.ts'
import { startTestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { shownQuestion } from '#tests/support/sessions/shown-question.ts'
import { followUpDue } from './jobs.ts'

/** A session of an owner with a coach who is the only admin: nobody else could decide about it (BOOK-4, MISS-7). */
type User = Awaited<ReturnType<typeof aUser>>
let clock = new Date()
const app = await startTestApp({ now: () => clock })
afterAll(() => app.close())

const setClock = async (instant: Date) => {
  clock = instant
  await logInAgain(app.deps, instant)
}
let [player, admin]: User[] = []
beforeEach(async () => {
  await setClock(new Date())
  await app.deps.db.update(users).set({ isOwner: false, isAdmin: false })
  player = await aUser(app.deps, { isOwner: true })
  admin = await aUser(app.deps, { isAdmin: true })
})

/** Minutes are from its start. */
async function aSession() {
  const start = must(bookableStarts(clock, 'America/New_York')[60], 'a start')
  const coach = await aCoach(app.deps, { userId: admin!.id })
  const { id } = await aBooking(app.deps, { player, coach, start })
  const params = { bookingId: id }
  const row = async () => must(await findBooking(app.deps.db, id), 'a booking')
  return {
    ...{ id, params, row },
    at: (minutes: number) => setClock(new Date(+start.startsAt + minutes * 60_000)),
    here: (by: User) => app.call(checkIn, { params }, by.token),
    say: (by: User, says: 'not-here' | 'coach-asked') => app.call(makeStatement, { params, body: { says } }, by.token),
    deny: async (by: User) => {
      const body = { ...(await shownQuestion(app.deps, id)), agrees: false, words: 'I was there.' }
      return app.call(answerQuestion, { params, body }, by.token)
    },
    dispute: (dispute: 'open' | 'won') => app.deps.db.update(bookings).set({ dispute }).where(eq(bookings.id, id)),
  }
}

test('a question that waits for a team of which nobody else is left is decided for the player', async () => {
  const other = await aUser(app.deps, { isAdmin: true })
  const { at, say, deny, row } = await aSession()
  await at(20)
  await say(player!, 'not-here')
  expect((await deny(admin!)).body.question).toMatchObject({ state: 'staff' })
  await app.deps.db.update(users).set({ isAdmin: false }).where(eq(users.id, other.id))
  await at(20 + 72 * 60)
  await followUpDue(app.deps)
  expect(await row()).toMatchObject({ status: 'cancelled', missing: 'coach' })
})

test('while the bank has the payment the player is not put off for good: they are believed once it has decided for us', async () => {
  const { at, say, deny, row, dispute } = await aSession()
  await at(20)
  await say(player!, 'not-here')
  await dispute('open')
  await deny(admin!)
  expect(await row()).toMatchObject({ status: 'confirmed', isQuestioned: true })
  await dispute('won')
  await at(20 + 72 * 60)
  await followUpDue(app.deps)
  expect(await row()).toMatchObject({ status: 'cancelled', missing: 'coach' })
})

test('a coach does not cancel for the team while the bank has the payment: nothing would go back', async () => {
  const { params, row, dispute } = await aSession()
  await dispute('open')
  const body = { refund: '0.00', reason: 'No time.' }
  expect((await app.call(cancelBooking, { params, body }, admin!.token)).status).toBe(409)
  const { status, number } = await row()
  expect(status).toBe('confirmed')
  const found = await app.call(findExceptions, { query: { numbers: number } }, admin!.token)
  expect(found.body[0]!.refusals.cancel).toContain('bank is deciding')
})

test('a coach who never answered whether they asked to cancel makes no no-show of the player', async () => {
  const { at, here, say, row } = await aSession()
  await at(-5)
  await say(player!, 'coach-asked')
  await at(1)
  await here(admin!)
  await at(16)
  await say(admin!, 'not-here')
  expect(await row()).toMatchObject({ status: 'confirmed', missing: null })
})
