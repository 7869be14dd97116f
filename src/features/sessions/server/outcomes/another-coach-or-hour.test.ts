import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { completeBooking, moveBooking } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { showToday } from '#src/features/desk/contract.ts'
import { isEarning } from '#src/features/payments/server/payouts/earned.ts'
import { findExceptions, handOverBooking } from '#src/features/sessions/exceptions-contract.ts'
import { must } from '#src/shared/must.ts'
import { aSession } from '#tests/support/sessions/a-session.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'
import { questions } from '../table.ts'

/** A question is about one hour with one coach: it ends when the session gets another one. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people } = day
const { db } = app.deps
afterAll(() => app.close())
beforeEach(day.begin)

/** Thirty hours before the start the player said that their coach asked them to cancel. */
async function anAskedSession() {
  const session = await aSession(day)
  await session.at(-30 * 60)
  const { question } = (await session.say(session.player, 'coach-asked')).body
  const handOver = async () => {
    const body = { coachId: people.other.profile.id, startsAt: session.start.startsAt.toISOString() }
    expect((await app.call(handOverBooking, { params: session.params, body }, people.owner.token)).status).toBe(200)
  }
  return { ...session, questionId: must(question, 'a question').id, handOver }
}

test.each(['the coach’s yes', 'our team’s coach-missing'])(
  '%s, then another coach at the same hour, who reads nothing of it and whose absence can be told',
  async (how) => {
    const { id, player, coachUser, questionId, stateFor, at, here, say, answer } = await anAskedSession()
    if (how === 'the coach’s yes') await answer(coachUser, true)
    else {
      await db.update(questions).set({ state: 'staff', staffSince: day.now() }).where(eq(questions.id, questionId))
      await day.decide(questionId, 'coach-missing')
    }
    const wish = { chosen: 'another-coach', coachId: people.other.profile.id } as const
    expect((await day.choose(id, wish, player)).status).toBe(200)
    expect(await stateFor(people.other.account)).toMatchObject({ question: null })
    await at(1)
    await here(player)
    await at(16)
    expect((await say(player, 'not-here')).status).toBe(200)
  },
)

test('what the player said of the coach before speaks not against a no-show with the next one', async () => {
  const { at, here, say, handOver } = await anAskedSession()
  await handOver()
  await at(1)
  await here(people.other.account)
  await at(16)
  expect((await say(people.other.account, 'not-here')).body.question).toMatchObject({ outcome: 'player-missing' })
})

test('the player can say that the next coach asked them to cancel, too', async () => {
  const { player, say, handOver } = await anAskedSession()
  await handOver()
  expect((await say(player, 'coach-asked')).body.question).toMatchObject({ says: 'coach-asked', state: 'waiting' })
})

test('a question about the hour before a move ends: Today does not show it, and it holds no earnings back', async () => {
  const { id, coach, coachUser, player, params, row, say } = await aSession(day, { start: day.aStart(100) })
  await day.setClock(day.at('09:00'))
  await say(player, 'coach-asked')
  const to = day.aStart(20)
  const body = { selectedDate: to.date, selectedTime: to.time }
  expect((await app.call(moveBooking, { params, body }, player.token)).status).toBe(200)

  await day.setClock(to.startsAt)
  const { sessions } = (await app.call(showToday, {}, people.owner.token)).body
  expect(sessions.find(({ bookingId }) => bookingId === id)).toMatchObject({ said: null })
  await day.setClock(new Date(+to.startsAt + 5 * 3_600_000))
  await day.passTime()
  await app.call(completeBooking, { params }, coachUser.token)
  const query = { numbers: (await row()).number }
  const [shown] = (await app.call(findExceptions, { query }, people.owner.token)).body
  expect(shown?.refusals['take-back']).toBeNull()
  const isEarned = isEarning({ now: day.now(), until: day.now(), coachId: coach.id })
  expect(await db.$count(bookings, isEarned)).toBe(1)
})
