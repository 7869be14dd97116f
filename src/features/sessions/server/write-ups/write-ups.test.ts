import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { keepOther } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { claimMissingNotes } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { packages, type Service, services } from '#src/features/bookings/services.ts'
import { addressOfNobody } from '#src/features/notifications/server/notifications.ts'
import { saveIntake } from '#src/features/sessions/contract.ts'
import * as calls from '#src/features/sessions/write-up-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { homework, intakes } from '../table.ts'
import { remindOfNotes } from './late-notes.ts'

let app: TestApp
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app.close())
beforeEach(() => {
  clock = new Date()
})

const hour = 3_600_000
const words = {
  seen: ['You jump before you know where the ball goes.', 'Your second jump comes late.', 'Kick-offs are good.'],
  homework: [
    { text: 'Fast aerials, ten minutes', link: 'https://clips.example.com/aerial' },
    { text: 'One lost match' },
  ],
  nextStep: 'Aerials without boost.',
}

type Setting = { service?: Service; ended?: number; status?: 'confirmed' | 'completed' | 'cancelled' | 'no_show' }

/** A session that ended so many hours ago: an hour's package, which owes no notes, unless told otherwise. */
async function aSession({ service = packages[0]!, ended = 1, status = 'confirmed' }: Setting = {}) {
  const [player, coachUser] = [await aUser(app.deps), await aUser(app.deps)]
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const startsAt = new Date(+clock - ended * hour - service.minutes * 60_000)
  const start = { date: '2026-01-05', time: '09:00', startsAt }
  const booking = await aBooking(app.deps, { player, coach, service, start, status })
  const params = { bookingId: booking.id }
  return {
    ...{ booking, player, coach, coachUser, params, start, service },
    write: (body: object = words, token = coachUser.token) =>
      app.call(calls.saveWriteUp, { params, body: body as typeof words }, token),
    read: async () => (await app.call(calls.readWriteUp, { params }, coachUser.token)).body,
    progress: async (token = player.token) => (await app.call(calls.readProgress, {}, token)).body,
    miss: () => app.call(claimMissingNotes, { params }, player.token),
    mails: async ({ email }: { email: string } = player) => {
      await app.runJobs()
      return app.sandbox.outbox.list().filter(({ to }) => to === email)
    },
  }
}

const paid = services[0]!

test('only its coach writes a session up, and only its player reads and ticks', async () => {
  const session = await aSession()
  const other = await aSession()
  const owner = await aUser(app.deps, { isOwner: true })
  expect((await session.write(words, session.player.token)).status).toBe(403)
  expect((await session.write(words, owner.token)).status).toBe(403)
  expect((await session.write(words, other.coachUser.token)).status).toBe(404)
  const read = (token: string) => app.call(calls.readWriteUp, { params: session.params }, token)
  expect((await read(other.coachUser.token)).status).toBe(404)
  expect(await session.write()).toMatchObject({ status: 200, body: { isFirst: true } })

  const { rungs } = await session.progress()
  expect(rungs).toHaveLength(1)
  expect(rungs[0]).toMatchObject({
    ...{ bookingId: session.booking.id, seen: words.seen, nextStep: words.nextStep, coachName: session.coach.name },
    homework: words.homework.map((each) => ({ link: null, doneAt: null, ...each })),
  })
  // Nothing else of the booking.
  expect(rungs[0]).not.toHaveProperty('customerEmail')
  expect((await session.progress(other.player.token)).rungs[0]!.seen).toEqual([])
  expect(await session.progress(session.coachUser.token)).toMatchObject({ rungs: [] })

  const homeworkId = rungs[0]!.homework[0]!.id
  const tick = (token: string, done = true) =>
    app.call(calls.tickHomework, { params: { homeworkId }, body: { done } }, token)
  for (const { token } of [other.player, session.coachUser, owner]) expect((await tick(token)).status).toBe(404)
  const first = await tick(session.player.token)
  expect(first.body).toEqual({ doneAt: clock.toISOString() })
  clock = new Date(+clock + hour)
  expect((await tick(session.player.token)).body).toEqual(first.body)
  expect((await tick(session.player.token, false)).body).toEqual({ doneAt: null })
})

test.each([
  ['four things', { seen: ['a', 'b', 'c', 'd'] }, 'seen'],
  ['nothing', { seen: [] }, 'seen'],
  ['a blank thing', { seen: ['  '] }, 'seen'],
  ['10,000 characters', { seen: ['x'.repeat(10_000)] }, 'seen'],
  ['a long next step', { seen: ['a'], nextStep: 'x'.repeat(301) }, 'nextStep'],
  ['a link over http', { seen: ['a'], homework: [{ text: 'b', link: 'http://clips.example.com' }] }, 'link'],
  ['a link that runs', { seen: ['a'], homework: [{ text: 'b', link: 'javascript:alert(1)' }] }, 'link'],
  ['a link with a password', { seen: ['a'], homework: [{ text: 'b', link: 'https://a:b@clips.example.com' }] }, 'link'],
  ['six pieces', { seen: ['a'], homework: Array.from({ length: 6 }, (_, n) => ({ text: `${n}` })) }, 'homework'],
  ['one piece twice', { seen: ['a'], homework: [{ text: 'b' }, { text: 'b' }] }, 'homework'],
])('a write-up with %s is refused by name, and nothing is kept', async (_, body, field) => {
  const session = await aSession()
  const answer = await session.write(body)
  expect(answer.status).toBe(400)
  expect(Object.keys((answer.body as unknown as { fields: object }).fields).join()).toContain(field)
  expect(await session.read()).toEqual({ writeUp: null, sameHour: null })
  expect(await session.mails()).toEqual([])
})

