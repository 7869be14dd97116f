import { expect, test } from 'vitest'
import { services } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { firstChoice, intentBody } from './choice.ts'

const offer = { coach: null, coachName: 'Choose your coach', title: 'Pro Session', game: 'fortnite' as const }
const nothing = { game: 'fortnite', coachId: null, serviceId: null, date: null, time: null }

test('a choice starts empty; a package that was pressed is chosen already', () => {
  expect(firstChoice(offer)).toEqual(nothing)
  expect(firstChoice({ ...offer, packageId: 'package-pro' })).toEqual({ ...nothing, serviceId: 'package-pro' })
})

test('a payment is asked for with the price, service and coach in words, and coach, service and duration beside them', () => {
  const coach = { id: 'c1', name: 'VexFlip' } as Coach
  const hour = {
    date: '2026-01-05',
    time: '09:00',
    startsAt: '2026-01-05T14:00:00Z',
    state: 'free' as const,
    seatsLeft: 1,
  }
  const session = { coach, service: services[1]!, hour, zone: 'America/New_York' }
  expect(intentBody(session, firstChoice({ ...offer, coach }))).toMatchObject({
    amount: '49.00',
    description: '1-on-1 Advanced Session with VexFlip',
    metadata: { coach: 'VexFlip', service: '1-on-1 Advanced Session', duration: '1.5 hours' },
  })
})
