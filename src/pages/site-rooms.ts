import type { User } from '#src/accounts/contract.ts'

export type Room = {
  to: string
  label: string
  /** Marked with a crown. */
  isOwners?: boolean
  /** Named by the specification: in the header before any of ours. */
  isPromised?: boolean
}

/**
 * The pages somebody signed in has beside the public ones: those the specification wants in the header first, our own
 * after them. The server decides who may enter.
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
