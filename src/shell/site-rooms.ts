import type { User } from '#src/features/accounts/contract.ts'

export type Room = {
  to: string
  label: string
  /** Marked with a crown. */
  isOwners?: boolean
  /** Promised (SCREEN-3): in the header before any other. */
  isPromised?: boolean
}

/**
 * The pages somebody signed in has beside the public ones: those promised in the header first, the others
 * after them (SCREEN-3). The server decides who may enter.
 */
export function roomsOf(user: User, isCoach: boolean): Room[] {
  return [
    ...(user.isOwner ? [{ to: '/owner', label: 'Dashboard', isOwners: true, isPromised: true }] : []),
    ...(user.isAdmin
      ? [
          { to: '/admin-sms', label: 'SMS', isPromised: true },
          { to: '/admin-booking', label: 'Free Booking', isPromised: true },
        ]
      : []),
    ...(isCoach ? [{ to: '/coach-dashboard', label: 'Coach Dashboard', isPromised: true }] : []),
    ...(user.isOwner || user.isAdmin ? [{ to: '/admin-deliveries', label: 'Deliveries' }] : []),
    { to: '/sessions', label: 'My Sessions' },
    { to: '/account', label: 'Account' },
  ]
}
