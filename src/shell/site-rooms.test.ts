import { expect, test } from 'vitest'
import type { User } from '#src/features/accounts/contract.ts'
import { roomsOf } from './site-rooms.ts'

const player = { name: 'Player', email: 'player@site.test', isOwner: false, isAdmin: false } as User
const labels = (user: User, isCoach = false) => roomsOf(user, isCoach).map(({ label }) => label)

test('everybody signed in has sessions and an account', () => {
  expect(labels(player)).toEqual(['My Sessions', 'Account'])
})

test('each role adds its own rooms, and owners are no admins by that', () => {
  expect(labels({ ...player, isOwner: true })).toEqual(['Dashboard', 'Deliveries', 'My Sessions', 'Account'])
  expect(labels({ ...player, isAdmin: true })).toEqual(['SMS', 'Free Booking', 'Deliveries', 'My Sessions', 'Account'])
  expect(labels(player, true)).toEqual(['Coach Dashboard', 'My Sessions', 'Account'])
  expect(labels({ ...player, isOwner: true, isAdmin: true }, true)).toEqual([
    'Dashboard',
    'SMS',
    'Free Booking',
    'Coach Dashboard',
    'Deliveries',
    'My Sessions',
    'Account',
  ])
})
