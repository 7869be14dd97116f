import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { users } from '#src/features/accounts/server/table.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { basic } from '#tests/support/prices.ts'
import { aSession } from '#tests/support/sessions/a-session.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'
import { questions } from '../table.ts'

/** What our team decided of a session binds only for what it was about. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people } = day
afterAll(() => app.close())
beforeEach(day.begin)

test('who decided that nobody asked to cancel is not given the session', async () => {
  const session = await aSession(day)
  await session.at(-30 * 60)
  const { question } = (await session.say(session.player, 'coach-asked')).body
  // As where the coach has no account.
  const { db } = app.deps
  await db
    .update(questions)
    .set({ state: 'staff', staffSince: day.now() })
    .where(eq(questions.id, question?.id ?? ''))
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, people.other.account.id))
  expect((await session.decide('held', {}, people.other.account)).status).toBe(200)
  await day.callOff(session.id, session.coachUser)
  const wish = { chosen: 'another-coach', coachId: people.other.profile.id } as const
  expect((await day.choose(session.id, wish, session.player)).status).toBe(409)
})

test('that nobody asked to cancel, decided when it has just begun, says nothing of a coach who does not come', async () => {
  const session = await aSession(day)
  await session.at(-5)
  await session.say(session.player, 'coach-asked')
  await session.at(1)
  await day.passTime()
  await session.here(session.player)
  expect((await session.decide('held')).status).toBe(200)
  await session.at(16)
  expect((await session.say(session.player, 'not-here')).status).toBe(200)
})

test('cancelled after it was decided as held both read that it is cancelled', async () => {
  const session = await aSession(day)
  await session.here(session.player)
  await session.here(session.coachUser)
  await session.at(16)
  await session.say(session.player, 'not-here')
  await session.decide('held')
  const body = { refund: basic.decimal, reason: null, askedByPlayer: false }
  expect((await app.call(cancelBooking, { params: session.params, body }, people.owner.token)).status).toBe(200)
  for (const who of [session.player, session.coachUser])
    expect((await session.stateFor(who))?.question).toMatchObject({ state: 'settled', outcome: 'cancelled' })
})
