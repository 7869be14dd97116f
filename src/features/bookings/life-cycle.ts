import type { BookingStatus, CancellationPolicy } from './rules.ts'

/** Whom an act belongs to. `system` is time itself, or the payment provider. */
export type Party = 'player' | 'coach' | 'staff'

/** What can be done to a booking, from which status, by whom, and where it leads (null: the status stays). */
export const lifeCycle = {
  move: { from: ['confirmed'], by: ['player', 'staff'], to: null },
  schedule: { from: ['confirmed'], by: ['staff'], to: null },
  cancel: { from: ['confirmed'], by: ['player', 'staff'], to: 'cancelled' },
  // Only staff corrects what was marked wrongly, see `refusalOf`.
  complete: { from: ['confirmed', 'no_show'], by: ['coach', 'staff'], to: 'completed' },
  'no-show': { from: ['confirmed', 'completed'], by: ['coach', 'staff'], to: 'no_show' },
  'claim-guarantee': { from: ['confirmed', 'completed'], by: ['player'], to: null },
} as const satisfies Record<string, { from: readonly BookingStatus[]; by: readonly Party[]; to: BookingStatus | null }>

export type Act = keyof typeof lifeCycle
export const acts = Object.keys(lifeCycle) as Act[]

/** The parts of a booking that decide. Instants as Date or ISO text; null while the time is to be decided. */
export type BookingState = { status: BookingStatus; startsAt: Date | string | null; endsAt: Date | string | null }
/** And the terms it was sold under. */
type SoldState = BookingState & { terms: CancellationPolicy }

const hour = 3_600_000

/**
 * Whether a session took place as far as anybody knows: it is marked as completed, or its time is over and nobody said
 * otherwise. A player's guarantee and rating must not hang on the coach who answers.
 */
export function isHeld({ status, endsAt }: BookingState, now: Date): boolean {
  return status === 'completed' || (status === 'confirmed' && endsAt !== null && new Date(endsAt) <= now)
}

/**
 * Why an act is not possible now, in words for the person who wants it; null when it is. The server refuses by it, and
 * screens show or hide by it. Whether a session is the player's first one, only the server knows.
 */
export function refusalOf(act: Act, booking: SoldState, party: Party, now: Date): string | null {
  const { from, by } = lifeCycle[act] as { from: readonly BookingStatus[]; by: readonly Party[] }
  if (!by.includes(party)) return 'This is not yours to do.'
  const isOutcome = act === 'complete' || act === 'no-show'
  if (!from.includes(booking.status) || (isOutcome && booking.status !== 'confirmed' && party !== 'staff'))
    return `This session is ${statusLabels[booking.status].toLowerCase()}.`
  const { freeMoveHours, guaranteeDays } = booking.terms
  const startsAt = booking.startsAt && new Date(booking.startsAt)
  switch (act) {
    case 'schedule':
      return startsAt ? 'This session has its time already: move it instead.' : null
    case 'move':
      if (!startsAt) return 'This session has no time yet: our team will set it with you.'
      if (now >= startsAt) return 'This session has started.'
      return party === 'player' && now.getTime() > startsAt.getTime() - freeMoveHours * hour
        ? `Sessions can be moved until ${freeMoveHours} hours before they start.`
        : null
    case 'cancel':
      // A coach who did not come: the team can still cancel and pay back.
      return startsAt && now >= startsAt && party === 'player' ? 'This session has started.' : null
    case 'complete':
    case 'no-show':
      return !startsAt || now < startsAt ? 'This session has not started yet.' : null
    case 'claim-guarantee': {
      if (!isHeld(booking, now)) return 'This session is not over yet.'
      const until = new Date(booking.endsAt ?? 0).getTime() + guaranteeDays * 24 * hour
      return now.getTime() > until ? `The guarantee can be claimed for ${guaranteeDays} days.` : null
    }
  }
}

/** How a status reads on screens and in mails. */
export const statusLabels: Record<BookingStatus, string> = {
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
  no_show: 'No-show',
}
