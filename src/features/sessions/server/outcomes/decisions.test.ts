import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { markNoShow } from '#src/features/bookings/contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import { decideQuestion, listOpenQuestions } from '#src/features/sessions/outcomes-contract.ts'
import { aSession, nothingMoved, withStaff } from '#tests/support/sessions/a-session.ts'
import { startSessionDay, type User } from '#tests/support/sessions/session-day.ts'

/** Who decides what became of a session. */
const day = await startSessionDay()
const { app, people, mailsTo, passTime, subjectsTo } = day
afterAll(() => app.close())
beforeEach(day.begin)

describe('who decides', () => {
  test('our team sees the open questions with the evidence, and both read why', async () => {
    const { player, coachUser, booking, at, here, say, decide } = await aSession(day)
    await here(player)
    await at(15)
    await say(player, 'not-here')
    await say(coachUser, 'we-met')
    expect((await subjectsTo(people.owner)).join()).toContain('Decide: what happened on')
    const open = (await app.call(listOpenQuestions, {}, people.owner.token)).body.find(
      (each) => each.booking.id === booking.id,
    )!
    expect(open).toMatchObject({ why: 'The two do not say the same.', isOwn: false })
    expect(open.story).toMatchObject([
      { kind: 'here', by: 'player', name: player.name },
      { kind: 'starts', by: null },
      { kind: 'said', says: 'not-here', by: 'player' },
      { kind: 'said', says: 'we-met', by: 'coach', name: booking.coachName },
      { kind: 'with-team', why: 'The two do not say the same.' },
    ])
    expect((await decide('minutes-back')).status).toBe(400)
    expect((await decide('coach-missing', { reason: ' ' })).status).toBe(400)
    expect((await decide('coach-missing')).status).toBe(200)
    for (const who of [player, coachUser])
      expect((await mailsTo(who)).map(({ text }) => text).join()).toContain('Why: We read your chat.')
  })

  test('a no-show that is marked while the player says who was missing: one of the two is refused', async () => {
    for (let i = 0; i < 6; i++) {
      const { player, coachUser, params, at, here, say, stands } = await aSession(day)
      await at(1)
      for (const who of [coachUser, player]) await here(who)
      await at(20)
      const mark = app.call(markNoShow, { params }, people.owner.token)
      const [marked, said] = await Promise.all([mark, say(player, 'not-here')])
      expect([marked.status, said.status].sort()).toEqual([200, 409])
      if (said.status === 200) expect(await stands()).toMatchObject(withStaff)
      else expect(await stands()).toMatchObject({ status: 'no_show', question: null })
    }
  })

  test('nobody decides about their own session', async () => {
    const { player, at, here, say, coachUser, decide, stands } = await aSession(day, {
      coachUser: await aUser(app.deps, { isAdmin: true }),
    })
    await here(player)
    await here(coachUser)
    await at(15)
    await say(player, 'not-here')
    expect((await decide('held', {}, coachUser)).status).toBe(403)
    expect((await decide('coach-missing')).status).toBe(200)
    expect(await stands()).toMatchObject({ status: 'cancelled', missing: 'coach' })
  })

  /** How a question ends to which the coach says no, where nobody else is staff. */
  async function endOf(coachUser: User, player: User, says: string, minutes?: number) {
    const { at, say, answer } = await aSession(day, { coachUser, player })
    await at(20)
    await say(player, says, minutes)
    return (await answer(coachUser, false)).body.question
  }

  test('where the coach is the only member of staff the player is believed', async () => {
    await app.deps.db.update(users).set({ isOwner: false })
    const [coachUser, player] = [await aUser(app.deps, { isOwner: true }), await aUser(app.deps)]
    expect(await endOf(coachUser, player, 'not-here')).toMatchObject({ state: 'settled', outcome: 'coach-missing' })
  })

  test.each([
    ['coach and player are the whole team', true, 'not-here', undefined, 'coach-missing'],
    ['the player is', false, 'late', 30, 'minutes-back'],
  ])('where nobody else could decide the player is believed: %s', async (_, isOwner, says, minutes, outcome) => {
    await app.deps.db.update(users).set({ isOwner: false })
    const [coachUser, player] = [await aUser(app.deps, { isOwner }), await aUser(app.deps, { isAdmin: true })]
    expect(await endOf(coachUser, player, says, minutes)).toMatchObject({ state: 'settled', outcome })
  })

  test('of a group nobody who sits in it decides about another seat', async () => {
    const admin = await aUser(app.deps, { isAdmin: true })
    const service = findService('group-basic')!
    const mine = await aSession(day, { player: admin, service })
    const { player, say, answer, at, params, coachUser } = await aSession(day, {
      ...{ coach: mine.coach, coachUser: mine.coachUser, start: mine.start, service },
    })
    await at(20)
    await say(player, 'late', 20)
    await answer(coachUser, false)
    const open = (await app.call(listOpenQuestions, {}, admin.token)).body
    const question = open.find(({ booking }) => booking.id === params.bookingId)!
    expect(question.isOwn).toBe(true)
    const body = { outcome: 'held' as const, reason: 'We all saw it.' }
    const decide = (by: User) => app.call(decideQuestion, { params: { questionId: question.id }, body }, by.token)
    expect((await decide(admin)).status).toBe(403)
    expect((await decide(people.owner)).status).toBe(200)
  })

  test('the silence of a coach without an account is never a verdict', async () => {
    const { player, at, here, say, stands, choice } = await aSession(day, { withAccount: false })
    await here(player)
    await at(15)
    await say(player, 'not-here')
    expect(await stands()).toMatchObject(withStaff)
    expect(await choice()).toMatchObject({ deadline: null })
  })

  test('of the third coach in 60 days who did not come our team decides before money moves', async () => {
    const player = await aUser(app.deps)
    const miss = async () => {
      const session = await aSession(day, { player })
      await session.at(15)
      await session.say(player, 'not-here')
      await session.answer(session.coachUser, true)
      return session.stands()
    }
    for (const _ of [1, 2]) expect(await miss()).toMatchObject({ status: 'cancelled', missing: 'coach' })
    expect(await miss()).toMatchObject(withStaff)
  })

  test('a question that nobody decides for 72 hours is mailed to the owner each day', async () => {
    const { booking, player, coachUser, at, here, say, decide } = await aSession(day)
    await here(player)
    await here(coachUser)
    await at(15)
    await say(player, 'not-here')
    const reminders = async () =>
      (await mailsTo(people.owner)).filter(
        ({ subject, text }) => subject?.startsWith('Still undecided') && text.includes(booking.number),
      ).length
    const days: number[] = []
    for (const day of [2.9, 3, 3.5, 4.1, 5.2]) {
      await at(15 + day * 24 * 60)
      await passTime()
      days.push(await reminders())
    }
    expect(days).toEqual([0, 1, 1, 2, 3])
    await decide('held')
    await at(15 + 8 * 24 * 60)
    await passTime()
    expect(await reminders()).toBe(3)
  })

  test('of a group each seat has its own question', async () => {
    const group = findService('group-basic')!
    const first = await aSession(day, { service: group })
    const second = await aSession(day, {
      ...{ service: group, coach: first.coach, coachUser: first.coachUser },
      start: first.start,
    })
    await first.here(first.player)
    await first.at(15)
    await first.say(first.player, 'not-here')
    await first.answer(first.coachUser, true)
    expect(await first.stands()).toMatchObject({ status: 'cancelled', missing: 'coach' })
    expect(await second.stands()).toEqual({ ...nothingMoved, question: null })
  })
})
