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
  /** All who can have it do: nobody switches it off, nor does who has taken over their account. */
  fixed?: true
}

/** All mails that the team gets of the business: one table of their roles. */
export const staffAlerts = {
  booking: { label: 'Each booking', roles: ['owner', 'admin'], audience: 'staff' },
  unseen: {
    label:
      'Bookings that only the team can see to: the coach has no account or never confirmed their hours, or there is no coach or hour yet; and those whose coach has no Discord name a day before',
    roles: ['owner', 'admin'],
    audience: 'staff',
    always: true,
  },
  cancellation: {
    label: 'Each cancellation, each session that a coach calls off, and each no-show that a coach marks',
    roles: ['owner', 'admin'],
    audience: 'staff',
  },
  'not-delivered': {
    label: 'A player who did not get our SMS about a session that was cancelled, moved or called off',
    roles: ['owner', 'admin'],
    audience: 'staff',
    always: true,
  },
  question: {
    label: 'A session of which player and coach do not say the same: you decide',
    roles: ['owner', 'admin'],
    audience: 'staff',
    always: true,
  },
  report: {
    label: 'A player or coach who reports a problem',
    roles: ['owner', 'admin'],
    audience: 'staff',
    always: true,
  },
  waiting: {
    label: 'A player who has waited in a session for 5 minutes without their coach',
    roles: ['owner', 'admin'],
    audience: 'staff',
    always: true,
  },
  'question-late': {
    label: 'A question about a session that nobody decided for 72 hours',
    roles: ['owner'],
    audience: 'owner',
    always: true,
  },
  unanswered: {
    label: 'A player whom nobody has answered for 15 minutes, or who has not read their coach 2 hours before a session',
    roles: ['owner', 'admin'],
    audience: 'staff',
  },
  dispute: { label: 'A player who asks their bank for the money back', roles: ['owner'], audience: 'owner' },
  problem: { label: 'A payment that somebody has to look at', roles: ['owner', 'admin'], audience: 'staff' },
  claim: { label: 'A claim of the satisfaction guarantee', roles: ['owner', 'admin'], audience: 'owner' },
  contact: { label: 'Inquiries by the contact form', roles: ['owner'], audience: 'owner' },
  application: { label: 'Applications to coach', roles: ['owner', 'admin'], audience: 'admin' },
  'application-message': { label: 'Messages of applicants', roles: ['admin'], audience: 'staff' },
  unreliable: {
    label: 'A coach who missed two sessions or called three off late within 30 days',
    roles: ['owner', 'admin'],
    audience: 'staff',
  },
  'coach-ready': { label: 'A coach who can go live', roles: ['owner', 'admin'], audience: 'staff' },
  'new-step': {
    label: 'A colleague without a second step who set a new password by mail: an owner lets them set one up',
    roles: ['owner', 'admin'],
    audience: 'staff',
    always: true,
    fixed: true,
  },
  digest: { label: 'Once a day: yesterday in figures, and what waits', roles: ['owner'], audience: 'owner' },
} as const satisfies Record<string, Alert>

export type StaffAlert = keyof typeof staffAlerts

export const alertNames = Object.keys(staffAlerts) as StaffAlert[]

/** The same table, for readers that do not ask for one alert by its name. */
export const alertOf = (name: StaffAlert): Alert => staffAlerts[name]
