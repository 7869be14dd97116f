/*
 * On which terms sessions are held, sold and given back: the business's constants (HOLD-1 to HOLD-6, TERM-1 to TERM-6).
 * Both sides read them; only the server's reading counts.
 */

export const bookingStatuses = ['confirmed', 'completed', 'cancelled', 'no_show'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** How many bookings staff choose and act on at once, at most. */
export const mostChosen = 50

/** Who did not come: a field beside the status. */
export const missingSides = ['player', 'coach'] as const

/**
 * A player asked their bank for the money back, and what the bank decided. While it only asks us (`inquiry`) the money is
 * ours, and giving it back is an answer.
 */
export const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The bank holds the money then, or has taken it back. */
export const withBankStates: DisputeState[] = ['open', 'lost']

/** The bank has asked, and waits for an answer or decides. */
export const undecidedStates: DisputeState[] = ['inquiry', 'open']
export const isUndecided = (state: DisputeState) => undecidedStates.includes(state)

/** What several disputes over one payment are together: held while any is open, then gone when any was lost. */
export function combineDisputes(states: DisputeState[]): DisputeState | null {
  return (['open', 'lost', 'inquiry', 'won'] as const).find((state) => states.includes(state)) ?? null
}

/** How long "Proceed to Payment" keeps an hour for one player, and how many hours a player can keep at once. */
export const holdMinutes = 15
/** What a player who is still paying can add to it, once. */
export const longerHoldMinutes = 10
export const maxLiveHolds = 3

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
  /** For how many days after paying the player can withdraw (TERM-9); absent: that right does not cover it. */
  withdrawalDays?: number
}

/** Whether buyers can withdraw, as `WITHDRAWAL` says; null: nobody has said. */
export type Withdrawal = 'exempt' | 'applies' | null

/** The coach's work before and after a session (SELL-7), which a 1-on-1's higher price pays for. */
export type Owed = {
  /** How many of the player's replays the coach watches before. */
  replays: number
  /** Within how many hours after the session the coach writes the notes down. */
  notesWithinHours: number
  /** From how many hours after it on the player can say that no notes came. */
  refundAfterHours: number
  /** What goes back then, in whole cents: the price's difference to the live session alone. */
  difference: number
  /** For how many days after it the coach answers questions in the chat. */
  questionDays: number
  /** How many new replays the coach checks in these days. */
  replayChecks: number
}

/** The terms of what is sold from now on; a change raises the version. Of what was sold already only its own terms count. */
export const currentPolicy: CancellationPolicy = {
  version: 1,
  fullRefundHours: 24,
  halfRefundHours: 2,
  freeMoveHours: 12,
  guaranteeDays: 7,
}

/** Those of what is paid for under this setting: buyers in the EU and the UK have 14 days where the right covers it. */
export function policyUnder(withdrawal: Withdrawal): CancellationPolicy {
  return withdrawal === 'applies' ? { ...currentPolicy, withdrawalDays: 14 } : currentPolicy
}

/** Within how many hours a player says that they were marked as a no-show wrongly. */
export const noShowHours = 72

/** What decides how much cancelling gives back, as a booking keeps it. Money is cents. */
export type Refundable = {
  price: number
  /** What is due back already. */
  refundDue: number
  startsAt: Date | string | null
  /** When it was paid for. */
  createdAt: Date | string
  terms: CancellationPolicy
  /** The most that cancelling can still give back, in percent: moving never raises it. */
  refundShareLimit: number
  /** The player did not ask for the last change: everything goes back until the session starts. */
  fullRefundUntilStart: boolean
  dispute: DisputeState | null
}

/** A session as it is sold: nothing given back, nothing changed. */
export const unchanged = {
  ...{ refundDue: 0, refundShareLimit: 100, fullRefundUntilStart: false, dispute: null },
  ...{ notesSentAt: null, notesMissedAt: null, hadRemedy: false },
}

/** What decides until when a player can withdraw. */
type Withdrawable = Pick<Refundable, 'startsAt' | 'createdAt' | 'terms' | 'refundShareLimit'>

