import { afterAll, expect, test, vi } from 'vitest'
import { clearStoredBooking, readStoredBooking, storeBooking } from './stored-booking.ts'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const booking = {
  coachName: 'VexFlip',
  serviceName: 'Pro Session',
  servicePrice: '25.00',
  selectedDate: '2026-01-05',
  selectedTime: '09:00',
  customerName: 'Rimshot',
  customerEmail: 'rimshot@else.test',
}

test('a booking is kept under its fixed keys, and forgotten whole', () => {
  storeBooking(booking)
  expect([...stored.keys()]).toEqual([
    'bookingCoachName',
    'bookingServiceName',
    'bookingServicePrice',
    'bookingSelectedDate',
    'bookingSelectedTime',
    'bookingCustomerName',
    'bookingCustomerEmail',
  ])
  expect(readStoredBooking()).toEqual({ ...booking, paymentIntentId: null, orderId: null })
  clearStoredBooking()
  expect(stored.size).toBe(0)
})
