import { expect, test } from 'vitest'
import type { User } from '#src/features/accounts/contract.ts'
import { currentRoom, roomsOf, staffRoomsOf } from './site-rooms.ts'

const player = { name: 'Player', email: 'player@site.test', isOwner: false, isAdmin: false } as User
const owner = { ...player, isOwner: true }
const admin = { ...player, isAdmin: true }
const both = { ...owner, isAdmin: true }
const labels = (user: User, isCoach = false) => roomsOf(user, isCoach).map(({ label }) => label)

test('everybody signed in has sessions and an account', () => {
  expect(labels(player)).toEqual(['My Sessions', 'Account'])
})

test('each role adds its own rooms, and owners are no admins by that', () => {
  expect(labels(owner)).toEqual(['Dashboard', 'Today', 'Deliveries', 'My Sessions', 'Account'])
  expect(labels(admin)).toEqual(['SMS', 'Free Booking', 'Today', 'Deliveries', 'My Sessions', 'Account'])
  expect(labels(player, true)).toEqual(['Coach Dashboard', 'My Sessions', 'Account'])
  expect(labels(both, true)).toEqual([
    'Dashboard',
    'SMS',
    'Free Booking',
    'Coach Dashboard',
    'Today',
    'Deliveries',
    'My Sessions',
    'Account',
  ])
})

test('the frame of staff and coaches has every room of the header, and the room one is in is one of them', () => {
  const pathsOf = (rooms: { to: string }[]) => new Set(rooms.map(({ to }) => to.replace(/\?.*/, '')))
  for (const user of [player, owner, admin, both])
    for (const isCoach of [false, true])
      for (const path of pathsOf(roomsOf(user, isCoach))) expect(pathsOf(staffRoomsOf(user, isCoach))).toContain(path)
  const rooms = staffRoomsOf(owner, true)
  const at = (path: string, query = '') => currentRoom(rooms, path, new URLSearchParams(query))?.label
  expect(at('/owner')).toBe('Dashboard')
  expect(at('/owner', 'tab=money')).toBe('Money')
  expect(at('/owner', 'status=no_show')).toBe('Dashboard')
  expect(at('/owner', 'tab=messages&booking=1')).toBe('Messages')
  expect(at('/owner/insights', 'days=90')).toBe('Insights')
  expect(at('/admin-sms')).toBeUndefined()
})
