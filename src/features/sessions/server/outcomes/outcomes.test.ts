import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as bookingCalls from '#src/features/bookings/contract.ts'
import * as hourCalls from '#src/features/bookings/hours-contract.ts'
import { choose } from '#src/features/sessions/call-off-contract.ts'
import { answerMissing, answerQuestion } from '#src/features/sessions/outcomes-contract.ts'
import { aSession, nothingMoved, withStaff } from '#tests/support/sessions/a-session.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'
import { outages } from '../table.ts'
import { noteRunning } from './outages.ts'

/** The rows of the table of outcomes about who was not there. */
const day = await startSessionDay()
const { app, people, mailsTo, passTime, now, subjectsTo } = day
afterAll(() => app.close())
beforeEach(day.begin)

describe('the table of outcomes', () => {
  test('row 1: nobody says anything: it is held, and after 72 hours nothing more can be said', async () => {
    const { player, coachUser, at, say, stands } = await aSession(day)
    await at(60 + 72 * 60)
    await passTime()
    expect(await stands()).toEqual({ ...nothingMoved, question: null })
    await at(60 + 72 * 60 + 1)
    for (const who of [player, coachUser])
      expect(await say(who, 'could-not-play')).toMatchObject({
        ...{ status: 409, body: { message: expect.stringContaining('until 72 hours after the session') } },
      })
  })

  test('row 2: the player waits alone, and the coach admits it: the player chooses at once', async () => {
    const { player, coachUser, at, here, say, answer, stands, choice } = await aSession(day)
    await here(player)
    await at(14)
    expect((await say(player, 'not-here')).body).toMatchObject({ message: expect.stringContaining('15 minutes') })
    await at(15)
    expect((await say(player, 'not-here')).body.question).toMatchObject({ state: 'waiting', by: 'player' })
    expect(await stands()).toMatchObject(nothingMoved)
    expect(await choice()).toMatchObject({ deadline: null, settledAt: null })
    expect((await mailsTo(coachUser)).map(({ text }) => text).join()).toContain('says that you did not come')

    expect((await answer(coachUser, true)).body.question).toMatchObject({ outcome: 'coach-missing' })
    expect(await stands()).toMatchObject({ status: 'cancelled', missing: 'coach', refundDue: 0 })
    expect(await choice()).toMatchObject({ cause: 'coach-missing', deadline: new Date(+now() + 72 * 3_600_000) })
    expect((await subjectsTo(player)).join()).toContain('you choose')
  })

  test('row 2: the coach is silent: what the player chose is carried out 24 hours after the end', async () => {
    const { player, params, at, here, say, stands, coachUser, answer } = await aSession(day)
    await here(player)
    await at(16)
    await say(player, 'not-here')
    const chosen = await app.call(choose, { params, body: { chosen: 'money' } }, player.token)
    expect(chosen.status).toBe(200)
    await at(60 + 24 * 60 - 1)
    await passTime()
    expect(await stands()).toMatchObject(nothingMoved)
    await at(60 + 24 * 60)
    await passTime()
    await passTime()
    expect(await stands()).toMatchObject({ status: 'cancelled', missing: 'coach', refundDue: 2900 })
    expect((await answer(coachUser, false)).status).toBe(409)
  })

  test('row 3: the coach says that they met: nothing moves, our team decides within 72 hours, the rescue hour is held', async () => {
    const { player, coachUser, params, at, here, say, stands, choice, stateFor } = await aSession(day)
    await here(player)
    await at(20)
    await say(player, 'not-here')
    const hours = await app.call(hourCalls.freeHours, {
      query: { serviceId: '1on1-basic', coachId: (await choice())!.coachId! },
    })
    const free = hours.body.days.flatMap(({ hours }) => hours).find(({ state }) => state === 'free')!
    const body = { chosen: 'another-hour', selectedDate: free.date, selectedTime: free.time }
    expect((await app.call(choose, { params, body }, player.token)).status).toBe(200)
    expect((await say(coachUser, 'we-met')).body.question).toMatchObject({ state: 'staff', agrees: false })
    expect(await stands()).toMatchObject(withStaff)
    expect((await choice())!.seatId).not.toBeNull()
    await at(60 + 24 * 60)
    await passTime()
    expect(await stands()).toMatchObject(withStaff)
    const decideBy = new Date(+(await choice())!.startsAt + 20 * 60_000 + 72 * 3_600_000).toISOString()
    for (const who of [player, coachUser]) expect((await stateFor(who))!.question).toMatchObject({ decideBy })
  })

  test('row 4: the coach waits alone: a no-show, nothing goes back, and the player has 72 hours to object', async () => {
    const { player, coachUser, at, here, say, stands, answer } = await aSession(day)
    await here(coachUser)
    await at(15)
    expect((await say(coachUser, 'not-here')).body.question).toMatchObject({ outcome: 'player-missing' })
    expect(await stands()).toMatchObject({ status: 'no_show', missing: 'player', refundDue: 0 })
    expect((await mailsTo(player)).map(({ text }) => text).join()).toContain('Say so in My Sessions within 72 hours')
    expect((await subjectsTo(people.owner)).join()).toContain('No-show')
    await at(15 + 72 * 60)
    await passTime()
    expect(await stands()).toMatchObject({ status: 'no_show', missing: 'player', refundDue: 0 })
    expect((await answer(player, false)).status).toBe(409)
  })

  test('row 5: the player objects: confirmed again, nothing moves, our team decides', async () => {
    const { player, coachUser, params, at, here, say, stands, answer, decide, question } = await aSession(day)
    await here(coachUser)
    await at(15)
    await say(coachUser, 'not-here')
    await at(15 + 72 * 60 - 1)
    // Our team would not know the other story.
    const bare = { questionId: (await question())!.id, agrees: false, words: '  ' }
    expect(await app.call(answerQuestion, { params, body: bare }, player.token)).toMatchObject({
      ...{ status: 400, body: { fields: { words: answerMissing } } },
    })
    expect(await stands()).toMatchObject({ status: 'no_show' })
    expect((await answer(player, false)).body.question).toMatchObject({ state: 'staff' })
    expect(await stands()).toMatchObject(withStaff)
    expect((await decide('held')).status).toBe(200)
    expect(await stands()).toMatchObject({
      ...nothingMoved,
      question: { outcome: 'held', reason: 'We read your chat.' },
    })
  })

  test.each(['player', 'coach'] as const)(
    'row 6: both pressed, and the %s says that the other did not come: our team decides',
    async (by) => {
      const { player, coachUser, at, here, say, stands } = await aSession(day)
      await here(player)
      await here(coachUser)
      await at(15)
      await say(by === 'player' ? player : coachUser, 'not-here')
      expect(await stands()).toMatchObject(withStaff)
      await at(60 + 72 * 60)
      await passTime()
      expect(await stands()).toMatchObject(withStaff)
    },
  )

  test.each(['admits', 'is silent'])(
    'row 7: nobody pressed, the player says that the coach did not come, who %s',
    async (does) => {
      const { player, coachUser, at, say, answer, stands } = await aSession(day)
      await at(60)
      await say(player, 'not-here')
      expect(await stands()).toMatchObject({ ...nothingMoved, question: { state: 'waiting' } })
      if (does === 'admits') await answer(coachUser, true)
      else await at(60 + 24 * 60)
      await passTime()
      expect(await stands()).toMatchObject({ status: 'cancelled', missing: 'coach' })
    },
  )

  test('row 8: nobody pressed, and the coach says that the player did not come: refused', async () => {
    const { coachUser, params, at, here, say, stands } = await aSession(day)
    const why = 'Press I am here when you wait; it proves you were there.'
    await at(15)
    expect(await say(coachUser, 'not-here')).toMatchObject({ status: 409, body: { message: why } })
    // Who comes after 10 minutes was late, and proves nothing; the button of the old days goes the same way.
    await here(coachUser)
    expect(await say(coachUser, 'not-here')).toMatchObject({ status: 409, body: { message: why } })
    expect((await app.call(bookingCalls.markNoShow, { params }, coachUser.token)).status).toBe(409)
    expect(await stands()).toEqual({ ...nothingMoved, question: null })
  })

  test('row 10: the coach comes after a quarter of an hour: what the player chose stands', async () => {
    const { player, coachUser, params, at, here, say, stands, choice } = await aSession(day)
    await here(player)
    await at(15)
    await say(player, 'not-here')
    await app.call(choose, { params, body: { chosen: 'money' } }, player.token)
    await at(18)
    await here(coachUser)
    expect(await choice()).toMatchObject({ chosen: 'money' })
    await at(60 + 24 * 60)
    await passTime()
    expect(await stands()).toMatchObject({ status: 'cancelled', missing: 'coach', refundDue: 2900 })
  })

  test('row 10: the coach comes late and they play on: the player takes it back, and the choice is gone', async () => {
    const { player, coachUser, at, here, say, stands, choice, answer } = await aSession(day)
    await here(player)
    await at(15)
    await say(player, 'not-here')
    await at(18)
    await here(coachUser)
    expect((await say(player, 'we-met')).body.question).toMatchObject({ outcome: 'taken-back' })
    expect(await choice()).toBeUndefined()
    expect((await say(player, 'not-here')).status).toBe(409)
    // Late it was all the same.
    await say(player, 'late', 18)
    await answer(coachUser, true)
    expect(await stands()).toMatchObject({ ...nothingMoved, refundDue: 870 })
  })

  test('row 15: our own service was down around the start: nobody could press, so our team decides', async () => {
    await noteRunning(app.deps)
    const down = await aSession(day)
    const down2 = await aSession(day, { start: down.start })
    await down.at(-20)
    await noteRunning(app.deps)
    await down.at(-17)
    await noteRunning(app.deps)
    await down.at(-13)
    await noteRunning(app.deps)
    await down.at(15)
    await down.say(down.player, 'not-here')
    expect(await down.stands()).toMatchObject(withStaff)
    // Without the own check-in that it otherwise takes.
    expect((await down2.say(down2.coachUser, 'not-here')).status).toBe(200)
    expect(await down2.stands()).toMatchObject(withStaff)
    await down.at(60 + 24 * 60)
    await passTime()
    for (const each of [down, down2]) expect(await each.stands()).toMatchObject(withStaff)
    await app.deps.db.delete(outages)
  })
})