/**
 * Until when the player can withdraw, which gives all back (TERM-9); null: never. Before the session starts, and until the day
 * is over, wherever they live, that is so many days after the day of the payment. Not once the session may have been held.
 */
export function withdrawUntil({ startsAt, createdAt, terms, refundShareLimit }: Withdrawable): Date | null {
  if (!terms.withdrawalDays || refundShareLimit < 100) return null
  const end = new Date(createdAt).getTime() + (terms.withdrawalDays + 1) * 24 * 3_600_000
  return new Date(startsAt ? Math.min(end, new Date(startsAt).getTime()) : end)
}

/** Whether the player can withdraw at `now`. */
export function canWithdraw(booking: Withdrawable, now: Date): boolean {
  const until = withdrawUntil(booking)
  return until !== null && now < until
}

/** Until when the player of a booking can withdraw, as JSON; null: they cannot, or not any more. */
export function withdrawableUntil(booking: Withdrawable & { status: BookingStatus }, now: Date): string | null {
  const until = withdrawUntil(booking)
  return until && until > now && booking.status === 'confirmed' ? until.toISOString() : null
}

/** Whether cancelling gives all back until the session starts. */
export function isFullUntilStart(booking: Withdrawable & Pick<Refundable, 'fullRefundUntilStart'>): boolean {
  const { startsAt, fullRefundUntilStart } = booking
  return fullRefundUntilStart || (startsAt !== null && Number(withdrawUntil(booking)) === Number(new Date(startsAt)))
}

/** What cancelling gives back until which instant, beyond what is due already, and until when moving is free. */
export function cancellationTerms(booking: Refundable & { startsAt: Date | string }) {
  const { startsAt, terms, refundShareLimit } = booking
  const before = (hours: number) => new Date(new Date(startsAt).getTime() - hours * 3_600_000)
  const freeMoveUntil = before(terms.freeMoveHours)
  if (isFullUntilStart(booking))
    return {
      full: { amount: shareOf(booking, 100), until: before(0) },
      half: { amount: 0, until: before(0) },
      freeMoveUntil,
    }
  const part = (percent: number) => shareOf(booking, Math.min(percent, refundShareLimit))
  const [byClock, halfUntil] = [before(terms.fullRefundHours), before(terms.halfRefundHours)]
  const withdrawal = withdrawUntil(booking)
  const allUntil = withdrawal && withdrawal > byClock ? withdrawal : byClock
  return {
    full: { amount: part(100), until: allUntil },
    half: halfUntil > allUntil ? { amount: part(50), until: halfUntil } : { amount: 0, until: allUntil },
    freeMoveUntil,
  }
}

/** The percentage of the price that the terms give back at `now`: 100, 50 or 0, or what an earlier move left of it. */
export function refundShare(booking: Omit<Refundable, 'price' | 'refundDue' | 'dispute'>, now: Date): number {
  const { startsAt, terms, refundShareLimit, fullRefundUntilStart } = booking
  const hoursLeft = startsAt ? (new Date(startsAt).getTime() - now.getTime()) / 3_600_000 : Number.POSITIVE_INFINITY
  if (fullRefundUntilStart || canWithdraw(booking, now)) return hoursLeft >= 0 ? 100 : 0
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
  return dispute !== null && withBankStates.includes(dispute)
}

/** Why staff cannot refund then. */
export const bankDecides = 'The player’s bank is deciding about this payment. A refund has to wait for its answer.'

/** All that can still be given back, in cents: everything together never exceeds the price. */
export function refundLeft(booking: Paid): number {
  return isWithBank(booking) ? 0 : booking.price - booking.refundDue
}

/** What goes back when the written notes do not come, in cents: the difference that was paid for them, or what is left. */
export function notesRefund(booking: Paid & { owed: Owed | null }): number {
  return Math.min(booking.owed?.difference ?? 0, refundLeft(booking))
}

function shareOf(booking: Paid, percent: number): number {
  return isWithBank(booking) ? 0 : Math.max(0, Math.floor((booking.price * percent) / 100) - booking.refundDue)
}
