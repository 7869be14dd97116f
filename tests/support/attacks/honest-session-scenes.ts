import { eq } from 'drizzle-orm'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { bookingHistory, bookings } from '#src/features/bookings/server/table.ts'
import { listShutHours } from '#src/features/schedule/contract.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { reportProblem } from '#src/features/sessions/safety-contract.ts'
import { homework, reports } from '#src/features/sessions/server/table.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import type { TestApp } from '../app.ts'
import type { Scene } from './honest-scenes.ts'

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const zone = 'America/New_York'

/** Of what goes wrong around a session: the calls that name hours, sums or people as they stand. */
export const sessionScenes: Scene[] = [
  {
    call: 'POST /api/coach/call-off-day',
    async prepare(app) {
      const { bookingId, coach, startsAt } = await aSession(app)
      const { date } = wallClock(startsAt, zone)
      const body = { reason: 'ill', date, zone, sessions: [{ bookingId, startsAt: startsAt.toISOString() }] }
      return { url: '/api/coach/call-off-day', headers: bearer(coach), body }
    },
  },
  {
    call: 'POST /api/coaches/{coachId}/call-off-day',
    async prepare(app) {
      const { bookingId, coachId, startsAt } = await aSession(app)
      const owner = await aUser(app.deps, { isOwner: true })
      const { date } = wallClock(startsAt, zone)
      const body = { reason: 'ill', date, zone, sessions: [{ bookingId, startsAt: startsAt.toISOString() }] }
      return { url: `/api/coaches/${coachId}/call-off-day`, headers: bearer(owner), body }
    },
  },
  {
    call: 'POST /api/exceptions',
    async prepare(app) {
      const { number } = await aSession(app)
      const owner = await aUser(app.deps, { isOwner: true })
      const body = { act: 'cancel', lines: [{ number, refund: '29.00' }] }
      return { url: '/api/exceptions', headers: bearer(owner), body }
    },
  },
  {
    call: 'POST /api/bookings/{bookingId}/hand-over',
    async prepare(app) {
      const { bookingId, startsAt } = await aSession(app)
      const { id: coachId } = await aCoach(app.deps)
      const owner = await aUser(app.deps, { isOwner: true })
      const body = { coachId, startsAt: startsAt.toISOString() }
      return { url: `/api/bookings/${bookingId}/hand-over`, headers: bearer(owner), body }
    },
  },
  {
    call: 'POST /api/bookings/{bookingId}/take-back',
    async prepare(app) {
      const { bookingId } = await aSession(app)
      const owner = await aUser(app.deps, { isOwner: true })
      const createdAt = app.deps.now()
      await app.deps.db.update(bookings).set({ status: 'completed' }).where(eq(bookings.id, bookingId))
      await app.deps.db.insert(bookingHistory).values({ bookingId, act: 'complete', actorRole: 'staff', createdAt })
      const body = { outcomeAt: createdAt.toISOString(), reason: 'Two sessions were mixed up.' }
      return { url: `/api/bookings/${bookingId}/take-back`, headers: bearer(owner), body }
    },
  },
  {
    call: 'POST /api/coaches/{coachId}/reopen-hours',
    async prepare(app) {
      const { bookingId, coach, coachId } = await aSession(app)
      await app.call(callOff, { params: { bookingId }, body: { reason: 'ill' } }, coach.token)
      const owner = await aUser(app.deps, { isOwner: true })
      const shut = (await app.call(listShutHours, {}, owner.token)).body.find((each) => each.coachId === coachId)
      const { from, to } = must(shut, 'a shut hour')
      return { url: `/api/coaches/${coachId}/reopen-hours`, headers: bearer(owner), body: { from, to } }
    },
  },
  {
    call: 'POST /api/bookings/{bookingId}/block',
    async prepare(app) {
      const { bookingId, coach } = await aSession(app)
      const body = { sessions: 1, refund: '29.00' }
      return { url: `/api/bookings/${bookingId}/block`, headers: bearer(coach), body }
    },
  },
  {
    call: 'POST /api/session-reports/{reportId}/settle',
    async prepare(app) {
      const { bookingId, player } = await aSession(app)
      const owner = await aUser(app.deps, { isOwner: true })
      await app.call(reportProblem, { params: { bookingId }, body: { problem: 'rude' } }, player.token)
      const [report] = await app.deps.db.select().from(reports).where(eq(reports.bookingId, bookingId))
      const url = `/api/session-reports/${must(report, 'a report').id}/settle`
      return { url, headers: bearer(owner), body: { upheld: true, reason: 'We read your chat.' } }
    },
  },
  {
    call: 'PUT /api/homework/{homeworkId}',
    async prepare(app) {
      const { bookingId, player } = await aSession(app)
      const [task] = await app.deps.db.insert(homework).values({ bookingId, place: 0, text: 'Landings' }).returning()
      const url = `/api/homework/${must(task, 'homework').id}`
      return { url, headers: bearer(player), body: { done: true } }
    },
  },
]

/** A paid session that lies ahead. */
async function aSession({ deps }: TestApp) {
  const [player, coach] = [await aUser(deps), await aUser(deps)]
  const profile = await aCoach(deps, { userId: coach.id })
  const { id: bookingId, number, startsAt } = await aBooking(deps, { player, coach: profile })
  return { bookingId, number, player, coach, coachId: profile.id, startsAt: must(startsAt, 'a start') }
}
