import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { completeBooking, markNoShow, moveBooking } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { showToday } from '#src/features/desk/contract.ts'
import { listOpenQuestions, makeStatement } from '#src/features/sessions/outcomes-contract.ts'
import { aSession } from '#tests/support/sessions/a-session.ts'
import { startSessionDay, type User } from '#tests/support/sessions/session-day.ts'
import { questions, statements } from '../table.ts'
import { decideQuestion } from './decisions.ts'

/** What counts of what was said before, and until when. */
const day = await startSessionDay()
const { app, people, passTime } = day
afterAll(() => app.close())
beforeEach(day.begin)

const readBy = async (who: User) =>
  (await day.mailsTo(who)).map(({ subject, text }) => `${subject}\n${text}`.replaceAll('\n', ' ')).join('\n')

/** The player said before the start that the coach asked them to cancel; the coach denied it. */
async function aDeniedSession() {
  const session = await aSession(day)
  await session.at(-120)
  expect((await session.say(session.player, 'coach-asked')).status).toBe(200)
  expect((await session.answer(session.coachUser, false)).status).toBe(200)
  return session
}

test('a coach who denied having asked to cancel is asked again when they do not come, and their silence is a yes', async () => {
  const { player, at, here, say, question, row } = await aDeniedSession()
  await at(0)
  await here(player)
  await at(16)
  expect((await say(player, 'not-here')).status).toBe(200)
  expect(await question()).toMatchObject({ state: 'waiting', agrees: null })
  await at(26 * 60)
  await passTime()
  expect(await row()).toMatchObject({ status: 'cancelled', missing: 'coach' })
})

test('a player whose coach did not ask them to cancel, and who does not come, is a no-show', async () => {
  const { coachUser, at, here, say, row } = await aDeniedSession()
  await at(1)
  await here(coachUser)
  await at(16)
  expect((await say(coachUser, 'not-here')).body.question).toMatchObject({ outcome: 'player-missing' })
  expect(await row()).toMatchObject({ status: 'no_show', missing: 'player' })
})

describe('a coach who never answered whether they asked to cancel', () => {
  async function anUnansweredSession() {
    const session = await aSession(day)
    await session.at(-5)
    expect((await session.say(session.player, 'coach-asked')).status).toBe(200)
    await session.at(1)
    await session.here(session.coachUser)
    await session.at(16)
    return session
  }

  test.each(['not-here', 'could-not-play'])('moves nothing by saying %s later: our team decides', async (says) => {
    const { player, coachUser, at, say, question, row } = await anUnansweredSession()
    expect((await say(coachUser, says)).status).toBe(200)
    expect(await question()).toMatchObject({ state: 'staff', says, by: 'coach' })
    expect(await readBy(player)).toContain('Our team looks at it')
    await at(26 * 60)
    await passTime()
    expect(await row()).toMatchObject({ status: 'confirmed', missing: null })
    expect((await row()).startsAt).not.toBeNull()
  })

  test('does not end the player’s question by saying that they met, or no: our team decides', async () => {
    for (const deny of ['say', 'answer']) {
      const session = await anUnansweredSession()
      const said =
        deny === 'say' ? await session.say(session.coachUser, 'we-met') : await session.answer(session.coachUser, false)
      expect(said.status).toBe(200)
      expect(await session.question()).toMatchObject({ state: 'staff', says: 'coach-asked', agrees: false })
    }
  })
})