test('nothing is written up before it starts, nor what was cancelled, called off or a no-show', async () => {
  for (const setting of [{ ended: -1.1 }, { status: 'cancelled' as const }, { status: 'no_show' as const }])
    expect((await (await aSession(setting)).write()).status).toBe(409)
  const off = await aSession()
  await app.deps.db.update(bookings).set({ seatId: null }).where(eq(bookings.id, off.booking.id))
  expect(await off.write()).toMatchObject({ status: 409, body: { message: 'This session does not take place.' } })
  // From the start on it can, and shows at once.
  const running = await aSession({ ended: -0.5 })
  expect((await running.write()).status).toBe(200)
  expect((await running.progress()).rungs).toHaveLength(1)
  await app.deps.db.update(bookings).set({ status: 'no_show' }).where(eq(bookings.id, running.booking.id))
  expect((await running.progress()).rungs).toEqual([])
})

test('the player is mailed once, without the words; for 7 days it can be corrected, and ticks stay', async () => {
  const session = await aSession()
  await session.write()
  const [mail, ...more] = await session.mails()
  expect(more).toEqual([])
  expect(mail!.subject).toBe(`${session.coach.name} wrote up your ${session.service.name}`)
  expect(mail!.text).toContain('2 pieces of homework wait for your tick.')
  expect(mail!.text).toContain('/progress')
  expect(mail!.text).not.toContain(words.seen[0])

  const [rung] = (await session.progress()).rungs
  const [kept] = rung!.homework
  await app.call(calls.tickHomework, { params: { homeworkId: kept!.id }, body: { done: true } }, session.player.token)
  clock = new Date(+clock + 6.9 * 24 * hour)
  await logInAgain(app.deps, clock)
  const corrected = { seen: ['Only this.'], homework: [{ text: 'New' }, { text: kept!.text }] }
  expect(await session.write(corrected)).toMatchObject({ status: 200, body: { isFirst: false } })
  const [after] = (await session.progress()).rungs
  expect(after).toMatchObject({ seen: ['Only this.'], nextStep: null })
  expect(after!.homework.map(({ text, doneAt }) => [text, doneAt !== null])).toEqual([
    ['New', false],
    [kept!.text, true],
  ])
  expect(await session.mails()).toHaveLength(1)
  clock = new Date(+clock + 0.2 * 24 * hour)
  expect(await session.write()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('7 days') },
  })
})

