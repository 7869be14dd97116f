import { must } from '#src/shared/must.ts'
import type { Owed } from './rules.ts'

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
  /** The coach's work beside the live session; null: there is none. */
  owed: Owed | null
}

/** Replays have to be there so many hours before the session. */
export const replaysSentHours = 12

const written = { notesWithinHours: 24, refundAfterHours: 48 }

export const services: [Service, ...Service[]] = [
  {
    id: '1on1-basic',
    name: '1-on-1 Basic Session',
    minutes: 60,
    price: 2900,
    capacity: 1,
    includes: 'Your coach watches 1 replay before you meet and writes your three things down within 24 hours.',
    owed: { ...written, replays: 1, difference: 1400, questionDays: 0, replayChecks: 0 },
  },
  {
    id: '1on1-advanced',
    name: '1-on-1 Advanced Session',
    minutes: 90,
    price: 4900,
    capacity: 1,
    includes: "2 replays watched before. Your week's plan in writing, and 7 days of questions answered in the chat.",
    owed: { ...written, replays: 2, difference: 2400, questionDays: 7, replayChecks: 0 },
  },
  {
    id: '1on1-pro',
    name: '1-on-1 Pro Session',
    minutes: 120,
    price: 7900,
    capacity: 1,
    includes:
      "3 replays watched before. Your month's plan in writing, 14 days of questions, and one new replay checked.",
    owed: { ...written, replays: 3, difference: 4000, questionDays: 14, replayChecks: 1 },
  },
  {
    id: 'group-basic',
    name: 'Group Session',
    minutes: 60,
    price: 2000,
    capacity: 4,
    includes: 'One coach for 2-4 players: rotations and calls.',
    owed: null,
  },
]

/** The packages of the landing page: real offers at their advertised price. `regularPrice` is the struck-through one. */
export type Package = Service & { id: PackageId; title: string; regularPrice: number }

export const packages: [Package, ...Package[]] = [
  {
    id: 'package-starter',
    title: 'Starter',
    name: 'Starter Session',
    minutes: 60,
    price: 1500,
    regularPrice: 2900,
    capacity: 1,
    includes: 'One replay or match, looked at together. You leave with three things to practise.',
    owed: null,
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
    owed: null,
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
    owed: null,
  },
]

export type PackageId = 'package-starter' | 'package-pro' | 'package-elite'

/** A group of the offers, as every dialog lists them (SELL-3). */
export type OfferGroup = { title: string; lead: string | null; offers: Service[] }

const isForTeams = ({ capacity }: Service) => capacity > 1

/** All that is sold, in its one order. */
export const offerGroups: OfferGroup[] = [
  {
    title: 'Packages: the live session.',
    lead: 'Your coach meets your game live, with you.',
    offers: packages,
  },
  {
    title: '1-on-1: prepared and written up.',
    lead: "The same live time, plus your coach's work before and after. That is what the higher price pays for.",
    offers: services.filter((service) => !isForTeams(service)),
  },
  { title: 'As a team', lead: null, offers: services.filter(isForTeams) },
]

/** The offer for teams. */
export const teamOffer = must(services.find(isForTeams), 'the offer for teams')
export const offers: Service[] = offerGroups.flatMap((group) => group.offers)

/** Whole dollars, without the code that the page's first load leaves out (`showDollars`). */
export const inDollars = (cents: number) => `$${cents / 100}`

/** `'from $15'` */
export function priceFrom(): string {
  return `from ${inDollars(priceRange().lowest)}`
}

/** What sessions cost, in whole cents, packages included, and how many there are to choose from. */
export function priceRange(): { lowest: number; highest: number; count: number } {
  const prices = offers.map(({ price }) => price)
  return { lowest: Math.min(...prices), highest: Math.max(...prices), count: prices.length }
}

/** The service or package with this id or name; undefined when there is none. */
export function findService(idOrName: string): Service | undefined {
  const wanted = idOrName === groupInFull ? 'group-basic' : idOrName
  return offers.find((service) => service.id === wanted || service.name === wanted)
}

/** The group's name written out (API-1). */
const groupInFull = 'Group Session for 2-4 players'

/** The service a package's card compares it with, whose price is struck through there. */
export function comparedWith({ regularPrice }: Package): Service {
  return must(
    services.find(({ price }) => price === regularPrice),
    'the service a package is compared with',
  )
}

/** What the percentage badge says: `48% OFF`. */
export function discountBadge(offer: Package): string {
  return `${Math.round((1 - offer.price / offer.regularPrice) * 100)}% OFF`
}

/** The name of a coach not chosen yet, as the pricing cards say it. */
export const anyCoachName = 'Choose your coach'
/** What a player picks to leave the choice of the coach to us. */
export const anyCoachLabel = 'Any available coach'
