import { afterAll, beforeEach, expect, test } from 'vitest'
import { claimMissingNotes, moveBooking } from '#src/features/bookings/contract.ts'
import { scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import type { Wish } from '#src/features/sessions/call-off-contract.ts'
import { tickOwed } from '#src/features/sessions/contract.ts'
import * as calls from '#src/features/sessions/write-up-contract.ts'
import { must } from '#src/shared/must.ts'
import { aSession } from '#tests/support/sessions/a-session.ts'
import { startSessionDay, type User } from '#tests/support/sessions/session-day.ts'

/** A session that was written up at its start, and then got another hour or coach. */
const day = await startSessionDay()
const { app, people, aStart, setClock } = day
afterAll(() => app.close())
beforeEach(day.begin)

const words = {
  seen: ['Written before anybody played. '.repeat(4)],
  homework: [{ text: 'Old homework' }],
  nextStep: null,
}

/** An hour with notes owed, whose coach wrote it up a minute after the start; `at` counts from the present start. */
async function aWrittenSession() {
  const session = await aSession(day)
  const { player, coachUser, params, row } = session
  const write = ({ token }: User, seen = words.seen) =>
    app.call(calls.saveWriteUp, { params, body: { ...words, seen } as never }, token)
  await session.at(1)
  expect((await write(coachUser)).body).toMatchObject({ isFirst: true })
  return {
    ...{ ...session, write, other: await day.aCoachWithAccount() },
    callOff: () => day.callOff(params.bookingId, coachUser),
    choose: (body: Wish) => day.choose(params.bookingId, body, player),
    at: async (minutes: number) => setClock(new Date(+must((await row()).startsAt, 'a start') + minutes * 60_000)),
    rungs: async () => (await app.call(calls.readProgress, {}, player.token)).body.rungs,
    mails: async () => {
      await app.runJobs()
      return app.sandbox.outbox.list().filter(({ to, subject }) => to === player.email && subject.includes('wrote up'))
    },
  }
}

test('another hour owes notes anew: what was written before is gone, and the new words are mailed', async () => {
  const { player, coachUser, params, row, write, callOff, choose, at, rungs, mails } = await aWrittenSession()
  await at(5)
  expect((await callOff()).status).toBe(200)
  const to = aStart(60)
  const wish = { chosen: 'another-hour', selectedDate: to.date, selectedTime: to.time } as const
  expect((await choose(wish)).status).toBe(200)
  expect(await row()).toMatchObject({ notesSentAt: null, status: 'confirmed' })
  expect(await rungs()).toEqual([])
  expect((await app.call(calls.readWriteUp, { params }, coachUser.token)).body.writeUp).toBeNull()

  await at(60 + 49 * 60)
  expect((await app.call(claimMissingNotes, { params }, player.token)).status).toBe(200)
  expect((await mails()).length).toBe(1)
  expect((await write(coachUser, ['Really played. '.repeat(8)])).body).toMatchObject({ isFirst: true })
  expect((await mails()).length).toBe(2)
  expect(await rungs()).toMatchObject([{ seen: ['Really played. '.repeat(8).trim()] }])
})

test('not even our team moves what has begun: its notes are of its hour', async () => {
  const { player, params, row, rungs } = await aWrittenSession()
  const to = aStart(60)
  const body = { selectedDate: to.date, selectedTime: to.time }
  for (const { token } of [people.owner, player])
    expect(await app.call(moveBooking, { params, body }, token)).toMatchObject({
      status: 409,
      body: { message: 'This session has started.' },
    })
  expect((await row()).notesSentAt).not.toBeNull()
  expect(await rungs()).toMatchObject([{ seen: [words.seen[0]?.trim()] }])
})

test('the next coach neither reads nor inherits what the one before wrote', async () => {
  const { other, params, row, write, callOff, choose, at } = await aWrittenSession()
  await at(5)
  await callOff()
  expect((await choose({ chosen: 'another-coach' })).status).toBe(200)
  const to = aStart(100)
  const body = { selectedDate: to.date, selectedTime: to.time, coachId: other.profile.id }
  expect((await app.call(scheduleBooking, { params, body }, people.owner.token)).status).toBe(200)
  expect((await row()).coachName).toBe(other.profile.name)
  await at(61)
  expect((await app.call(calls.readWriteUp, { params }, other.account.token)).body.writeUp).toBeNull()
  expect((await write(other.account)).body).toMatchObject({ isFirst: true })
})

test('an hour that both could not play leaves no notes', async () => {
  const { player, coachUser, row, at, say, rungs } = await aWrittenSession()
  await at(15)
  for (const who of [coachUser, player]) expect((await say(who, 'could-not-play')).status).toBe(200)
  expect(await row()).toMatchObject({ startsAt: null, notesSentAt: null })
  expect(await rungs()).toEqual([])
})

test('who coaches next has watched no replays, whether our team finds them or they get a new hour', async () => {
  for (const says of ['not-here', 'could-not-play']) {
    const { player, coachUser, other, params, row, choose, at, say, answer, stateFor } = await aWrittenSession()
    const ticked = { replaysWatched: true, newReplayChecked: false }
    expect((await app.call(tickOwed, { params, body: ticked }, coachUser.token)).status).toBe(200)
    await at(15)
    expect((await say(player, says)).status).toBe(200)
    if (says === 'not-here') {
      expect((await answer(coachUser, true)).status).toBe(200)
      expect((await choose({ chosen: 'another-coach' })).status).toBe(200)
    } else expect((await say(coachUser, says)).status).toBe(200)
    const to = aStart(100)
    const body = { selectedDate: to.date, selectedTime: to.time, coachId: other.profile.id }
    expect((await app.call(scheduleBooking, { params, body }, people.owner.token)).status).toBe(200)
    expect((await row()).coachName).toBe(other.profile.name)
    await app.runJobs()
    for (const who of [player, other.account]) expect(await stateFor(who)).toMatchObject({ watchedAt: null })
  }
})
