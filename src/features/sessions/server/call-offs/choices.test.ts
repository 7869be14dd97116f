import { and, desc, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freeHours } from '#src/features/bookings/hours-contract.ts'
import { lockBooking } from '#src/features/bookings/server/bookings.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import * as calls from '#src/features/sessions/call-off-contract.ts'
import { must } from '#src/shared/must.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'
import { confirmChoice, dropChoice, openChoice } from './choices.ts'
import { giveBackOverdue } from './deadlines.ts'

/** What the players of a called-off session choose, how, and until when. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people, at, today, aStart, setClock, now, later, aCoachWithAccount, after } = day
const { book, read, here, say, answer, decide, callOff, look, choose, answerTakeOver, mailsTo, mailsOf } = day
afterAll(() => app.close())
beforeEach(day.begin)

/** The secret of the newest mail with a link. */
async function linkOf(bookingId: string): Promise<string> {
  const [mail] = await app.deps.db
    .select()
    .from(deliveries)
    .where(and(like(deliveries.dedupeKey, 'choose:%'), eq(deliveries.recipient, (await read(bookingId)).customerEmail)))
    .orderBy(desc(deliveries.createdAt))
    .limit(1)
  return must(/choose\?key=([\w-]+)/.exec(must(mail, 'a mail').text)?.[1], 'a link')
}

test('row 12: called off in time, the player chooses until an hour before: another coach, another hour, or all money back; silence is all money back', async () => {
  const byWay = async (wish: calls.Wish | null) => {
    const start = aStart()
    people.player = await aUser(app.deps)
    people.coach = await aCoachWithAccount()
    const booking = await book({ start })
    expect((await callOff(booking.id)).body).toEqual({ players: 1 })
    expect(await mailsOf(`called-off:${booking.id}`)).toEqual([`${people.coach.account.email}: CANCEL 1`])
    expect(await look(booking.id)).toMatchObject({
      ...{ cause: 'called-off', word: 'So sorry', refund: '29.00', way: 'at-once', settled: null },
      deadline: new Date(+start.startsAt - 60 * 60_000).toISOString(),
    })
    if (wish) expect((await choose(booking.id, wish)).status).toBe(200)
    else {
      await setClock(new Date(+start.startsAt - 60 * 60_000))
      await giveBackOverdue(app.deps)
    }
    await setClock(at('09:00'))
    return { was: booking, is: await read(booking.id), page: await look(booking.id) }
  }
  const handed = await byWay({ chosen: 'another-coach', coachId: people.other.profile.id })
  expect(handed.is).toMatchObject({
    ...{ id: handed.was.id, price: handed.was.price, startsAt: handed.was.startsAt, status: 'confirmed', refundDue: 0 },
    ...{
      coachId: people.other.profile.id,
      coachName: people.other.profile.name,
      fullRefundUntilStart: true,
      sequence: 2,
    },
  })
  expect(await mailsOf(`handed-over:${handed.was.id}`)).toEqual(
    [`${people.player.email}: REQUEST 2`, `${people.other.account.email}: REQUEST 2`].sort(),
  )
  expect(handed.page.settled).toMatchObject({ status: 'confirmed', coachName: people.other.profile.name })

  const hour = aStart(15)
  const moved = await byWay({ chosen: 'another-hour', selectedDate: hour.date, selectedTime: hour.time })
  expect(moved.is).toMatchObject({
    ...{ startsAt: hour.startsAt, coachId: people.coach.profile.id, status: 'confirmed', refundDue: 0, sequence: 2 },
    fullRefundUntilStart: true,
  })

  // The coach's press that comes again is about the hour before.
  const again = { reason: 'ill', startsAt: moved.was.startsAt?.toISOString() }
  const press = { params: { bookingId: moved.was.id }, body: again }
  expect((await app.call(calls.callOff, press, people.coach.account.token)).status).toBe(409)
  expect((await read(moved.was.id)).sequence).toBe(2)

  const money = await byWay({ chosen: 'money' })
  const back = { status: 'cancelled', missing: null, refundDue: money.was.price, seatId: null, sequence: 2 }
  expect(money.is).toMatchObject(back)
  const silent = await byWay(null)
  expect(silent.is).toMatchObject(back)
  // Once: nothing is left to choose, and nothing more goes back.
  await giveBackOverdue(app.deps)
  expect(await read(silent.was.id)).toMatchObject(back)
  expect((await choose(silent.was.id, { chosen: 'money' })).status).toBe(409)
})

