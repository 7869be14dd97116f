import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { eraseAccount, exportData } from '#src/features/privacy/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { checkIns, choices, intakes, proposals, questions, statements, takeOvers } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A session of yesterday in which everything that can be said, asked and chosen was. */
async function anEventfulSession() {
  const { db } = app.deps
  const [player, coachUser, rescuer] = [await aUser(app.deps), await aUser(app.deps), await aUser(app.deps)]
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const other = await aCoach(app.deps, { userId: rescuer.id })
  const startsAt = new Date(Date.now() - 24 * 3_600_000)
  const { id: bookingId } = await aBooking(app.deps, {
    player,
    coach,
    start: { date: '2026-01-05', time: '09:00', startsAt },
  })
  const of = { bookingId, startsAt }
  await db.insert(intakes).values({ bookingId, goal: 'Beat Zarquon', links: ['https://clips.example.com/1'] })
  for (const side of ['player', 'coach'] as const) await db.insert(checkIns).values({ ...of, side, at: startsAt })
  await db.insert(statements).values({ ...of, by: 'player', says: 'not-here' })
  await db.insert(statements).values({ ...of, by: 'coach', says: 'we-met', agrees: false, words: 'Zarquon left' })
  const question = {
    ...of,
    coachId: coach.id,
    by: 'player',
    says: 'not-here',
    askedAt: startsAt,
    state: 'settled',
    outcome: 'held',
  } as const
  await db.insert(questions).values({ ...question, reason: 'Zarquon was there', why: 'Both pressed.' })
  const [choice] = await db
    .insert(choices)
    .values({
      ...of,
      coachId: coach.id,
      cause: 'called-off',
      reason: 'ill',
      word: 'Sorry, Zarquon',
      tokenHash: `${bookingId}-hash`,
    })
    .returning()
  await db.insert(takeOvers).values({ choiceId: choice!.id, coachId: other.id, askedAt: startsAt, accepts: true })
  await db.insert(proposals).values({ ...of, date: '2026-01-06', time: '10:00', proposedAt: startsAt })
  return { player, coachUser, rescuer, bookingId }
}

const exported = async ({ token }: { token: string }) => (await app.call(exportData, {}, token)).body

test('a player’s export has all that was said, asked and chosen around their sessions, but not why their coach called off', async () => {
  const { player } = await anEventfulSession()
  const data = await exported(player)
  expect(data).toMatchObject({
    sessionIntakes: [{ goal: 'Beat Zarquon', links: ['https://clips.example.com/1'] }],
    sessionCheckIns: [{ side: 'player' }, { side: 'coach' }],
    sessionStatements: [{ says: 'not-here' }, { says: 'we-met', agrees: false }],
    sessionQuestions: [{ says: 'not-here', outcome: 'held', reason: 'Zarquon was there' }],
    sessionChoices: [{ cause: 'called-off', word: 'Sorry, Zarquon' }],
    sessionProposals: [{ date: '2026-01-06' }],
    sessionTakeOvers: [],
  })
  for (const secret of ['"reason":"ill"', '-hash', 'Both pressed.', 'Zarquon left'])
    expect(JSON.stringify(data)).not.toContain(secret)
})

test('a coach’s export has what they said and did, and nothing that players said before a session', async () => {
  const { coachUser, rescuer } = await anEventfulSession()
  expect(await exported(coachUser)).toMatchObject({
    sessionIntakes: [],
    sessionCheckIns: [{ side: 'coach' }],
    sessionStatements: [{ by: 'coach', words: 'Zarquon left' }],
    sessionChoices: [{ reason: 'ill' }],
  })
  expect(await exported(rescuer)).toMatchObject({ sessionTakeOvers: [{ accepts: true }], sessionChoices: [] })
})

test('an account is not deleted while its player is asked, or chooses: money or an hour may follow', async () => {
  const { player, bookingId } = await anEventfulSession()
  const erase = async () => (await app.call(eraseAccount, { body: { password: demoPassword } }, player.token)).status
  expect(await erase()).toBe(409)
  await app.deps.db.update(choices).set({ settledAt: new Date() }).where(eq(choices.bookingId, bookingId))
  await app.deps.db.update(questions).set({ state: 'waiting' }).where(eq(questions.bookingId, bookingId))
  expect(await erase()).toBe(409)
  // One that was marked as completed, too.
  await app.deps.db.update(bookings).set({ status: 'completed' }).where(eq(bookings.id, bookingId))
  expect(await erase()).toBe(409)
  await app.deps.db.update(questions).set({ state: 'settled' }).where(eq(questions.bookingId, bookingId))
  expect(await erase()).toBe(200)
})

test('after an erasure who came and what followed stays, and no word by or about the person', async () => {
  const { player, bookingId } = await anEventfulSession()
  const { db } = app.deps
  await db.update(bookings).set({ status: 'completed' }).where(eq(bookings.id, bookingId))
  expect((await app.call(eraseAccount, { body: { password: demoPassword } }, player.token)).status).toBe(200)
  const of = <Table extends typeof checkIns | typeof statements | typeof questions | typeof choices | typeof intakes>(
    table: Table,
  ) =>
    db
      .select()
      .from(table as typeof checkIns)
      .where(eq(table.bookingId, bookingId))
  expect(await of(intakes)).toEqual([])
  expect(await of(checkIns)).toHaveLength(2)
  expect(await of(statements)).toMatchObject([{ words: null }, { words: null }])
  expect(await of(questions)).toMatchObject([{ reason: null, outcome: 'held' }])
  expect(await of(choices)).toMatchObject([{ word: null, tokenHash: null, cause: 'called-off' }])
})
