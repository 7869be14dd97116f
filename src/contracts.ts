import * as accounts from '#src/features/accounts/contract.ts'
import * as sessions from '#src/features/accounts/login-sessions-contract.ts'
import * as profiles from '#src/features/accounts/profile-contract.ts'
import * as secondFactor from '#src/features/accounts/second-factor-contract.ts'
import * as staffAlerts from '#src/features/accounts/staff-alerts-contract.ts'
import * as applications from '#src/features/applications/contract.ts'
import * as audit from '#src/features/audit/contract.ts'
import * as bookings from '#src/features/bookings/contract.ts'
import * as feeds from '#src/features/bookings/feed-contract.ts'
import * as hours from '#src/features/bookings/hours-contract.ts'
import * as numbers from '#src/features/bookings/numbers-contract.ts'
import * as staffBookings from '#src/features/bookings/staff-contract.ts'
import * as coaches from '#src/features/coaches/contract.ts'
import * as contacts from '#src/features/contacts/contract.ts'
import * as desk from '#src/features/desk/contract.ts'
import * as evidence from '#src/features/desk/evidence-contract.ts'
import * as people from '#src/features/desk/person-contract.ts'
import * as insights from '#src/features/insights/contract.ts'
import * as health from '#src/features/insights/health-contract.ts'
import * as messages from '#src/features/messages/contract.ts'
import * as conversations from '#src/features/messages/conversations-contract.ts'
import * as notifications from '#src/features/notifications/contract.ts'
import * as payments from '#src/features/payments/contract.ts'
import * as money from '#src/features/payments/money-contract.ts'
import * as payouts from '#src/features/payments/payout-contract.ts'
import * as receipts from '#src/features/payments/receipt-contract.ts'
import * as privacy from '#src/features/privacy/contract.ts'
import * as ratings from '#src/features/ratings/contract.ts'
import * as schedule from '#src/features/schedule/contract.ts'
import * as callOffs from '#src/features/sessions/call-off-contract.ts'
import * as lessons from '#src/features/sessions/contract.ts'
import * as exceptions from '#src/features/sessions/exceptions-contract.ts'
import * as outcomes from '#src/features/sessions/outcomes-contract.ts'
import * as safety from '#src/features/sessions/safety-contract.ts'
import * as sessionStories from '#src/features/sessions/story-contract.ts'
import * as writeUps from '#src/features/sessions/write-up-contract.ts'
import * as stories from '#src/features/stories/contract.ts'
import type { NamedCalls } from '#src/platform/http/api-description.ts'
import * as deadJobs from '#src/shared/dead-jobs-contract.ts'
import type { AnyCall } from '#src/shared/define-call.ts'

/** Every declared call under its name, by noun. */
export const contracts: NamedCalls = {
  accounts: callsOf(accounts, profiles, secondFactor, sessions, staffAlerts),
  audit: callsOf(audit),
  notifications: callsOf(notifications),
  coaches: callsOf(coaches),
  schedule: callsOf(schedule),
  bookings: callsOf(bookings, feeds, hours, numbers, staffBookings),
  payments: callsOf(payments, money, payouts, receipts),
  applications: callsOf(applications),
  messages: callsOf(messages, conversations),
  sessions: callsOf(lessons, outcomes, callOffs, exceptions, writeUps, sessionStories, safety),
  ratings: callsOf(ratings),
  stories: callsOf(stories),
  contacts: callsOf(contacts),
  insights: callsOf(insights, health),
  desk: callsOf(desk, people, evidence),
  privacy: callsOf(privacy),
  jobs: callsOf(deadJobs),
}

/** What of these contracts is a call; they hold schemas and constants, too. */
function callsOf(...modules: object[]): Record<string, AnyCall> {
  const isCall = (value: unknown): value is AnyCall => typeof value === 'object' && value !== null && 'who' in value
  return Object.fromEntries(
    modules.flatMap(Object.entries).filter((entry): entry is [string, AnyCall] => isCall(entry[1])),
  )
}
