import { eq, like, or } from 'drizzle-orm'
import { expect } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { findBooking } from '#src/features/bookings/server/bookings.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import * as calls from '#src/features/sessions/exceptions-contract.ts'
import { decideQuestion, listOpenQuestions } from '#src/features/sessions/outcomes-contract.ts'
import { questions } from '#src/features/sessions/server/table.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import { type Answer, startTestApp } from '../app.ts'
import { starts } from '../starts.ts'
import { zone } from './session-day.ts'

export const hoursAgo = (hours: number) => {
  const startsAt = new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000)
  return { ...wallClock(startsAt, zone), startsAt }
}
export const statuses = (answers: Answer<unknown>[]) => [...new Set(answers.map(({ status }) => status))].sort()
export const fifty = <Reply>(press: () => Promise<Answer<Reply>>) => Promise.all(Array.from({ length: 50 }, press))

/** The app, its owner, and what staff do with sessions beside what their people do. Calls are the owner's, unless told otherwise. */
export async function startExceptions() {
  const app = await startTestApp()
  const { db } = app.deps
  const owner = await aUser(app.deps, { isOwner: true, isAdmin: true })
  /** Some days ahead, so that it does not matter at which hour the test runs. */
  const start = must(starts[60], 'a start')

  /** A session for $29 with a coach who has an account. */
  async function aSession(overrides: BookingOverrides = {}) {
    const [player, coachUser] = [await aUser(app.deps), await aUser(app.deps)]
    const coach = await aCoach(app.deps, { userId: coachUser.id })
    const booking = await aBooking(app.deps, { player, coach, start, ...overrides })
    return { booking, player, coach, coachUser }
  }

  /** A session about which our team decided. */
  async function aDecided(
    outcome: 'coach-missing' | 'player-missing' | 'minutes-back' | 'new-hour' | 'held',
    hours = 3,
  ) {
    const session = await aSession({ start: hoursAgo(hours) })
    const { id, startsAt, coachId } = session.booking
    const says = outcome === 'minutes-back' ? ('late' as const) : ('not-here' as const)
    const asked = {
      bookingId: id,
      startsAt: must(startsAt, 'a start'),
      coachId,
      by: 'player' as const,
      says,
      askedAt: new Date(),
    }
    await db
      .insert(questions)
      .values({ ...asked, minutes: says === 'late' ? 10 : null, state: 'staff', staffSince: new Date(), agrees: false })
    const open = (await app.call(listOpenQuestions, {}, owner.token)).body
    const { id: questionId } = must(
      open.find(({ booking }) => booking.id === id),
      'a question',
    )
    const decide = (as: string) =>
      app.call(decideQuestion, { params: { questionId }, body: { outcome: as, reason: 'We read it.' } }, owner.token)
    expect((await decide(outcome)).status).toBe(200)
    return { ...session, decide }
  }

  const read = async (id: string) => must(await findBooking(db, id), 'a booking')
  const look = async (number: string, by = owner) =>
    must((await app.call(calls.findExceptions, { query: { numbers: number } }, by.token)).body[0], 'a booking')
  const many = (body: object, by = owner) => app.call(calls.actOnMany, { body }, by.token)
  const handOver = (bookingId: string, coachId: string, startsAt: Date | null, by = owner) =>
    app.call(
      calls.handOverBooking,
      { params: { bookingId }, body: { coachId, startsAt: startsAt?.toISOString() ?? 'none' } },
      by.token,
    )
  const takeBack = (bookingId: string, outcomeAt: string, by = owner) =>
    app.call(
      calls.takeBackOutcome,
      { params: { bookingId }, body: { outcomeAt, reason: 'The coach mixed two players up.' } },
      by.token,
    )
  const acts = async (bookingId: string) => {
    const rows = await db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, bookingId))
    return rows.map(({ act }) => act)
  }
  const mails = async (...keys: string[]) => {
    const rows = await db
      .select()
      .from(deliveries)
      .where(or(...keys.map((key) => like(deliveries.dedupeKey, `${key}%`))))
    return rows.filter(({ channel }) => channel === 'mail').map(({ recipient }) => recipient)
  }

  return { app, owner, start, aSession, aDecided, read, look, many, handOver, takeBack, acts, mails }
}
