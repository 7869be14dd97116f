import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { readCoachDetails } from '#src/features/coaches/contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import type { Side } from '#src/features/messages/rules.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { fewestAnswers, recountAnswerTimes } from './answer-times.ts'
import { messages, threads } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let talks = 0

/** A conversation with a coach: who wrote, so many minutes after it began. */
async function talk(coach: CoachRow, said: [side: Side, minute: number][]) {
  const player = await aUser(app.deps)
  const start = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)[talks++]
  const { id: bookingId } = await aBooking(app.deps, { coach, player, start })
  const [thread] = await app.deps.db.insert(threads).values({ bookingId, lastNumber: said.length }).returning()
  const yesterday = app.deps.now().getTime() - 86_400_000
  const sender = { senderId: player.id, senderName: player.name, senderEmail: player.email, content: 'Hello' }
  await app.deps.db.insert(messages).values(
    said.map(([side, minute], i) => ({
      ...{ threadId: thread!.id, number: i + 1, side, ...sender },
      createdAt: new Date(yesterday + minute * 60_000),
    })),
  )
}

async function shown({ slug }: CoachRow) {
  await recountAnswerTimes(app.deps)
  const { answerMinutes, answersCounted } = (await app.call(readCoachDetails, { params: { slug } })).body
  return [answerMinutes, answersCounted]
}

test('the median of a coach’s answers is shown from five of them on with their number, and goes when they do', async () => {
  const [coach, quick] = [await aCoach(app.deps), await aCoach(app.deps)]
  // Answers after 10, 20, 30 and 600 minutes.
  await talk(coach, [
    ['player', 0],
    ['player', 5],
    ['coach', 10],
    ['coach', 11],
    ['player', 100],
    ['staff', 101],
    ['coach', 120],
  ])
  await talk(coach, [
    ['coach', 0],
    ['player', 1],
    ['coach', 31],
  ])
  await talk(coach, [
    ['player', 0],
    ['coach', 600],
    // No answer.
    ['player', 700],
  ])
  for (let n = 0; n < fewestAnswers; n++)
    await talk(quick, [
      ['player', 0],
      ['coach', 1],
    ])
  expect(await shown(coach)).toEqual([null, null])
  expect(await shown(quick)).toEqual([1, fewestAnswers])

  await talk(coach, [
    ['player', 0],
    ['coach', 45],
  ])
  expect(await shown(coach)).toEqual([30, 5])

  // The median stays, of one more.
  await talk(coach, [
    ['player', 0],
    ['coach', 30],
  ])
  expect(await shown(coach)).toEqual([30, 6])

  await app.deps.db.delete(messages)
  expect(await shown(coach)).toEqual([null, null])
})
