import type { ReviewedApplication } from '#src/features/applications/contract.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { sessionWords } from '#src/features/bookings/web/staff/booking-entry.tsx'
import { showMoment } from '#src/shared/session-times.ts'

/** Somebody staff can write to: a customer by their booking, or an applicant. */
export type Person = {
  name: string
  phone: string | null
  type: 'Customer booking' | 'Coach application'
  about: string
  /** Of a booking: the coach, and when it is on the business's clock; null while it has no time. */
  session?: { coachName: string; when: string | null }
  subject: { bookingId: string } | { coachApplicationId: string }
}

/** `zone`: in which our team reads the session's time. */
export function personOfBooking(booking: Booking, zone: string): Person {
  return {
    name: booking.customerName,
    phone: booking.customerPhone,
    type: 'Customer booking',
    about: `${booking.serviceName} with ${booking.coachName}, ${sessionWords(booking, zone)}`,
    session: {
      coachName: booking.coachName,
      when: booking.startsAt && showMoment(booking.startsAt, booking.zone),
    },
    subject: { bookingId: booking.id },
  }
}

export function personOfApplication(application: ReviewedApplication): Person {
  return {
    name: application.applicantName,
    phone: application.applicantPhone,
    type: 'Coach application',
    about: application.currentRank,
    subject: { coachApplicationId: application.id },
  }
}

/** What the toast says when somebody left no number (SMS-1). */
export function noPhone({ type }: Person) {
  const who = type === 'Customer booking' ? 'customer' : 'coach applicant'
  return {
    title: 'No phone number',
    description: `This ${who} doesn't have a phone number on file.`,
    variant: 'destructive' as const,
  }
}
