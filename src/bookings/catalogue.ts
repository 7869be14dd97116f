import type { Game } from '#src/shared/game.ts'

/**
 * What can be booked, for how much and on which terms: the business's constants (specification part 9, readings R3-R7
 * of the design). Both sides read them; only the server's reading counts.
 */
export type Service = {
  id: string
  name: string
  minutes: number
  /** Whole cents, for one seat. */
  price: number
  /** How many players can share the session. */
  capacity: number
  /** What is in it, in one line; empty for what has nothing to promise. */
  includes: string
}

export const services: Service[] = [
  {
    id: '1on1-basic',
    name: '1-on-1 Basic Session',
    minutes: 60,
    price: 2900,
    capacity: 1,
    includes: 'Your coach watches 1 replay before you meet and writes your three things down within 24 hours.',
  },
  {
    id: '1on1-advanced',
    name: '1-on-1 Advanced Session',
    minutes: 90,
    price: 4900,
    capacity: 1,
    includes: "2 replays watched before. Your week's plan in writing, and 7 days of questions answered in the chat.",
  },
  {
    id: '1on1-pro',
    name: '1-on-1 Pro Session',
    minutes: 120,
    price: 7900,
    capacity: 1,
    includes:
      "3 replays watched before. Your month's plan in writing, 14 days of questions, and one new replay checked.",
  },
  {
    id: 'group-basic',
    name: 'Group Session',
    minutes: 60,
    price: 2000,
    capacity: 4,
    includes: 'One coach for your duo or squad: rotations and calls.',
  },
]

/** The packages of the landing page: real offers at their advertised price. `regularPrice` is the struck-through one. */
export type Package = Service & { title: string; regularPrice: number }

export const packages: Package[] = [
  {
    id: 'package-starter',
    title: 'Starter',
    name: 'Starter Session',
    minutes: 60,
    price: 1500,
    regularPrice: 2900,
    capacity: 1,
    includes: 'One replay or match, looked at together. You leave with three things to practise.',
  },
  {
    id: 'package-pro',
    title: 'Pro',
    name: 'Pro Session',
    minutes: 90,
    price: 2500,
    regularPrice: 4900,
    capacity: 1,
    includes: 'Two replays or matches, then drills for your rank. You leave with a plan for the week.',
  },
  {
    id: 'package-elite',
    title: 'Elite',
    name: 'Elite Session',
    minutes: 120,
    price: 3900,
    regularPrice: 7900,
    capacity: 1,
    includes: 'Mechanics and game sense in one sitting. You leave with a plan for the month.',
  },
]

export type PackageId = 'package-starter' | 'package-pro' | 'package-elite'

/** The services of a game. Both games share one list, and an unknown game falls back to Fortnite's: the same one. */
export function servicesOf(_game: Game | string): Service[] {
  return services
}

/** What sessions cost at least: `'1-on-1 from $29, group seat $20'`. A seat in a group is no session of one's own. */
export function startingPrices(game: Game): string {
  const lowest = (isGroup: boolean) =>
    Math.min(...servicesOf(game).flatMap(({ capacity, price }) => (capacity > 1 === isGroup ? [price / 100] : [])))
  return `1-on-1 from $${lowest(false)}, group seat $${lowest(true)}`
}

/** The service or package with this id or name; undefined when there is none. */
export function findService(idOrName: string): Service | undefined {
  const wanted = idOrName === groupInFull ? 'group-basic' : idOrName
  return [...services, ...packages].find((service) => service.id === wanted || service.name === wanted)
}

/** The group's name as the specification writes it out. */
const groupInFull = 'Group Session for 2-4 players'

/** What the percentage badge says: `48% OFF`. */
export function discountBadge(offer: Package): string {
  return `${Math.round((1 - offer.price / offer.regularPrice) * 100)}% OFF`
}

