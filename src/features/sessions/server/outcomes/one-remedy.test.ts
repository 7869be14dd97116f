import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import * as bookingCalls from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { outcomeWords } from '#src/features/sessions/outcome-words.ts'
import { listOpenQuestions } from '#src/features/sessions/outcomes-contract.ts'
import { must } from '#src/shared/must.ts'
import { aSession, nothingMoved, withStaff } from '#tests/support/sessions/a-session.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'

/** What ends a question about a session, and that each is made good once. */
const day = await startSessionDay()
const { app, people, mailsTo, passTime, subjectsTo } = day
afterAll(() => app.close())
beforeEach(day.begin)

describe('what ends what', () => {
  test('a remedy is had once, and ends the guarantee of its booking', async () => {
    const { player, coachUser, params, at, say, answer } = await aSession(day)
    await at(61)
    await say(player, 'late', 10)
    await answer(coachUser, true)
    for (const says of ['not-here', 'could-not-play'])
      expect((await say(player, says)).body).toMatchObject({ message: 'It is settled how this session went.' })
    const body = { wanted: 'refunded', reason: 'It did not help me.' }
    expect((await app.call(bookingCalls.claimGuarantee, { params, body }, player.token)).body).toMatchObject({
      message: 'What went wrong with this session was made good already.',
    })
  })

  test('who claimed the guarantee for a session asks for nothing beside it', async () => {
    const { player, coachUser, params, at, here, say } = await aSession(day)
    await here(coachUser)
    await at(61)
    const body = { wanted: 'refunded', reason: 'It did not help me.' }
    expect((await app.call(bookingCalls.claimGuarantee, { params, body }, player.token)).status).toBe(200)
    for (const who of [player, coachUser])
      expect((await say(who, 'not-here')).body).toMatchObject({
        message: expect.stringContaining('guarantee was claimed'),
      })
  })

  test('a coach who says that they asked the player to cancel has called off; who did not, has not', async () => {
    const asked = await aSession(day)
    await asked.at(-20 * 60)
    await asked.say(asked.player, 'coach-asked')
    await asked.answer(asked.coachUser, true)
    expect(await asked.choice()).toMatchObject({ cause: 'called-off' })
    const denied = await aSession(day)
    await denied.at(-20 * 60)
    await denied.say(denied.player, 'coach-asked')
    await denied.answer(denied.coachUser, false)
    expect(await denied.stands()).toMatchObject({ ...nothingMoved, question: { outcome: 'withdrawn' } })
    expect(await denied.choice()).toBeUndefined()
  })

  test('marked as completed meanwhile, the coach’s silence is no yes', async () => {
    const { player, coachUser, params, at, say, stands } = await aSession(day)
    await at(30)
    await say(player, 'not-here')
    expect((await app.call(bookingCalls.completeBooking, { params }, coachUser.token)).status).toBe(200)
    await at(60 + 24 * 60)
    await passTime()
    expect(await stands()).toMatchObject({ ...withStaff, status: 'completed' })
  })

  test('a coach who takes a no-show back has met the player', async () => {
    const { coachUser, at, here, say, stands } = await aSession(day)
    await here(coachUser)
    await at(15)
    await say(coachUser, 'not-here')
    await say(coachUser, 'we-met')
    expect(await stands()).toMatchObject({ ...nothingMoved, question: { outcome: 'taken-back' } })
  })

  test('while the bank has the payment, and once all of it went back, nothing is asked', async () => {
    const disputed = await aSession(day)
    await app.deps.db.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, disputed.booking.id))
    await disputed.at(15)
    expect((await disputed.say(disputed.player, 'not-here')).body).toMatchObject({
      message: expect.stringContaining('bank'),
    })
    const refunded = await aSession(day, { refundDue: 2900 })
    await refunded.at(15)
    expect((await refunded.say(refunded.player, 'not-here')).body).toMatchObject({
      message: expect.stringContaining('went back already'),
    })
  })

  test('a question ends with its session: coach and player read that it was cancelled, and nobody is asked', async () => {
    const { player, coachUser, params, at, say, stateFor } = await aSession(day)
    await at(-20 * 60)
    await say(player, 'coach-asked')
    expect(
      (await app.call(bookingCalls.cancelBooking, { params, body: { refund: '14.50' } }, player.token)).status,
    ).toBe(200)
    const words = 'The session was cancelled, and that ended the question: there is nothing to answer.'
    const readByBoth = async () => {
      for (const who of [player, coachUser]) {
        const question = must((await stateFor(who))?.question, 'a question')
        expect(question).toMatchObject({ state: 'settled', answerBy: null, decideBy: null })
        expect(
          outcomeWords(must(question.outcome, 'an end'), question, { player: 'Rimshot', coach: 'VexFlip' }, null),
        ).toBe(words)
      }
    }
    await readByBoth()
    await at(5)
    await passTime()
    await readByBoth()
  })

  test('what our team cancelled meanwhile is asked no more', async () => {
    const { player, coachUser, params, booking, at, here, say, stands } = await aSession(day)
    await here(player)
    await here(coachUser)
    await at(15)
    await say(player, 'not-here')
    const body = { refund: '29.00', askedByPlayer: false }
    expect((await app.call(bookingCalls.cancelBooking, { params, body }, people.owner.token)).status).toBe(200)
    expect(await stands()).toMatchObject({ status: 'cancelled', missing: null, refundDue: 2900 })
    expect(await stands()).toMatchObject({ question: { state: 'settled', outcome: 'cancelled' } })
    const open = (await app.call(listOpenQuestions, {}, people.owner.token)).body
    expect(open.filter((each) => each.booking.id === booking.id)).toEqual([])
    await at(5 * 24 * 60)
    await passTime()
    expect(
      (await mailsTo(people.owner)).filter(
        ({ text, subject }) => subject.startsWith('Still') && text.includes(booking.number),
      ),
    ).toEqual([])
  })

  test('twenty answers at once, and the clock, are one outcome with one mail each', async () => {
    const { player, coachUser, at, here, say, answer, stands } = await aSession(day)
    await here(player)
    await at(15)
    await say(player, 'not-here')
    await at(60 + 24 * 60)
    const answers = Array.from({ length: 20 }, () => answer(coachUser, true))
    const [, , ...codes] = await Promise.all([
      passTime(),
      passTime(),
      ...answers.map(async (each) => (await each).status),
    ])
    expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(1)
    expect(new Set(codes.filter((code) => code !== 200))).toEqual(new Set([409]))
    expect(await stands()).toMatchObject({ status: 'cancelled', missing: 'coach' })
    expect((await subjectsTo(player)).filter((subject) => subject.includes('you choose'))).toHaveLength(1)
    expect((await subjectsTo(coachUser)).filter((subject) => subject.startsWith('Settled'))).toHaveLength(1)
  })

  test('a stranger neither says nor answers anything', async () => {
    const { at, say, answer } = await aSession(day)
    const stranger = await aUser(app.deps)
    await at(15)
    for (const who of [stranger, people.owner])
      expect([(await say(who, 'not-here')).status, (await answer(who, true)).status]).toEqual([404, 404])
  })
})
