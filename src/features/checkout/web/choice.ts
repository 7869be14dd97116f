import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { anyCoachLabel, type Service } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import type { Contact } from '#src/features/payments/web/payment-form.tsx'
import { toDecimal } from '#src/shared/money.ts'
import { showDuration } from '#src/shared/times.ts'
import type { Offer } from './offer.ts'

/** What a player has picked so far. A null coach is any available one. */
export type Choice = {
  game: Offer['game']
  coachId: string | null
  serviceId: string | null
  /** `YYYY-MM-DD` and `HH:mm` in the business's zone. */
  date: string | null
  time: string | null
}

/** What opens the dialog: an offer, and what an earlier opening had come to when it goes on from there. */
export type OpenedOffer = Offer & {
  choice?: Choice
  /** What was being paid for. */
  session?: ChosenSession
  /** The player has chosen something of it already. */
  isChanged?: boolean
  /** What a visitor pressed Proceed for: it goes on as soon as they have an account. */
  proceedsTo?: ChosenSession
  /** What was typed at the checkout, and the account that did. */
  contact?: Contact | null
  playerId?: string
}

/** A complete choice. `zone` is the one of the hour's date and time. */
export type ChosenSession = { coach: Coach | null; service: Service; hour: Hour; zone: string }

/** Where a choice starts: a package is chosen already, all else is open. */
export function firstChoice({ coach, game, packageId, choice }: OpenedOffer): Choice {
  return choice ?? { game, coachId: coach?.id ?? null, serviceId: packageId ?? null, date: null, time: null }
}

/** The body that asks for a session's payment; the amount is what the player was shown. */
export function intentBody({ coach, service, hour }: ChosenSession, { game, coachId }: Choice) {
  const coachName = coach?.name ?? anyCoachLabel
  return {
    amount: toDecimal(service.price),
    description: `${service.name} with ${coachName}`,
    metadata: {
      coach: coachName,
      service: service.name,
      duration: showDuration(service.minutes),
      serviceId: service.id,
      coachId,
      game,
      selectedDate: hour.date,
      selectedTime: hour.time,
    },
  }
}

/** The three hours nearest to one, the earliest of them first. */
export function nearestFree(free: Hour[], { startsAt }: Pick<Hour, 'startsAt'>): Hour[] {
  const distance = (hour: Hour) => Math.abs(Date.parse(hour.startsAt) - Date.parse(startsAt))
  return free
    .filter((hour) => hour.startsAt !== startsAt)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, 3)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}
