import { currentPolicy } from '#src/features/bookings/rules.ts'
import { instantOf } from '#src/shared/zones.ts'
import type { MetBooking } from './meeting.ts'

type Overrides = { date?: string; time?: string; zone?: string; minutes?: number } & Partial<MetBooking>

/** For tests that need no database: what notices read of the settings. */
export const noticeEnv = {
  baseUrl: 'https://levelup.example',
  mailFrom: 'Level Up <hello@levelup.example>',
  seller: { name: null, address: null, taxId: null, email: 'hello@levelup.example' },
}

/** For tests that need no database: a booking at `time` on `date` in `zone`; both `TBD` for one without a time. */
export function aBooking(overrides: Overrides = {}): MetBooking {
  const { date = '2026-01-05', time = '09:00', zone = 'America/New_York', minutes = 60, ...fields } = overrides
  const startsAt = date === 'TBD' ? null : instantOf(date, time, zone)
  return {
    id: '0199f3a2-7c3e-7b1d-8a44-4b1f6e0c9d21',
    number: 'LU-4KQ2X',
    playerId: null,
    customerName: 'Rocket Fan',
    customerEmail: 'player@demo.test',
    customerPhone: '+15550100',
    coachId: null,
    coachName: 'AerialAce',
    serviceId: '1on1-basic',
    serviceName: '1-on-1 Basic Session',
    minutes,
    capacity: 1,
    includes: '',
    owed: null,
    notesSentAt: null,
    notesMissedAt: null,
    terms: currentPolicy,
    termsVersion: 1,
    sessionDate: date,
    sessionTime: time,
    zone,
    startsAt,
    endsAt: startsAt && new Date(startsAt.getTime() + minutes * 60_000),
    price: 2900,
    refundDue: 0,
    refunded: 0,
    refundShareLimit: 100,
    fullRefundUntilStart: false,
    dispute: null,
    paymentId: 'pi_test_1',
    seatId: null,
    status: 'confirmed',
    missing: null,
    hadRemedy: false,
    isQuestioned: false,
    sequence: 0,
    nextReminderAt: null,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    coachEmail: null,
    coachPhone: null,
    coachDiscord: null,
    coachRoom: null,
    areHoursConfirmed: true,
    coachZone: null,
    coachSlug: null,
    player: null,
    isEmailProven: true,
    isPlayerProven: true,
    hasPlayerPaid: true,
    ...fields,
  }
}