describe('a player who takes back, before the start, that the coach asked them to cancel', () => {
  const aTakenBackSession = async () => {
    const session = await aSession(day)
    await session.at(-120)
    const { id: questionId } = (await session.say(session.player, 'coach-asked')).body.question!
    const takeBack = () =>
      app.call(makeStatement, { params: session.params, body: { says: 'we-met', questionId } }, session.player.token)
    const { status, body } = await takeBack()
    expect([status, body.question?.outcome]).toEqual([200, 'taken-back'])
    return { ...session, questionId, takeBack }
  }

  test('ends the question: the coach is told, and answers nothing any more', async () => {
    const { player, coachUser, questionId, answer, row } = await aTakenBackSession()
    expect(await readBy(coachUser)).toMatch(/took it back. Nothing changes. The session takes place/)
    expect(await readBy(player)).not.toContain('Settled:')
    for (const agrees of [true, false]) expect((await answer(coachUser, agrees, { questionId })).status).toBe(409)
    expect(await row()).toMatchObject({ status: 'confirmed', isQuestioned: false })
  })

  test('has done so once, however often it is pressed, and in a tab that is behind takes back nothing else', async () => {
    const { player, id, at, say, question, takeBack } = await aTakenBackSession()
    const kept = () => app.deps.db.$count(statements, eq(statements.bookingId, id))
    for (const { status, body } of await Promise.all([takeBack(), takeBack()]))
      expect([status, body.question?.outcome]).toEqual([200, 'taken-back'])
    expect(await kept()).toBe(2)
    await at(20)
    await say(player, 'late', 5)
    expect(await takeBack()).toMatchObject({ status: 409, body: { reason: 'changed' } })
    expect(await question()).toMatchObject({ state: 'waiting', says: 'late' })
  })

  test('has said nothing of how the session went: not coming is a no-show', async () => {
    const { player, coachUser, at, here, say } = await aTakenBackSession()
    expect((await say(coachUser, 'we-met')).status).toBe(409)
    expect((await say(player, 'we-met')).status).toBe(409)
    await at(1)
    await here(coachUser)
    await at(16)
    expect((await say(coachUser, 'not-here')).body.question).toMatchObject({ outcome: 'player-missing' })
  })
})

test.each([
  [20, { state: 'settled', outcome: 'called-off' }],
  [60, { state: 'staff', agrees: true }],
])('a coach who says %i minutes after the start that they had asked to cancel: %o', async (minutes, then) => {
  const { player, coachUser, say, answer, at } = await aSession(day)
  await say(player, 'coach-asked')
  await at(minutes)
  expect((await answer(coachUser, true)).body.question).toMatchObject(then)
})

test.each([
  ['coach-asked', -5],
  ['not-here', 20],
  ['late', 20],
  ['could-not-play', 20],
])('a player who presses %s twice has said so once', async (says, minutes) => {
  const { player, id, say, question, at } = await aSession(day)
  await at(minutes)
  const press = () => say(player, says, says === 'late' ? 5 : undefined)
  const answers = await Promise.all([press(), press()])
  for (const { body } of [...answers, await press()]) expect(body.question).toMatchObject({ state: 'waiting', says })
  expect(await question()).toMatchObject({ state: 'waiting', says })
  expect(await app.deps.db.$count(statements, eq(statements.bookingId, id))).toBe(1)
})

test('a coach who presses twice that it is not so has answered once', async () => {
  const { player, coachUser, id, say, answer, at } = await aSession(day)
  await at(20)
  await say(player, 'late', 5)
  for (const _ of [1, 2]) expect((await answer(coachUser, false)).body.question).toMatchObject({ state: 'staff' })
  expect(await app.deps.db.$count(statements, eq(statements.bookingId, id))).toBe(2)
})

test('who asked takes it back for as long as the other side can answer', async () => {
  const { player, coachUser, say, question, at, here, row } = await aSession(day)
  await at(1)
  await here(coachUser)
  await at(60 + 71 * 60)
  await say(coachUser, 'not-here')
  expect(await row()).toMatchObject({ status: 'no_show' })
  await at(60 + 80 * 60)
  expect((await say(player, 'late', 5)).status).toBe(409)
  expect((await say(coachUser, 'we-met')).status).toBe(200)
  expect(await question()).toMatchObject({ outcome: 'taken-back' })
  expect(await row()).toMatchObject({ status: 'confirmed', missing: null })
})

test('that they met is kept once, however often it is pressed, until the other side asks', async () => {
  const { player, coachUser, id, at, say, question } = await aSession(day)
  await at(20)
  const kept = () => app.deps.db.$count(statements, eq(statements.bookingId, id))
  const press = async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => say(coachUser, 'we-met')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
  await press()
  expect(await kept()).toBe(1)
  expect((await say(player, 'late', 10)).status).toBe(200)
  await press()
  expect(await question()).toMatchObject({ state: 'staff', agrees: false })
  expect(await kept()).toBe(3)
})

test('an answer after its time is too late, also before the clock has looked', async () => {
  const { player, coachUser, at, here, say, answer, row } = await aSession(day)
  await at(0)
  await here(player)
  await at(16)
  await say(player, 'not-here')
  await at(60 + 24 * 60 + 30)
  expect(await answer(coachUser, false)).toMatchObject({
    ...{ status: 409, body: { message: 'There is nothing to answer any more.' } },
  })
  expect(await row()).toMatchObject({ status: 'cancelled', missing: 'coach' })
  expect((await say(coachUser, 'we-met')).status).toBe(409)
})