test('two presses at once write it once', async () => {
  const session = await aSession({ service: paid })
  const answers = await Promise.all([1, 2, 3, 4].map((n) => session.write({ ...words, nextStep: `Try ${n}` })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers.filter(({ body }) => body.isFirst)).toHaveLength(1)
  expect((await session.progress()).rungs[0]!.homework).toHaveLength(2)
  expect(await session.mails()).toHaveLength(1)
})

describe('where notes were sold', () => {
  test('a write-up in time ends the claim, and a claim leaves the write-up open', async () => {
    const inTime = await aSession({ service: paid, ended: 47 })
    expect((await inTime.write()).status).toBe(200)
    expect((await aged(inTime, 2)).status).toBe(409)

    const late = await aSession({ service: paid, ended: 49 })
    expect((await late.miss()).status).toBe(200)
    expect((await late.write()).status).toBe(200)
    expect((await late.miss()).status).toBe(409)
    expect((await late.progress()).rungs[0]).toMatchObject({ seen: words.seen })
  })

  test('pressed at once, both hold: the money goes back once and the words are there', async () => {
    const session = await aSession({ service: paid, ended: 49 })
    const [written, missed, again] = await Promise.all([session.write(), session.miss(), session.miss()])
    expect(written.status).toBe(200)
    expect([missed.status, again.status].sort()).toEqual([200, 409])
    const [row] = await app.deps.db.select().from(bookings).where(eq(bookings.id, session.booking.id))
    expect(row).toMatchObject({ refundDue: paid.owed!.difference })
  })

  test('a coach who wrote nothing is mailed 20 hours after the session, and a last time at 40; one who wrote is not', async () => {
    const [early, soon, late, last, done] = [
      await aSession({ service: paid, ended: 19.9 }),
      await aSession({ service: paid, ended: 20.1 }),
      await aSession({ service: paid, ended: 24.1 }),
      await aSession({ service: paid, ended: 40.1 }),
      await aSession({ service: paid, ended: 25 }),
    ]
    const [live, missed] = [
      await aSession({ ended: 25 }),
      await aSession({ service: paid, status: 'no_show', ended: 25 }),
    ]
    await done.write()
    await Promise.all([remindOfNotes(app.deps), remindOfNotes(app.deps)])
    await remindOfNotes(app.deps)
    for (const each of [early, done, live, missed]) expect(await each.mails(each.coachUser)).toEqual([])
    const [first, ...more] = await soon.mails(soon.coachUser)
    expect(more).toEqual([])
    expect(first!.subject).toMatch(new RegExp(`^Notes for ${soon.player.name} are due `))
    expect(first!.text).toContain('Three lines are enough.')
    for (const session of [late, last]) {
      const text = expect.stringContaining(`${session.player.name} can take $14 back.`)
      const subject = `Notes due: ${session.player.name}, ${paid.name}`
      expect(await session.mails(session.coachUser)).toMatchObject([{ subject, text }])
    }
    // It was reminded in time: the last reminder is another one.
    await remindOfNotes({ ...app.deps, now: () => new Date(+app.deps.now() + 20 * 3_600_000) })
    expect(await soon.mails(soon.coachUser)).toHaveLength(2)
  })
})

test('homework is kept as a drill by a tick; drills are the coach’s own, and replacing them leaves homework alone', async () => {
  const session = await aSession()
  const other = await aSession()
  const list = async ({ token }: { token: string }) => (await app.call(calls.listDrills, {}, token)).body
  const [first, second] = words.homework
  await session.write({ ...words, homework: [{ ...first, keep: true }, second] })
  await session.write({ ...words, homework: [{ ...first, keep: true }] })
  expect(await list(session.coachUser)).toEqual([first])
  expect(await list(other.coachUser)).toEqual([])
  expect((await app.call(calls.listDrills, {}, session.player.token)).status).toBe(403)

  const save = (drills: { text: string; link?: string }[]) =>
    app.call(calls.saveDrills, { body: { drills } }, session.coachUser.token)
  expect((await save([{ text: 'A', link: 'http://clips.example.com' }])).status).toBe(400)
  expect((await save([{ text: 'A' }, { text: 'A' }])).status).toBe(400)
  expect((await save(Array.from({ length: 51 }, (_, n) => ({ text: `${n}` })))).status).toBe(400)
  expect((await save(Array.from({ length: 50 }, (_, n) => ({ text: `Drill ${n}` })))).status).toBe(200)
  expect(await session.write({ ...words, homework: [{ text: 'One more', keep: true }] })).toMatchObject({
    status: 400,
    body: { fields: { homework: expect.stringContaining('50 drills') } },
  })
  expect((await session.progress()).rungs[0]!.homework.map(({ text }) => text)).toEqual([first!.text])
  expect((await save([])).body).toEqual([])
})

test('what was written for one seat of a group is offered for the next', async () => {
  const group = services.find(({ capacity }) => capacity > 1)!
  const session = await aSession({ service: group })
  const mate = await aUser(app.deps)
  const seat = await aBooking(app.deps, { ...session, player: mate })
  await session.write()
  const read = await app.call(calls.readWriteUp, { params: { bookingId: seat.id } }, session.coachUser.token)
  expect(read.body.writeUp).toBeNull()
  expect(read.body.sameHour).toMatchObject({ playerName: session.player.name, writeUp: { seen: words.seen } })
})

test('the climb has the goal now and each rank when it was new', async () => {
  const session = await aSession({ ended: -5 })
  const say = async (rank: string | null, goal: string | null) => {
    const { id } = await aBooking(app.deps, { ...session, start: { ...session.start, startsAt: at() } })
    await app.call(saveIntake, { params: { bookingId: id }, body: { rank, goal } }, session.player.token)
    await app.deps.db
      .update(intakes)
      .set({ updatedAt: new Date(+clock + said * 1000) })
      .where(eq(intakes.bookingId, id))
  }
  let said = 0
  const at = () => new Date(+session.start.startsAt + ++said * 24 * hour)
  await say('Platinum III', 'Diamond')
  await say('Platinum III', null)
  await say('Diamond I', 'Champion')
  await say(null, null)
  const { goal, ranks } = await session.progress()
  expect(goal).toBe('Champion')
  expect(ranks.map(({ rank, rung, game }) => [rank, rung, game])).toEqual([
    ['Platinum III', 4, 'Rocket League'],
    ['Diamond I', 5, 'Rocket League'],
  ])
})

test('nothing is written about somebody who has deleted their account', async () => {
  const session = await aSession()
  await app.deps.db
    .update(users)
    .set({ email: addressOfNobody(session.player.id) })
    .where(eq(users.id, session.player.id))
  expect(await session.write()).toMatchObject({ status: 409, body: { message: expect.stringContaining('deleted') } })
  expect(await app.deps.db.$count(homework, eq(homework.bookingId, session.booking.id))).toBe(0)
  await expect(app.deps.db.transaction((tx) => keepOther(tx, session.player.id))).rejects.toThrow('deleted')
})

/** The claim of missing notes, so many hours on. */
async function aged(session: Awaited<ReturnType<typeof aSession>>, hours: number) {
  clock = new Date(+clock + hours * hour)
  return session.miss()
}
