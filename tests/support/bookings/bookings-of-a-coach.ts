import { eq } from 'drizzle-orm'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { startTestApp } from '../app.ts'
import { logInAgain } from '../attacks/log-in-again.ts'
import { starts } from '../starts.ts'

/** The app, four people, and bookings of the player with the coach, each at an hour of its own. */
export async function startBookings() {
  let clock = new Date()
  const app = await startTestApp({ now: () => clock })
  const people = {
    player: await aUser(app.deps),
    other: await aUser(app.deps),
    coach: await aUser(app.deps),
    staff: await aUser(app.deps, { isAdmin: true }),
  }
  let coach = await aCoach(app.deps, { userId: people.coach.id })
  let used = 0
  /** An hour nobody used yet; each group of tests has its own coach, so that two weeks are enough. */
  function freshStart(): Start {
    used += 1
    return starts[24 + used]!
  }
  async function useNewCoach(): Promise<void> {
    used = 0
    await app.deps.db.update(coaches).set({ userId: null })
    coach = await aCoach(app.deps, { userId: people.coach.id })
  }
  return {
    ...{ app, people, freshStart, useNewCoach },
    now: () => clock,
    profile: () => coach,
    aSession: (overrides: BookingOverrides = {}) =>
      aBooking(app.deps, { player: people.player, coach, start: freshStart(), ...overrides }),
    /** Does it at that instant; then it is as late as before. */
    at: async <T>(instant: Date, what: () => Promise<T>): Promise<T> => {
      const before = clock
      clock = instant
      await logInAgain(app.deps, instant)
      try {
        return await what()
      } finally {
        clock = before
        await logInAgain(app.deps, before)
      }
    },
    cancel: (id: string, refund: string, token: string) =>
      app.call(calls.cancelBooking, { params: { bookingId: id }, body: { refund } }, token),
    rowOf: async (id: string) => (await app.deps.db.select().from(bookings).where(eq(bookings.id, id)))[0]!,
    mailsTo: (email: string) => app.sandbox.outbox.list().filter((mail) => mail.to.includes(email)),
    /** The texts of a mail's attachments in the outbox. */
    attachments: async (mailId: number | string): Promise<string[]> => {
      const answer = await app.app.http.inject(`/dev/outbox/${mailId}.json`)
      const { attachments } = answer.json() as { attachments: { text: string }[] }
      return attachments.map(({ text }) => text.replaceAll('\r\n ', ''))
    },
  }
}

export const hoursBefore = (booking: { startsAt: Date | null }, hours: number) =>
  new Date(booking.startsAt!.getTime() - hours * 3_600_000)
export const to = (start: Start) => ({ selectedDate: start.date, selectedTime: start.time })
