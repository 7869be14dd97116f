/**
 * The booking a player is paying for, as session storage keeps it across the trip to the payment provider
 * (SCREEN-5). Texts are what screens show; the server believes none of it.
 */
export type StoredBooking = {
  coachName: string
  serviceName: string
  /** Decimal dollars. */
  servicePrice: string
  selectedDate: string
  selectedTime: string
  customerName: string
  customerEmail: string
  paymentIntentId: string
  /** No public key: by it the hour is given back when the page was reloaded. */
  orderId: string
}

const keys: Record<keyof StoredBooking, string> = {
  coachName: 'bookingCoachName',
  serviceName: 'bookingServiceName',
  servicePrice: 'bookingServicePrice',
  selectedDate: 'bookingSelectedDate',
  selectedTime: 'bookingSelectedTime',
  customerName: 'bookingCustomerName',
  customerEmail: 'bookingCustomerEmail',
  paymentIntentId: 'bookingPaymentIntentId',
  orderId: 'heldOrder',
}
const names = Object.keys(keys) as (keyof StoredBooking)[]

/** Keeps these parts; the others stay as they are. */
export function storeBooking(parts: Partial<StoredBooking>): void {
  for (const name of names) {
    const value = parts[name]
    if (value !== undefined) sessionStorage.setItem(keys[name], value)
  }
}

/** What is stored; a part that is missing is null. */
export function readStoredBooking(): Record<keyof StoredBooking, string | null> {
  const entries = names.map((name) => [name, sessionStorage.getItem(keys[name])])
  return Object.fromEntries(entries)
}

/** Forgets all of it. */
export function clearStoredBooking(): void {
  for (const name of names) sessionStorage.removeItem(keys[name])
}
