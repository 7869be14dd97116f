import type { ReactNode } from 'react'
import type { User } from '#src/features/accounts/contract.ts'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import { presentBooking } from '#src/features/bookings/server/bookings.ts'
import { aBooking } from '#src/features/bookings/server/life-cycle/unsaved-booking.ts'
import { services } from '#src/features/bookings/services.ts'
import type { Choice } from '#src/features/checkout/web/choice.ts'
import { coachOffer } from '#src/features/checkout/web/coach-offer.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import type { htmlOf } from '../../support/html-of.tsx'

/** The business's. */
export const zone = 'America/New_York'
/** The browser's. */
export let readerZone = zone

/** From now on the browser says that it is there. */
export function setReaderZone(reader: string) {
  readerZone = reader
}

export const service = services[0]
export const coach = { id: 'c', slug: 'vexflip', name: 'VexFlip', title: 'Coach', gameExpertise: 'fortnite' } as Coach
export const offer = coachOffer(coach, { serviceId: service.id })
export const player = { id: 'p', email: 'rimshot@demo.test', name: 'Rimshot', isOwner: false, isAdmin: false } as User

/** A session's end and its deadlines, in hours before its start. */
export const hoursBefore = {
  end: -1,
  notes: -25,
  noNotes: -49,
  full: currentPolicy.fullRefundHours,
  half: currentPolicy.halfRefundHours,
  freeMove: currentPolicy.freeMoveHours,
}

type Start = { date: string; time: string; startsAt: Date }

/** What a place is rendered from: a booked session, all hours of its days, and what a call would answer. */
export function worldOf(start: Start, starts: Start[]) {
  const hours = starts.map(
    (each): Hour => ({
      ...{ date: each.date, time: each.time, startsAt: each.startsAt.toISOString() },
      ...{ state: 'free', seatsLeft: 1 },
    }),
  )
  const hour = hours.find(({ startsAt }) => startsAt === start.startsAt.toISOString())!
  const row = aBooking({ date: start.date, time: start.time, zone, coachId: 'c', coachName: coach.name })
  const before = (n: number) => new Date(+start.startsAt - n * 3_600_000).toISOString()
  const session: MySession = {
    ...presentBooking(row),
    ...{
      coachId: 'c',
      isOwn: false,
      isBlocked: false,
      coachDiscord: 'vex.flip',
      refundNow: '29.00',
      refundDue: '0.00',
      fullRefundUntilStart: false,
      withdrawUntil: null,
    },
    terms: {
      full: { amount: '29.00', until: before(hoursBefore.full) },
      half: { amount: '14.50', until: before(hoursBefore.half) },
      freeMoveUntil: before(hoursBefore.freeMove),
    },
    refusals: {} as MySession['refusals'],
    guaranteeUntil: null,
    claim: null,
  }
  const days = [...Map.groupBy(hours, ({ date }) => date)].map(([date, all]) => ({ date, hours: all }))
  const coachSession = {
    ...session,
    playerId: 'p',
    player: null,
    note: null,
    refusals: { complete: null, 'write-up': null },
  }
  const choice: Choice = { ...offer.choice!, date: start.date, time: start.time }
  return { hour, hours, days, session, coachSession, choice, chosen: { coach, service, hour, zone } }
}
export type World = ReturnType<typeof worldOf>

export type Place = {
  file: string
  /** It offers other hours, too. */
  offersHours?: true
  render(world: World): ReactNode
  loaded?(world: World): Parameters<typeof htmlOf>[1]
}
