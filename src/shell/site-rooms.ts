import type { User } from '#src/features/accounts/contract.ts'

export type Room = {
  to: string
  label: string
  /** Marked with a crown. */
  isOwners?: boolean
  /** Promised (SCREEN-3): in the header before any other. */
  isPromised?: boolean
  /** A tab of the Dashboard: the rail leaves it to that room. */
  isTab?: boolean
}

const own: Room[] = [
  { to: '/sessions', label: 'My Sessions' },
  { to: '/account', label: 'Account' },
]

/**
 * The pages somebody signed in has beside the public ones: those promised in the header first, the others
 * after them (SCREEN-3). The server decides who may enter.
 */
export function roomsOf(user: User, isCoach: boolean): Room[] {
  const isStaff = user.isOwner || user.isAdmin
  return [
    ...(user.isOwner ? [{ to: '/owner', label: 'Dashboard', isOwners: true, isPromised: true }] : []),
    ...(user.isAdmin
      ? [
          { to: '/admin-sms', label: 'SMS', isPromised: true },
          { to: '/admin-booking', label: 'Free Booking', isPromised: true },
        ]
      : []),
    ...(isCoach ? [{ to: '/coach-dashboard', label: 'Coach Dashboard', isPromised: true }] : []),
    ...(isStaff ? [{ to: '/today', label: 'Today' }] : []),
    ...(isStaff ? [{ to: '/admin-deliveries', label: 'Deliveries' }] : []),
    ...own,
  ]
}

/** The owner's rooms on `/owner?tab=…` that are no tabs of the Dashboard, by that word. */
export const ownerRooms = { money: 'Money', coaches: 'Coaches', roles: 'Roles', audit: 'Audit', health: 'Health' }
export type OwnerRoom = keyof typeof ownerRooms

const ownerRoom = (name: OwnerRoom): Room => ({ to: `/owner?tab=${name}`, label: ownerRooms[name] })
const dashboardTab = (name: string, label: string): Room => ({ to: `/owner?tab=${name}`, label, isTab: true })
const ownersDaily = [
  ownerRoom('money'),
  dashboardTab('contacts', 'Contacts'),
  dashboardTab('ratings', 'Ratings'),
  dashboardTab('stories', 'Stories'),
  ownerRoom('coaches'),
]
const ownersSeldom = [
  { to: '/owner/insights', label: 'Insights' },
  ownerRoom('roles'),
  ownerRoom('audit'),
  ownerRoom('health'),
]

/** The same rooms, and those on `/owner`, as the frame of staff and coaches lists them (SCREEN-3): by what one does there, the most used first. */
export function staffRoomsOf(user: User, isCoach: boolean): Room[] {
  const isStaff = user.isOwner || user.isAdmin
  return [
    ...(isStaff
      ? [
          { to: '/today', label: 'Today' },
          { to: '/owner', label: user.isOwner ? 'Dashboard' : 'Bookings' },
          user.isOwner ? dashboardTab('messages', 'Messages') : { to: '/admin', label: 'Messages' },
        ]
      : []),
    ...(isCoach && !isStaff ? [{ to: '/coach-dashboard', label: 'Coach Dashboard' }] : []),
    ...(user.isAdmin
      ? [
          { to: '/admin-sms', label: 'Applications & SMS' },
          { to: '/admin-booking', label: 'Free Booking' },
        ]
      : []),
    ...(user.isOwner ? ownersDaily : []),
    ...(isStaff ? [{ to: '/admin-deliveries', label: 'Deliveries' }] : []),
    ...(user.isOwner ? ownersSeldom : []),
    ...(isCoach && isStaff ? [{ to: '/coach-dashboard', label: 'Coach Dashboard' }] : []),
    ...own,
  ]
}

/** The room one is in: of those on this path the one that names most of the address's query; undefined: none of them. */
export function currentRoom(rooms: Room[], pathname: string, search: URLSearchParams): Room | undefined {
  const fitting = rooms
    .map((room) => ({ room, url: new URL(room.to, 'https://rooms.test') }))
    .filter(({ url }) => url.pathname === pathname)
    .filter(({ url }) => [...url.searchParams].every(([name, value]) => search.get(name) === value))
  return fitting.sort((a, b) => b.url.searchParams.size - a.url.searchParams.size)[0]?.room
}
