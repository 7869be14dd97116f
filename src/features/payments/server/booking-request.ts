import type { Deps } from '#src/deps.ts'
import { anyCoachLabel, anyCoachName, findService, type Service } from '#src/features/bookings/services.ts'
import { type CoachRow, findActiveCoach, findActiveCoachByName } from '#src/features/coaches/server/coaches.ts'
import { findStart, type Start } from '#src/features/schedule/server/schedule.ts'
import { Invalid, NotFound } from '#src/platform/http/errors.ts'
import { isId } from '#src/shared/fields.ts'
import { type Expertise, expertiseOf, playedGames, type WireGame } from '#src/shared/games.ts'
import { parseTime } from '#src/shared/times.ts'

/** What a player wants to pay for, as sent in the body. Ids take precedence over names and texts. */
export type IntentRequest = {
  /** The price the player was shown, in cents. */
  amount: number
  description: string | null
  metadata: Partial<
    Record<'coach' | 'service' | 'serviceId' | 'coachId' | 'selectedDate' | 'selectedTime', string | null>
  > & { game?: WireGame | null }
}

/** The validated request: checked against the catalogue, the coaches and the calendar. */
export type BookingRequest = {
  service: Service
  coach: CoachRow | null
  /** Any of these games will do. */
  games: Expertise
  start: Start | null
}

/**
 * Validates a request. An hour is held only if both date and time are given. Throws `Invalid` for an unknown service or
 * hour, `NotFound` for an unknown coach.
 */
export async function readBookingRequest(
  deps: Deps,
  { description, metadata }: IntentRequest,
): Promise<BookingRequest> {
  const service =
    findService(metadata.serviceId ?? '') ??
    findService(metadata.service ?? '') ??
    findService(description?.split(' with ')[0] ?? '')
  if (!service) throw new Invalid({ 'metadata.service': 'This service does not exist.' })
  const coach = await readCoach(deps, metadata.coachId, metadata.coach)
  const start =
    metadata.selectedDate && metadata.selectedTime
      ? readStart(deps, metadata.selectedDate, metadata.selectedTime)
      : null
  return {
    service,
    coach,
    start,
    games: metadata.game ? expertiseOf(metadata.game) : (coach?.gameExpertise ?? playedGames),
  }
}

async function readCoach({ db }: Deps, id?: string | null, name?: string | null): Promise<CoachRow | null> {
  if (id) {
    const coach = isId(id) ? await findActiveCoach(db, id) : null
    if (!coach) throw new NotFound('This coach is not available.')
    return coach
  }
  if (!name || name === anyCoachName || name === anyCoachLabel) return null
  const coach = await findActiveCoachByName(db, name)
  if (!coach) throw new NotFound('This coach is not available.')
  return coach
}

/** The start a body's date and time name. Throws `Invalid` if it is not bookable. */
function readStart({ env, now }: Deps, date: string, timeText: string): Start {
  const time = parseTime(timeText)
  const start = time && findStart(date, time, now(), env.businessTimeZone)
  if (!start)
    throw new Invalid({
      'metadata.selectedTime': 'Choose one of the hours of the next 14 days, such as 2026-01-05 and 09:00.',
    })
  return start
}
