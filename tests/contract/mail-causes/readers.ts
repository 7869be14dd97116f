import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aProfile } from '#src/demo/a-profile.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import type { Audience } from '#src/features/notifications/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import type { AnyCall, CallReply } from '#src/shared/define-call.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { aPaidBookingFor } from '../../support/paid-booking.ts'

/** The app in which mails are caused, and whom they go to: our team, and players and coaches who live in the zone under test. */

export type Person = Awaited<ReturnType<typeof aUser>>

/** What causes mails, their kinds with who of the team may read them, and by whom or how where another cause mails the same kinds. */
export type Cause = [what: string, cause: () => Promise<unknown>, kinds: Record<string, Audience>, by?: string]

export let app: TestApp
export let owner: Person
export let admin: Person
export const clock = new Date()

/** Before all tests; who asks closes it. */
export async function openApp() {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
  admin = await aUser(app.deps, { isAdmin: true })
}

/** Where players and coaches live, as their profiles say; null: these say nothing, and the business's clock counts. */
export let zone: string | null = null

/** From now on readers live there. */
export function setZone(readersZone: string | null) {
  zone = readersZone
}

export async function ask<C extends AnyCall>(
  call: C,
  body?: object,
  by?: Person,
  params: object = {},
): Promise<CallReply<C>> {
  const answer = await app.call(call, { body, params }, by?.token)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** Runs the jobs, those planned for later too. */
export async function runJobs() {
  for (let round = 0; round < 2; round++) {
    const waiting = sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`
    const { rowCount } = await app.deps.db.execute(waiting)
    if (!rowCount) return
    await app.runJobs()
  }
}

/** As if it had been long ago: no mail of it is left. */
export const silently = async <T>(act: () => Promise<T>): Promise<T> => {
  const made = await act()
  await runJobs()
  await app.deps.db.delete(deliveries)
  return made
}

let hours = 0
/** Far enough ahead for all deadlines; each cause has a coach of its own, so that the same hours do again. */
export const nextStart = () => bookableStarts(clock, app.deps.env.businessTimeZone).slice(30)[hours++ % 100]!

export function hoursAgo(hours: number) {
  const startsAt = new Date(clock.getTime() - hours * 3_600_000)
  return { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
}

/** An account whose holder lives in the zone under test. */
export async function aReader(overrides: Parameters<typeof aUser>[1] = {}) {
  const person = await aUser(app.deps, overrides)
  if (zone) await aProfile(app.deps, person, { zone })
  return person
}

export async function aCoachWithAccount(profile: Parameters<typeof aCoach>[1] = {}) {
  return aCoach(app.deps, { ...profile, userId: (await aReader()).id, hoursConfirmedAt: clock })
}

/** A session ahead, with a coach who has an account unless told otherwise. */
export async function aSession(overrides: BookingOverrides = {}) {
  const coach = overrides.coach ?? (await aCoachWithAccount())
  return aBooking(app.deps, { player: await aReader(), start: nextStart(), ...overrides, coach })
}

export async function aPaidSession({ player, coach }: { player?: Person; coach?: CoachRow } = {}) {
  return aPaidBookingFor(app, (player ?? (await aReader())).token, nextStart(), { coachId: coach?.id })
}
