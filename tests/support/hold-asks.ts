import { sql } from 'drizzle-orm'
import { aCoach } from '#src/demo/a-coach.ts'
import { findService, type Service } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { saveAvailability } from '#src/features/schedule/server/availability.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import type { TestApp } from './app.ts'

export type Wanted = { coach: CoachRow | null; start?: Start; service?: Service }
export type HeldIntent = CallReply<typeof createPaymentIntent>

const basic = findService('1on1-basic')!

/** Asks for an hour as a browser at this address does. */
export async function askForHour(
  app: TestApp,
  token: string,
  { coach, start, service = basic }: Wanted,
  remoteAddress = '192.0.2.1',
) {
  const hour = { selectedDate: start?.date, selectedTime: start?.time }
  const metadata = { serviceId: service.id, coachId: coach?.id, game: 'rocket-league', ...hour }
  const answer = await app.app.http.inject({
    method: 'POST',
    url: createPaymentIntent.path,
    payload: { amount: service.price / 100, metadata },
    headers: { authorization: `Bearer ${token}` },
    remoteAddress,
  })
  return {
    status: answer.statusCode,
    body: answer.json<HeldIntent & { message: string; reason: string; nearest: unknown }>(),
    retryAfter: Number(answer.headers['retry-after']),
  }
}

/** How many minutes of a coach are in somebody's hands. */
export async function minutesHeld(app: TestApp, coach: CoachRow): Promise<number> {
  const { rows } = await app.deps.db.execute<{ minutes: number }>(sql`
    select coalesce(sum(extract(epoch from upper(during) - lower(during)) / 60), 0)::int as minutes
      from slots where coach_id = ${coach.id}`)
  return rows[0]!.minutes
}

/** A coach who works so many hours a day, on seven days a week or as many as told. */
export async function aRareCoach(app: TestApp, hours = 1, weekdays = [1, 2, 3, 4, 5, 6, 7]): Promise<CoachRow> {
  const coach = await aCoach(app.deps)
  const closes = `${String(9 + hours).padStart(2, '0')}:00`
  const week = weekdays.map((weekday) => ({ weekday, opens: '09:00', closes }))
  await saveAvailability(app.deps, coach.id, { zone: 'America/New_York', week, exceptions: [] })
  return coach
}
