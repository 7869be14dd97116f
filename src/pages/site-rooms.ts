import type { User } from '#src/accounts/contract.ts'

export type Room = { to: string; label: string /** Marked with a crown. */; isOwners?: boolean }

/** The pages somebody signed in has beside the public ones, what they work in first. The server decides who may enter. */
export function roomsOf(user: User, isCoach: boolean): Room[] {
  return [
    ...(user.isOwner ? [{ to: '/owner', label: 'Dashboard', isOwners: true }] : []),
    ...(user.isAdmin
      ? [
          { to: '/admin-sms', label: 'SMS' },
          { to: '/admin-booking', label: 'Free Booking' },
        ]
      : []),
    ...(user.isOwner || user.isAdmin ? [{ to: '/admin-deliveries', label: 'Deliveries' }] : []),
    ...(isCoach ? [{ to: '/coach-dashboard', label: 'Coach Dashboard' }] : []),
    { to: '/sessions', label: 'My Sessions' },
    { to: '/account', label: 'Account' },
  ]
}
