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
}

export const services: Service[] = [
  { id: '1on1-basic', name: '1-on-1 Basic Session', minutes: 60, price: 2900, capacity: 1 },
  { id: '1on1-advanced', name: '1-on-1 Advanced Session', minutes: 90, price: 4900, capacity: 1 },
  { id: '1on1-pro', name: '1-on-1 Pro Session', minutes: 120, price: 7900, capacity: 1 },
  { id: 'group-basic', name: 'Group Session', minutes: 60, price: 2000, capacity: 4 },
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
  },
  { id: 'package-pro', title: 'Pro', name: 'Pro Session', minutes: 90, price: 2500, regularPrice: 4900, capacity: 1 },
  {
    id: 'package-elite',
    title: 'Elite',
    name: 'Elite Session',
    minutes: 120,
    price: 3900,
    regularPrice: 7900,
    capacity: 1,
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
  return [...services, ...packages].find((service) => service.id === idOrName || service.name === idOrName)
}

/** What the percentage badge says: `48% OFF`. */
export function discountBadge(offer: Package): string {
  return `${Math.round((1 - offer.price / offer.regularPrice) * 100)}% OFF`
}

export const bookingStatuses = ['confirmed', 'completed', 'cancelled', 'no_show'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** How long "Proceed to Payment" keeps an hour for one player, and how many hours a player can keep at once. */
export const holdMinutes = 15
export const maxLiveHolds = 3

/** The name of a coach not chosen yet, as the pricing cards say it. */
export const anyCoachName = 'Choose your coach'
/** What a player picks who leaves the choice of the coach to us. */
export const anyCoachLabel = 'Any available coach'

/** The date and time of a booking that staff still has to schedule. */
export const toBeDecided = 'TBD'

/** The terms of a booking. It stores their version: a change adds a version, it never edits one. */
export type CancellationPolicy = {
  version: number
  fullRefundHours: number
  halfRefundHours: number
  freeMoveHours: number
  /** How many days after a player's first session the satisfaction guarantee can be claimed. */
  guaranteeDays: number
}

export const cancellationPolicy: CancellationPolicy = {
  version: 1,
  fullRefundHours: 24,
  halfRefundHours: 2,
  freeMoveHours: 12,
  guaranteeDays: 7,
}

/**
 * What a booking at `startsAt` for `price` cents gives back until when, under `policy`. `shareLimit` (percent) keeps what
 * was left when it was moved: moving never raises the refund.
 */
export function cancellationTerms(
  price: number,
  startsAt: Date | string,
  policy = cancellationPolicy,
  shareLimit = 100,
) {
  const before = (hours: number) => new Date(new Date(startsAt).getTime() - hours * 3_600_000)
  const part = (percent: number) => Math.floor((price * Math.min(percent, shareLimit)) / 100)
  return {
    full: { amount: part(100), until: before(policy.fullRefundHours) },
    half: { amount: part(50), until: before(policy.halfRefundHours) },
    freeMoveUntil: before(policy.freeMoveHours),
  }
}

/** The percentage of the price that cancelling at `now` gives back: 100, 50 or 0, never above `shareLimit`. */
export function refundShare(
  startsAt: Date | string | null,
  now: Date,
  policy = cancellationPolicy,
  shareLimit = 100,
): number {
  if (!startsAt) return shareLimit
  const { full, half } = cancellationTerms(0, startsAt, policy)
  return Math.min(shareLimit, now <= full.until ? 100 : now <= half.until ? 50 : 0)
}