test('row 13: called off later, until the end, the player has 15 minutes; silence is all money back', async () => {
  for (const [minutes, isOver] of [
    [-74, false],
    [59, false],
    [60, true],
  ] as const) {
    await after(today('12:00'), minutes)
    people.coach = await aCoachWithAccount()
    const booking = await book({ start: today('12:00') })
    const answered = await callOff(booking.id)
    expect(answered.status).toBe(isOver ? 409 : 200)
    if (isOver) continue
    const page = await look(booking.id)
    expect(page.deadline).toBe(new Date(+now() + 15 * 60_000).toISOString())
    expect(page.way).toBe(minutes < 0 ? 'asked' : 'team')
    await later(15)
    expect(await choose(booking.id, { chosen: 'money' })).toMatchObject({
      body: { message: expect.stringMatching(/^The time to choose is over/) },
    })
    await giveBackOverdue(app.deps)
    expect(await read(booking.id)).toMatchObject({ status: 'cancelled', missing: null, refundDue: booking.price })
  }
})

test('whose coach is ill is offered no other hour of that day, by the coach’s own clock', async () => {
  // Noon in New York is the night to the next day in Tokyo.
  await aProfile(app.deps, people.coach.account, { zone: 'Asia/Tokyo' })
  const [sameDayHere, sameDayThere, dayAfter] = [aStart(0), aStart(12), aStart(15)]
  const offeredAfter = async (reason: 'ill' | 'other') => {
    people.player = await aUser(app.deps)
    const { id } = await book()
    await app.call(calls.callOff, { params: { bookingId: id }, body: { reason } }, people.coach.account.token)
    const hours = (await look(id)).days.flatMap((each) => each.hours)
    const isFree = ({ startsAt }: typeof sameDayHere) =>
      hours.find((hour) => hour.startsAt === startsAt.toISOString())?.state === 'free'
    return { id, free: [sameDayHere, sameDayThere, dayAfter].map(isFree) }
  }
  const { id, free } = await offeredAfter('ill')
  expect(free).toEqual([true, false, true])
  const wish = ({ date, time }: typeof dayAfter) =>
    ({ chosen: 'another-hour', selectedDate: date, selectedTime: time }) as const
  expect(await choose(id, wish(sameDayThere))).toMatchObject({
    ...{ status: 409, body: { message: expect.stringContaining('no hour on this day') } },
  })
  expect((await choose(id, wish(dayAfter))).status).toBe(200)
  people.coach = await aCoachWithAccount()
  await aProfile(app.deps, people.coach.account, { zone: 'Asia/Tokyo' })
  expect((await offeredAfter('other')).free).toEqual([true, true, true])
})

test('the link of the mail works signed out and once: reading uses nothing up, and it is dead after', async () => {
  const booking = await book()
  await callOff(booking.id)
  const token = await linkOf(booking.id)
  const find = () => app.call(calls.findChoiceByLink, { body: { token } })
  const press = () => app.call(calls.chooseByLink, { body: { token, choice: { chosen: 'money' } } })
  expect((await find()).body).toMatchObject({ settled: null, refund: '29.00' })
  expect((await find()).body.settled).toBeNull()
  expect((await read(booking.id)).status).toBe('confirmed')
  expect((await press()).body.settled).toMatchObject({ status: 'cancelled' })
  expect((await press()).status).toBe(409)
  expect((await find()).body).toMatchObject({ settled: { status: 'cancelled' }, coaches: [], days: [] })
  const unknown = await app.call(calls.findChoiceByLink, { body: { token: `${token.slice(0, -4)}aaaa` } })
  expect(unknown.status).toBe(404)
  // It chooses for this booking alone, and nobody else chooses without it.
  expect((await choose(booking.id, { chosen: 'money' }, await aUser(app.deps))).status).toBe(404)
})

