import { expect, test } from 'vitest'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { FreeBookingForm } from './free-booking-form.tsx'

const coaches = [
  { id: '1', name: 'ApexOrbit', gameExpertise: 'rocket-league' },
  { id: '2', name: 'RampRiot', gameExpertise: 'fortnite' },
]

test('the form has the seven fields in two parts, the active coaches and the five services', () => {
  const { text, html } = htmlOf(<FreeBookingForm />, [{ queryKey: coachesQuery.queryKey, data: coaches }])
  expect(text).toMatch(/Customer Information Name .*Email .*Phone .*Session Details Coach .*Service .*Date .*Time /)
  expect([...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'customerName',
    'customerEmail',
    'customerPhone',
    'coachName',
    'serviceName',
    'selectedDate',
    'selectedTime',
  ])
  expect([...html.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)).toEqual([
    'ApexOrbit',
    'RampRiot',
    'Basic Rocket League Coaching',
    'Advanced Rocket League Coaching',
    'Basic Fortnite Coaching',
    'Advanced Fortnite Coaching',
    'Premium Gaming Package',
  ])
  expect(text).toContain('No payment required')
  expect(text).toContain('Only with their agreement: we text this number about the session')
})
