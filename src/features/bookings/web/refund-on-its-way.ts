import type { Booking } from '#src/features/bookings/contract.ts'
import { toCents } from '#src/shared/money.ts'

/** Cents that are owed to the player and have not gone back yet. */
export function refundOnItsWay({ refundDue, refunded }: Pick<Booking, 'refundDue' | 'refunded'>): number {
  return Math.max(0, toCents(refundDue) - toCents(refunded))
}
