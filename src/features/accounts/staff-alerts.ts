import type { Audience } from '#src/features/notifications/contract.ts'

/** A mail that tells the team of the business. */
type Alert = {
  /** What it tells of, as the account page lists it. */
  label: string
  /** Who can have it, and has it until they switch it off. */
  roles: readonly ('owner' | 'admin')[]
  /** Who may read it on the deliveries page. */
  audience: Audience
  /** It reaches a human, whatever anybody switched off: nobody else would hear of what it tells. */
  always?: true
}

/** All mails that the team gets of the business: one table of who wants which. */
export const staffAlerts = {
  booking: { label: 'Each booking', roles: ['owner', 'admin'], audience: 'staff' },
  unseen: {
    label: 'Bookings that only the team can see to: the coach has no account, or there is no coach or hour yet',
    roles: ['owner', 'admin'],
    audience: 'staff',
    always: true,
  },
  cancellation: { label: 'Each cancellation', roles: ['owner', 'admin'], audience: 'staff' },
  unanswered: {
    label: 'A player whom nobody has answered for 15 minutes',
    roles: ['owner', 'admin'],
    audience: 'staff',
  },
  dispute: { label: 'A player who asks their bank for the money back', roles: ['owner', 'admin'], audience: 'staff' },
  problem: { label: 'A payment that somebody has to look at', roles: ['owner', 'admin'], audience: 'staff' },
  claim: { label: 'A claim of the satisfaction guarantee', roles: ['owner', 'admin'], audience: 'owner' },
  contact: { label: 'Inquiries by the contact form', roles: ['owner'], audience: 'owner' },
  application: { label: 'Applications to coach', roles: ['owner', 'admin'], audience: 'admin' },
  'application-message': { label: 'Messages of applicants', roles: ['admin'], audience: 'staff' },
  'coach-ready': { label: 'A coach who can go live', roles: ['owner', 'admin'], audience: 'staff' },
  digest: { label: 'Once a day: yesterday in figures, and what waits', roles: ['owner'], audience: 'owner' },
} as const satisfies Record<string, Alert>

export type StaffAlert = keyof typeof staffAlerts

export const alertNames = Object.keys(staffAlerts) as StaffAlert[]

/** The same table, for readers that do not ask for one alert by its name. */
export const alertOf = (name: StaffAlert): Alert => staffAlerts[name]