test('whose coach is not there chooses before it is settled: what they chose is held, and done only once it is so', async () => {
  const inTx = async (id: string, run: typeof confirmChoice) =>
    app.deps.db.transaction(async (tx) => run(app.deps, tx, await lockBooking(tx, await read(id))))
  const open = (id: string) =>
    inTx(id, (deps, tx, booking) => openChoice(deps, tx, booking, { cause: 'coach-missing', deadline: null }))
  await after(today('12:00'), 15)
  const hour = aStart()
  const wish = { chosen: 'another-hour', selectedDate: hour.date, selectedTime: hour.time } as const
  const isTaken = async () => {
    const query = { serviceId: '1on1-basic', coachId: people.coach.profile.id }
    const { days } = (await app.call(freeHours, { query })).body
    return days.flatMap(({ hours }) => hours).find(({ startsAt }) => +new Date(startsAt) === +hour.startsAt)?.state
  }
  const kept = await book({ start: today('12:00') })
  await open(kept.id)
  expect(await mailsOf('choose:')).not.toContain(people.player.email)
  expect((await choose(kept.id, wish)).body).toMatchObject({ chosen: 'another-hour', held: { date: hour.date } })
  expect(await read(kept.id)).toMatchObject({ startsAt: kept.startsAt, sequence: 0 })
  expect(await isTaken()).toBe('taken')
  await inTx(kept.id, dropChoice)
  expect(await isTaken()).toBe('free')

  await open(kept.id)
  await choose(kept.id, { chosen: 'money' })
  await choose(kept.id, wish)
  await inTx(kept.id, confirmChoice)
  expect(await read(kept.id)).toMatchObject({
    startsAt: hour.startsAt,
    status: 'confirmed',
    fullRefundUntilStart: true,
  })

  // Nothing chosen: three days, and a mail; silence is all money back.
  people.player = await aUser(app.deps)
  const silent = await book({ start: today('12:00'), coach: people.third.profile })
  await inTx(silent.id, confirmChoice)
  expect(await mailsOf('choose:')).toContain(people.player.email)
  expect((await look(silent.id)).deadline).toBe(new Date(+now() + 72 * 3_600_000).toISOString())
  await later(72 * 60)
  await giveBackOverdue(app.deps)
  expect(await read(silent.id)).toMatchObject({ status: 'cancelled', refundDue: silent.price })
})

test('20 at once, call-off, choices and answers: one outcome, one refund, one set of mails, rising sequences', async () => {
  const booking = await book({ start: today('16:00') })
  const offs = await Promise.all(Array.from({ length: 20 }, () => callOff(booking.id)))
  expect(offs.filter(({ status }) => status === 200)).toHaveLength(1)
  const { id } = await look(booking.id)
  const token = await linkOf(booking.id)
  await choose(booking.id, { chosen: 'another-coach' })
  const hour = aStart()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      [
        () => answerTakeOver(id, true),
        () => answerTakeOver(id, true, people.third),
        () => choose(booking.id, { chosen: 'money' }),
        () => choose(booking.id, { chosen: 'another-hour', selectedDate: hour.date, selectedTime: hour.time }),
        () => app.call(calls.chooseByLink, { body: { token, choice: { chosen: 'money' } } }),
      ][index % 5]!(),
    ),
  )
  expect(answers).toHaveLength(20)
  await giveBackOverdue(app.deps)
  const ended = await read(booking.id)
  expect(ended.sequence).toBe(2)
  const acts = await app.deps.db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, booking.id))
  const settled = acts.filter(({ act }) => act !== 'call-off').map(({ act }) => act)
  expect(settled).toHaveLength(1)
  expect(ended.refundDue).toBe(settled[0] === 'money-back' ? booking.price : 0)
  const kinds = ['handed-over', 'another-hour', 'money-back']
  const mails = (await Promise.all(kinds.map((kind) => mailsOf(`${kind}:`)))).flat()
  const own = mails.filter((mail) => mail.startsWith(people.player.email))
  expect(own).toHaveLength(1)
  expect(own[0]).toMatch(/ 2$/)
  expect(await mailsOf(`called-off:${booking.id}`)).toHaveLength(1)
})

test('a coach who is not there calls off after the player said so: the player hears it, and has 15 minutes, then all money', async () => {
  const start = today('12:00')
  const booking = await book({ start })
  await after(start, 0)
  await here(booking.id, people.player)
  await after(start, 15)
  expect((await say(booking.id, people.player, 'not-here')).status).toBe(200)
  await after(start, 20)
  expect((await callOff(booking.id)).body).toEqual({ players: 1 })
  const choice = await day.choice(booking.id)
  expect.soft(choice?.deadline).toEqual(new Date(+now() + 15 * 60_000))
  const mails = await mailsTo(people.player, 'choose:')
  expect.soft(mails).toHaveLength(1)
  // The coach who called it off says that they met, and the team believes them.
  expect.soft((await answer(booking.id, people.coach.account, false)).status).toBe(409)
  const asked = must(await day.question(booking.id), 'a question')
  expect.soft((await decide(asked.id, 'held')).status).toBe(409)
  await after(start, 36)
  await giveBackOverdue(app.deps)
  expect.soft(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: booking.price })
})

test('a coach calls off while the player says that they could not play, then agrees: the promised money still comes', async () => {
  const start = today('12:00')
  const booking = await book({ start })
  await after(start, 20)
  expect((await say(booking.id, people.player, 'could-not-play')).status).toBe(200)
  expect((await callOff(booking.id)).status).toBe(200)
  await answer(booking.id, people.coach.account, true)
  expect.soft((await choose(booking.id, { chosen: 'another-coach' })).status).toBe(200)
  await after(start, 36)
  await giveBackOverdue(app.deps)
  expect.soft(await read(booking.id)).not.toMatchObject({ startsAt: null, coachId: people.coach.profile.id })
})
