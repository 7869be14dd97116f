import type { ReviewedApplication } from '#src/features/applications/contract.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { sessionWords } from '#src/features/bookings/web/staff/booking-entry.tsx'

/** Somebody staff can write to: a customer by their booking, or an applicant. */
export type Person = {
  name: string
  phone: string | null
  type: 'Customer booking' | 'Coach application'
  about: string
  subject: { bookingId: string } | { coachApplicationId: string }
}

export function personOfBooking(booking: Booking): Person {
  return {
    name: booking.customerName,
    phone: booking.customerPhone,
    type: 'Customer booking',
    about: `${booking.serviceName} with ${booking.coachName}, ${sessionWords(booking)}`,
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