export const bookingStatuses = ['confirmed', 'completed', 'cancelled', 'no_show'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** How long "Proceed to Payment" keeps an hour for one player, and how many hours a player can keep at once. */
export const holdMinutes = 15
/** What a player who is still paying can add to it, once. */
export const longerHoldMinutes = 10
export const maxLiveHolds = 3

/** The name of a coach not chosen yet, as the pricing cards say it. */
export const anyCoachName = 'Choose your coach'
/** What a player picks who leaves the choice of the coach to us. */
export const anyCoachLabel = 'Any available coach'

/** The date and time of a booking that staff still has to schedule. */
export const toBeDecided = 'TBD'

/** The terms of a booking. Order and booking keep them whole: what was sold never follows a later change. */
export type CancellationPolicy = {
  version: number
  fullRefundHours: number
  halfRefundHours: number
  freeMoveHours: number
  /** How many days after a player's first session the satisfaction guarantee can be claimed. */
  guaranteeDays: number
}

/** The terms of what is sold from now on; a change raises the version. Of what was sold already only its own terms count. */
export const currentPolicy: CancellationPolicy = {
  version: 1,
  fullRefundHours: 24,
  halfRefundHours: 2,
  freeMoveHours: 12,
  guaranteeDays: 7,
}

/** What was sold, as orders and bookings keep it: the catalogue may change or lose a service, these facts stay. */
export type Sold = {
  serviceId: string
  serviceName: string
  minutes: number
  capacity: number
  includes: string
  terms: CancellationPolicy
}

/** The facts of a service that is being sold right now. */
export function soldNow({ id, name, minutes, capacity, includes }: Service): Sold {
  return { serviceId: id, serviceName: name, minutes, capacity, includes, terms: currentPolicy }
}

/** What decides how much cancelling gives back, as a booking keeps it. Money is cents. */
export type Refundable = {
  price: number
  /** What is due back already. */
  refundDue: number
  startsAt: Date | string | null
  terms: CancellationPolicy
  /** The most that cancelling can still give back, in percent: moving never raises it. */
  refundShareLimit: number
  /** The player did not ask for the last change: everything goes back until the session starts. */
  fullRefundUntilStart: boolean
  /** What the player's bank was asked, and decided. */
  dispute: 'open' | 'won' | 'lost' | null
}

/** A session as it is sold: nothing given back, nothing changed. */
export const unchanged = { refundDue: 0, refundShareLimit: 100, fullRefundUntilStart: false, dispute: null }

/** What cancelling at `startsAt` gives back until when, beyond what is due already, and until when moving is free. */
export function cancellationTerms(booking: Refundable & { startsAt: Date | string }) {
  const { startsAt, terms, refundShareLimit, fullRefundUntilStart } = booking
  const before = (hours: number) => new Date(new Date(startsAt).getTime() - hours * 3_600_000)
  const freeMoveUntil = before(terms.freeMoveHours)
  if (fullRefundUntilStart)
    return {
      full: { amount: shareOf(booking, 100), until: before(0) },
      half: { amount: 0, until: before(0) },
      freeMoveUntil,
    }
  const part = (percent: number) => shareOf(booking, Math.min(percent, refundShareLimit))
  return {
    full: { amount: part(100), until: before(terms.fullRefundHours) },
    half: { amount: part(50), until: before(terms.halfRefundHours) },
    freeMoveUntil,
  }
}

/** The percentage of the price that the terms give back at `now`: 100, 50 or 0, or what an earlier move left of it. */
export function refundShare(booking: Omit<Refundable, 'price' | 'refundDue' | 'dispute'>, now: Date): number {
  const { startsAt, terms, refundShareLimit, fullRefundUntilStart } = booking
  const hoursLeft = startsAt ? (new Date(startsAt).getTime() - now.getTime()) / 3_600_000 : Number.POSITIVE_INFINITY
  if (fullRefundUntilStart) return hoursLeft >= 0 ? 100 : 0
  return Math.min(
    refundShareLimit,
    hoursLeft >= terms.fullRefundHours ? 100 : hoursLeft >= terms.halfRefundHours ? 50 : 0,
  )
}

/** What cancelling at `now` gives back beyond what is due already, in cents. */
export function refundNow(booking: Refundable, now: Date): number {
  return shareOf(booking, refundShare(booking, now))
}

type Paid = Pick<Refundable, 'price' | 'refundDue' | 'dispute'>

/** The player's bank holds the payment, or has taken it back: what we gave beside that would be given twice. */
export function isWithBank({ dispute }: Pick<Refundable, 'dispute'>): boolean {
  return dispute === 'open' || dispute === 'lost'
}

/** All that can still be given back, in cents: everything together never exceeds the price. */
export function refundLeft(booking: Paid): number {
  return isWithBank(booking) ? 0 : booking.price - booking.refundDue
}

function shareOf(booking: Paid, percent: number): number {
  return isWithBank(booking) ? 0 : Math.max(0, Math.floor((booking.price * percent) / 100) - booking.refundDue)
}
