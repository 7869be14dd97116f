import { anyCoachLabel, anyCoachName, findService, type Service } from '#src/bookings/catalogue.ts'
import { knownGame } from '#src/bookings/server/bookings.ts'
import { type CoachRow, findActiveCoach, findActiveCoachByName } from '#src/coaches/server/coaches.ts'
import { findStart, type Start } from '#src/schedule/server/schedule.ts'
import type { Deps } from '#src/server/deps.ts'
import { Invalid, NotFound } from '#src/server/errors.ts'
import { isId } from '#src/shared/fields.ts'
import type { Game } from '#src/shared/game.ts'
import { parseTime } from '#src/shared/times.ts'

/** What a player asks to pay for, as the intent's body says it. Names and texts are hints; ids win over them. */
export type IntentRequest = {
  /** Cents the player was shown. */
  amount: number
  description: string | null
  metadata: Partial<
    Record<'coach' | 'service' | 'serviceId' | 'coachId' | 'game' | 'selectedDate' | 'selectedTime', string | null>
  >
}

/** The request, understood: everything checked against the catalogue, the coaches and the calendar. */
export type Wish = {
  service: Service
  coach: CoachRow | null
  game: Game
  start: Start | null
  coachName: string | null
}

/**
 * Understands a request; date and time must both be there for an hour to be held. Throws `Invalid` for a service or hour
 * that does not exist, `NotFound` for a coach.
 */
export async function readWish(deps: Deps, { description, metadata }: IntentRequest): Promise<Wish> {
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
    game: knownGame(metadata.game ?? coach?.gameExpertise),
    coachName: coach?.name ?? null,
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

/** The start that a body's date and time name. Throws `Invalid` when it is none of the 14 days' hourly starts. */
function readStart({ env, now }: Deps, date: string, timeText: string): Start {
  const time = parseTime(timeText)
  const start = time && findStart(date, time, now(), env.businessTimeZone)
  if (!start)
    throw new Invalid({
      'metadata.selectedTime': 'Choose one of the hours of the next 14 days, such as 2026-01-05 and 09:00.',
    })
  return start
}
