import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { openLoginSession } from '#src/features/accounts/server/accounts.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { currentPolicy, unchanged } from '#src/features/bookings/rules.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { findService, services } from '#src/features/bookings/services.ts'
import * as payments from '#src/features/payments/contract.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { nextOf, type Question } from '#src/features/sessions/outcomes.ts'
import { toDecimal } from '#src/shared/money.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'

/** The app that keeps what the Terms say, its clock, and a session that was sold. */

type Person = Awaited<ReturnType<typeof aUser>>

/** What the Terms say, what makes it true, and what that gives. */
export type Statement = [words: string, rule: () => unknown, truth: unknown]

export let app: TestApp
export let clock = new Date()

/** Before all tests; who asks closes it. */
export async function openApp() {
  app = await startTestApp({ now: () => clock })
}

/** From now on it is that late; each test begins now. */
export function setClock(now: Date) {
  clock = now
}

export const startsAt = new Date('2026-06-01T20:00:00Z')
export const endsAt = new Date('2026-06-01T21:00:00Z')
export const hoursBefore = (hours: number, ms = 0) => new Date(startsAt.getTime() - hours * 3_600_000 + ms)
export const afterEnd = (days: number, ms = 0) => new Date(endsAt.getTime() + days * 24 * 3_600_000 + ms)
const isOn = { status: 'confirmed', isCalledOff: false } as const
const createdAt = new Date('2026-05-20T20:00:00Z')
export const sold = { ...unchanged, createdAt, startsAt, endsAt, terms: currentPolicy, ...isOn, ...services[0] }

/** What follows from what is said of a session in which nobody pressed that they are here: its outcome, or who decides. */
export function follows(said: Partial<Question>, now = endsAt): string {
  const question = { says: 'not-here', by: 'player', minutes: null, askedAt: endsAt, agrees: null, ...said } as const
  const meeting = { startsAt, endsAt, here: { player: null, coach: null }, hadOutage: false, canCoachAnswer: true }
  const next = nextOf(question, meeting, { missedBefore: 0, wasBelieved: false, isCompleted: false, now })
  return next.is === 'settled' ? next.outcome : next.is
}

let hours = 30
export const nextStart = (): Start => bookableStarts(clock, 'America/New_York')[hours++]!

/** Somebody of the team, signed in just now: after a few days one has to log in again. */
export const ourTeam = () => aUser(app.deps, { isAdmin: true, isOwner: true })
export const tokenOf = ({ id }: Person) => openLoginSession(app.deps.db, id, clock)
export const sessionsOf = async (player: Person) =>
  (await app.call(calls.listMySessions, {}, await tokenOf(player))).body
export const rowOf = async (id: string) => (await app.deps.db.select().from(bookings).where(eq(bookings.id, id)))[0]!

export const hourOf = ({ date, time }: Start) => ({ selectedDate: date, selectedTime: time })

export function intentFor(
  player: Person | undefined,
  { date, time }: Start,
  serviceId = '1on1-basic',
  coachId?: string,
) {
  const metadata = { serviceId, coachId, selectedDate: date, selectedTime: time }
  const amount = toDecimal(findService(serviceId)!.price)
  return app.call(payments.createPaymentIntent, { body: { amount, metadata } }, player?.token)
}

/** A session that ended a minute ago. */
export async function aSessionOver(overrides: BookingOverrides) {
  const startsAt = new Date(clock.getTime() - 61 * 60_000)
  return aBooking(app.deps, { start: { ...wallClock(startsAt, 'America/New_York'), startsAt }, ...overrides })
}

export async function cancel(bookingId: string, by: Person, refund: string): Promise<number> {
  const answer = await app.call(
    calls.cancelBooking,
    { params: { bookingId }, body: { refund, reason: 'Ill' } },
    await tokenOf(by),
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return (await rowOf(bookingId)).refundDue
}

/** A session an hour before its start, when cancelling gives nothing back any more. */
export async function lastMinuteSession() {
  const [player, coachUser] = [await aUser(app.deps), await aUser(app.deps)]
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const { id: bookingId, startsAt } = await aBooking(app.deps, { player, coach, start: nextStart() })
  clock = new Date(Number(startsAt) - 3_600_000)
  return { player, coachUser, bookingId, params: { bookingId } }
}