test('a coach who reads one question agrees to no other that the player asked meanwhile', async () => {
  const { player, coachUser, at, say, answer, row } = await aSession(day)
  await at(70)
  const shown = { questionId: (await say(player, 'late', 2)).body.question!.id }
  await say(player, 'we-met')
  await say(player, 'ended-early', 60)
  expect(await answer(coachUser, true, shown)).toMatchObject({ status: 409, body: { reason: 'changed' } })
  expect(await row()).toMatchObject({ refundDue: 0 })
})

test('that our team decided before the start that nobody asked to cancel says nothing of a coach who does not come', async () => {
  const { player, id, at, here, say, row } = await aSession(day)
  await at(-120)
  const question = (await say(player, 'coach-asked')).body.question!
  await app.deps.db.update(questions).set({ state: 'staff' }).where(eq(questions.id, question.id))
  await decideQuestion(app.deps, people.owner, question.id, { outcome: 'held', reason: 'Your coach comes.' })
  expect(await row()).toMatchObject({ id, status: 'confirmed', isQuestioned: false })
  await at(0)
  await here(player)
  await at(16)
  expect((await say(player, 'not-here')).status).toBe(200)
})

test('a question about an hour that was moved is nobody’s to decide any more', async () => {
  const { player, at, say, params } = await aSession(day, { withAccount: false })
  await at(-30 * 60)
  expect((await say(player, 'coach-asked')).body.question).toMatchObject({ state: 'staff' })
  const waits = async () => {
    const open = (await app.call(listOpenQuestions, {}, people.owner.token)).body
    const { waiting } = (await app.call(showToday, {}, people.owner.token)).body
    const lines = waiting.flatMap((group) => (group.kind === 'question' ? group.lines : []))
    return [open, lines].map(({ length }) => length)
  }
  const before = await waits()
  const to = day.aStart(80)
  const body = { selectedDate: to.date, selectedTime: to.time }
  expect((await app.call(moveBooking, { params, body }, people.owner.token)).status).toBe(200)
  expect(await waits()).toEqual(before.map((count) => count - 1))
})

test('a player whose coach did not ask them to cancel reads that the session takes place, not that they took it back', async () => {
  const { player } = await aDeniedSession()
  expect(await readBy(player)).toMatch(/says that it is not so. Nothing changes. The session takes place/)
  expect(await readBy(player)).not.toContain('took it back')
})

test('who said no hears that the other side took it back, and our team no longer decides', async () => {
  const { player, coachUser, at, say, answer } = await aSession(day)
  await at(20)
  await say(player, 'late', 10)
  await answer(coachUser, false)
  await say(player, 'we-met')
  expect(await readBy(coachUser)).toContain('Settled:')
  expect(await readBy(player)).not.toContain('Settled:')
})

test('a coach who admits it is not said to have denied it when our team decides', async () => {
  const { player, coachUser, id, at, say, answer } = await aSession(day)
  await at(20)
  await say(player, 'late', 10)
  // All went back meanwhile.
  await app.deps.db.update(bookings).set({ refundDue: 2900 }).where(eq(bookings.id, id))
  expect((await answer(coachUser, true)).body.question).toMatchObject({ state: 'staff', agrees: true })
  for (const who of [player, coachUser]) {
    expect(await readBy(who)).toContain('answered: it is so.')
    expect(await readBy(who)).not.toContain('answered: that is not so.')
  }
})

test('what our team marks last is what both read', async () => {
  const { player, coachUser, id, at, here, say, question, decide } = await aSession(day)
  await here(player)
  await here(coachUser)
  await at(16)
  await say(player, 'not-here')
  await decide('held')
  for (const [call, outcome] of [
    [markNoShow, 'player-missing'],
    [completeBooking, 'held'],
  ] as const) {
    expect((await app.call(call, { params: { bookingId: id } }, people.owner.token)).status).toBe(200)
    expect(await question()).toMatchObject({ state: 'settled', outcome, answerBy: null })
  }
})

test('a no-show that our team corrected counts as held, and is objected to no more', async () => {
  const { player, coachUser, id, at, here, say, answer, question, row } = await aSession(day)
  await at(1)
  await here(coachUser)
  await at(16)
  await say(coachUser, 'not-here')
  expect((await app.call(completeBooking, { params: { bookingId: id } }, people.owner.token)).status).toBe(200)
  expect(await question()).toMatchObject({ outcome: 'held', answerBy: null })
  expect((await answer(player, false)).status).toBe(409)
  expect(await row()).toMatchObject({ status: 'completed' })
})
