import { decisions } from './claims.ts'
import { type BookingStatus, disputeStates, isWithBank, notesRefund, type Owed, type Refundable } from './rules.ts'

/** The sides of a booking that can act on it. */
export type Party = 'player' | 'coach' | 'staff'

/** What can be done to a booking, from which status, by which side, and where it leads (null: the status stays). */
export const lifeCycle = {
  move: { from: ['confirmed'], by: ['player', 'staff'], to: null },
  schedule: { from: ['confirmed'], by: ['staff'], to: null },
  cancel: { from: ['confirmed'], by: ['player', 'staff'], to: 'cancelled' },
  // Only staff corrects what was marked wrongly, see `refusalOf`.
  complete: { from: ['confirmed', 'no_show'], by: ['coach', 'staff'], to: 'completed' },
  // A coach says it by a statement, which the player can answer (MISS-4).
  'no-show': { from: ['confirmed', 'completed'], by: ['staff'], to: 'no_show' },
  // Money back for a reason of the team's own, whatever became of the session.
  refund: { from: ['confirmed', 'completed', 'cancelled', 'no_show'], by: ['staff'], to: null },
  'claim-guarantee': { from: ['confirmed', 'completed'], by: ['player'], to: null },
  'write-up': { from: ['confirmed', 'completed'], by: ['coach'], to: null },
  'notes-missing': { from: ['confirmed', 'completed'], by: ['player'], to: null },
} as const satisfies Record<string, { from: readonly BookingStatus[]; by: readonly Party[]; to: BookingStatus | null }>

export type Act = keyof typeof lifeCycle
export const acts = Object.keys(lifeCycle) as Act[]

/** What became of a session about which somebody said something. */
const sessionOutcomes = [
  'coach-missing',
  'player-missing',
  'minutes-back',
  'new-hour',
  'no-new-hour',
  'held',
  'objected',
] as const

/** What a booking's history can hold: the acts above, and what else happens to a booking. */
export const historyActs = [
  'booked',
  ...acts,
  'call-off',
  'hand-over',
  'money-back',
  'propose',
  'refunded',
  'refund-failed',
  'rated',
  'take-back',
  ...sessionOutcomes,
  ...disputeStates.map((state) => `dispute-${state}` as const),
  ...decisions.map((decision) => `claim-${decision}` as const),
] as const
/** Who did it; `system` is time itself, or the payment provider. */
export const actorRoles = ['player', 'coach', 'staff', 'system'] as const satisfies (Party | 'system')[]

/** The parts of a booking that decide. Instants as Date or ISO text; null while the time is to be decided. Screens know no seats. */
export type BookingState = { status: BookingStatus; startsAt: Date | string | null; endsAt: Date | string | null } & (
  | { seatId: string | null }
  | { isCalledOff: boolean }
)
/** And what was sold, under which terms, and what became of it. */
type SoldState = BookingState &
  Pick<Refundable, 'terms' | 'price' | 'refundDue' | 'dispute'> & {
    owed: Owed | null
    hadRemedy: boolean
    notesSentAt: Date | null
    notesMissedAt: Date | null
  }

const hour = 3_600_000
/** For so many days after it was first sent a coach can correct a write-up. */
const correctDays = 7

/**
 * Whether a session took place as far as anybody knows: it is marked as completed, or its time is over and nobody said
 * otherwise, nor called it off. A player's guarantee and rating must not hang on the coach who answers.
 */
export function isHeld(booking: BookingState, now: Date): boolean {
  const { status, endsAt } = booking
  if (status === 'completed') return true
  return status === 'confirmed' && endsAt !== null && new Date(endsAt) <= now && !isCalledOff(booking)
}

/**
 * Why an act is not possible now, in words for the person who wants it; null when it is. The server refuses by it, and
 * screens show or hide by it. Whether a session is the player's first one, only the server knows.
 */
export function refusalOf(act: Act, booking: SoldState, party: Party, now: Date): string | null {
  const { from, by } = lifeCycle[act] as { from: readonly BookingStatus[]; by: readonly Party[] }
  if (!by.includes(party)) return 'This is not yours to do.'
  if (!from.includes(booking.status) || (act === 'complete' && booking.status !== 'confirmed' && party !== 'staff'))
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
    case 'refund':
      return null
    case 'claim-guarantee': {
      if (!isHeld(booking, now)) return whyNotHeld(booking)
      if (booking.hadRemedy) return 'What went wrong with this session was made good already.'
      return now > guaranteeUntil(booking) ? `The guarantee can be claimed for ${guaranteeDays} days.` : null
    }
    case 'write-up': {
      if (!startsAt || now < startsAt) return 'This session has not started yet.'
      const { notesSentAt } = booking
      return notesSentAt && +now > +notesSentAt + correctDays * 24 * hour
        ? `What you wrote can be changed for ${correctDays} days.`
        : null
    }
    case 'notes-missing':
      return whyNotMissing(booking, now)
  }
}

/** Until when the guarantee can be claimed, by the terms sold (TERM-6). */
export function guaranteeUntil({ endsAt, terms }: Pick<SoldState, 'endsAt' | 'terms'>): Date {
  return new Date(+new Date(endsAt ?? 0) + terms.guaranteeDays * 24 * hour)
}

function whyNotHeld(booking: BookingState): string {
  return isCalledOff(booking) ? 'This session was called off.' : 'This session is not over yet.'
}

/** Whether the written notes came before the player could say that they did not. Later ones keep no money from the player. */
export function areNotesInTime({
  owed,
  notesSentAt,
  endsAt,
}: { owed: Pick<Owed, 'refundAfterHours'> | null } & Pick<BookingState, 'endsAt'> & {
    notesSentAt: Date | string | null
  }): boolean {
  if (!notesSentAt) return false
  return !owed || !endsAt || +new Date(notesSentAt) < +new Date(endsAt) + owed.refundAfterHours * hour
}

/** So long after a session its player can say that the notes did not come. */
export const notesAskedDays = 60

/** Why a player cannot say yet, or any more, that the notes did not come. */
function whyNotMissing(booking: SoldState, now: Date): string | null {
  const { owed, notesMissedAt, endsAt } = booking
  if (!owed) return 'No written notes were sold with this session.'
  if (notesMissedAt) return 'You got the difference back for this session already.'
  if (areNotesInTime(booking)) return 'Your notes are on your Progress page.'
  if (!isHeld(booking, now)) return whyNotHeld(booking)
  if (now.getTime() < new Date(endsAt ?? 0).getTime() + owed.refundAfterHours * hour)
    return `Your coach still has time: the notes count as missing ${owed.refundAfterHours} hours after the session.`
  if (now.getTime() > new Date(endsAt ?? 0).getTime() + notesAskedDays * 24 * hour)
    return `Missing notes can be told for ${notesAskedDays} days after a session.`
  if (isWithBank(booking)) return 'Your bank is deciding about this payment; until then we cannot send money.'
  return notesRefund(booking) === 0 ? 'Nothing is left to give back for this session.' : null
}

/** How a status reads on screens and in mails. */
export const statusLabels: Record<BookingStatus, string> = {
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
  no_show: 'No-show',
}

/** Whether it is called off and its player still chooses: a call-off takes the seat away and leaves the hour. */
export function isCalledOff(booking: BookingState): boolean {
  if ('isCalledOff' in booking) return booking.isCalledOff
  return booking.status === 'confirmed' && booking.startsAt !== null && booking.seatId === null
}
