import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { completeBooking, markNoShow } from '#src/features/bookings/contract.ts'
import { bookingHistory, bookings } from '#src/features/bookings/server/table.ts'
import { decideQuestion } from '#src/features/sessions/outcomes-contract.ts'
import { must } from '#src/shared/must.ts'
import { fifty, hoursAgo, startExceptions } from '#tests/support/sessions/exceptions.ts'
import { choices, questions } from '../table.ts'

/** What staff undo: an outcome (MISS-11). */
const { app, owner, start, aSession, aDecided, read, look, takeBack, mails } = await startExceptions()
afterAll(() => app.close())

describe('an outcome is taken back', () => {
  test('once by 50 presses: a no-show, of which its player is told', async () => {
    const { booking, player, coachUser } = await aSession({ start: hoursAgo(3) })
    const params = { bookingId: booking.id }
    await app.call(markNoShow, { params }, owner.token)
    const { outcome } = await look(booking.number)
    expect(outcome?.words).toBe('It is marked as a no-show.')
    const answers = await fifty(() => takeBack(booking.id, must(outcome, 'an outcome').at))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await read(booking.id)).toMatchObject({ status: 'confirmed', missing: null })
    expect(await mails(`taken-back:${booking.id}`)).toEqual([player.email])
    // Who is marked once more is told once more.
    await app.call(markNoShow, { params }, owner.token)
    expect(await mails(`booking-no-show:${booking.id}`)).toEqual([player.email, player.email])
    // Nobody was told that a session is completed.
    await app.call(completeBooking, { params }, owner.token)
    expect((await takeBack(booking.id, must((await look(booking.number)).outcome, 'one').at)).status).toBe(200)
    expect(await mails(`taken-back:${booking.id}`)).toHaveLength(1)
    expect(await mails('taken-back:')).not.toContain(coachUser.email)
  })

  test('before the start, that the coach was missing: its player is reminded again', async () => {
    const { booking, coach } = await aSession()
    const ofHour = { bookingId: booking.id, startsAt: start.startsAt, coachId: coach.id }
    const asked = { ...ofHour, by: 'player', says: 'coach-asked' } as const
    const [question] = await app.deps.db
      .insert(questions)
      .values({ ...asked, askedAt: new Date(), state: 'staff', staffSince: new Date() })
      .returning()
    const body = { outcome: 'coach-missing', reason: 'We read it.' } as const
    const params = { questionId: must(question, 'a question').id }
    expect((await app.call(decideQuestion, { params, body }, owner.token)).status).toBe(200)
    expect(await read(booking.id)).toMatchObject({ status: 'cancelled', nextReminderAt: null })
    expect((await takeBack(booking.id, must((await look(booking.number)).outcome, 'one').at)).status).toBe(200)
    const dayBefore = new Date(+start.startsAt - 24 * 3_600_000)
    expect(await read(booking.id)).toMatchObject({ status: 'confirmed', nextReminderAt: dayBefore })
  })

  test('for 14 days', async () => {
    const { booking } = await aSession({ start: hoursAgo(24 * 20) })
    await app.deps.db.update(bookings).set({ status: 'completed' }).where(eq(bookings.id, booking.id))
    const marked = async (days: number) => {
      const createdAt = new Date(Date.now() - days * 24 * 3_600_000 - 1_000)
      await app.deps.db.delete(bookingHistory).where(eq(bookingHistory.bookingId, booking.id))
      await app.deps.db
        .insert(bookingHistory)
        .values({ bookingId: booking.id, act: 'complete', actorRole: 'coach', createdAt })
      return look(booking.number)
    }
    const late = await marked(14)
    expect(late.refusals['take-back']).toBe('What became of a session can be taken back for 14 days.')
    expect((await takeBack(booking.id, must(late.outcome, 'an outcome').at)).status).toBe(409)
    expect((await marked(13)).refusals['take-back']).toBeNull()
  })

  test.each(['held', 'player-missing', 'coach-missing'] as const)(
    'a decision that it was %s: both are told, and our team decides anew',
    async (outcome) => {
      const { booking, player, coachUser, decide } = await aDecided(outcome)
      const shown = await look(booking.number)
      expect(shown.refusals['take-back']).toBeNull()
      expect((await takeBack(booking.id, must(shown.outcome, 'an outcome').at)).status).toBe(200)
      expect(await read(booking.id)).toMatchObject({
        status: 'confirmed',
        missing: null,
        hadRemedy: false,
        refundDue: 0,
      })
      expect((await mails(`taken-back:${booking.id}`)).sort()).toEqual([player.email, coachUser.email].sort())
      expect((await look(booking.number)).outcome).toBeNull()
      // The link of the mail before leads nowhere, and the clock gives nothing back.
      expect(await app.deps.db.select().from(choices).where(eq(choices.bookingId, booking.id))).toEqual([])
      expect((await decide(outcome)).status).toBe(200)
      expect((await look(booking.number)).refusals['take-back']).toBeNull()
    },
  )
})
