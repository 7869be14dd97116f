import { defineEvent } from '#src/shared/define-event.ts'

export type RefundCause =
  | 'cancelled'
  | 'withdrawn'
  | 'guarantee'
  | 'goodwill'
  | 'notes-missing'
  | 'called-off'
  | 'coach-missing'
  | 'minutes-back'

/** `causeId` names the cause once and for all, so that a repeat changes nothing: the booking cancelled or without its notes, the claim, the player’s choice, the question about a session, or an id made for the occasion. */
export type RefundDue = { bookingId: string; cause: RefundCause; causeId: string; amount: number }

/** Money is due back to the player: a cancellation, a claim accepted, notes that did not come, a coach who called off, did not come or was late, or the owner's decision. `amount` is cents. */
export const refundDue = defineEvent<RefundDue>('bookings.refund-due')

/** Our team scheduled a session with another coach than it had. */
export const coachChanged = defineEvent<{ bookingId: string }>('bookings.coach-changed')

/** A session begins in about so many hours, and its player was reminded. `startsAt` is ISO text: by another start it is about a session that moved. */
export type ReminderDue = { bookingId: string; hours: number; startsAt: string }
export const reminderDue = defineEvent<ReminderDue>('bookings.reminder-due')
