import { papers } from '#src/shared/papers.ts'
import { type CancellationPolicy, currentPolicy } from './rules.ts'

/**
 * What can be booked, and for how much: the business's constants (SELL-1 to SELL-5). Both sides read them; only the
 * server's reading counts.
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

export const services: [Service, ...Service[]] = [
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

/** What sessions cost at least: `'1-on-1 from $29, group seat $20'`. A seat in a group is no session of one's own. */
export function startingPrices(): string {
  const lowest = (isGroup: boolean) =>
    Math.min(...services.flatMap(({ capacity, price }) => (capacity > 1 === isGroup ? [price / 100] : [])))
  return `1-on-1 from $${lowest(false)}, group seat $${lowest(true)}`
}

/** What sessions cost, in whole cents, packages included, and how many there are to choose from. */
export function priceRange(): { lowest: number; highest: number; count: number } {
  const prices = [...services, ...packages].map(({ price }) => price)
  return { lowest: Math.min(...prices), highest: Math.max(...prices), count: prices.length }
}

/** The service or package with this id or name; undefined when there is none. */
export function findService(idOrName: string): Service | undefined {
  const wanted = idOrName === groupInFull ? 'group-basic' : idOrName
  return [...services, ...packages].find((service) => service.id === wanted || service.name === wanted)
}

/** The group's name written out (API-1). */
const groupInFull = 'Group Session for 2-4 players'

/** What the percentage badge says: `48% OFF`. */
export function discountBadge(offer: Package): string {
  return `${Math.round((1 - offer.price / offer.regularPrice) * 100)}% OFF`
}

/** The name of a coach not chosen yet, as the pricing cards say it. */
export const anyCoachName = 'Choose your coach'
/** What a player picks who leaves the choice of the coach to us. */
export const anyCoachLabel = 'Any available coach'

/** What was sold, as orders and bookings keep it: the catalogue may change or lose a service, these facts stay. */
export type Sold = {
  serviceId: string
  serviceName: string
  minutes: number
  capacity: number
  includes: string
  terms: CancellationPolicy
  /** The version of the Terms page then; null: from before it had versions. */
  termsVersion: number | null
}

/** The facts of a service that is being sold right now. */
export function soldNow({ id, name, minutes, capacity, includes }: Service): Sold {
  const termsVersion = papers.terms.version
  return { serviceId: id, serviceName: name, minutes, capacity, includes, terms: currentPolicy, termsVersion }
}
