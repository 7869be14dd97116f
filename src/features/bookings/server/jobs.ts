import type { Deps } from '#src/deps.ts'
import { accountVerified, discordNameGiven, emailChanged } from '#src/features/accounts/events.ts'
import { coachDiscordGiven } from '#src/features/coaches/events.ts'
import { smsNotDelivered } from '#src/features/notifications/events.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { endLostFeeds } from './calendar/feed.ts'
import { keepClaimCard, readClaimCard } from './claims/claim-card.ts'
import { grantUnanswered, grantUnansweredJob } from './claims/decide-claim.ts'
import { adoptFreeBookings } from './free-hours/free-booking.ts'
import { countEnded, recountEnded } from './life-cycle/held.ts'
import { followEmail } from './notices/follow-email.ts'
import { tellNotDelivered } from './notices/not-delivered.ts'
import { tellBooked, tellBookedJob } from './notices/tell-booked.ts'
import { tellCoachDiscord, tellPlayerDiscord, tellPlayerKnown } from './notices/tell-discord.ts'
import { remindDue, sendReminders } from './reminders/reminders.ts'

const adoptFreeBookingsJob = defineJob<{ accountId: string }>('bookings.adopt-free')
const followEmailJob = defineJob<{ accountId: string; was: string }>('bookings.follow-email')
const endLostFeedsJob = defineJob('bookings.end-lost-feeds')
const mailCoachDiscordJob = defineJob<{ coachId: string }>('bookings.mail-coach-discord')
const mailPlayerDiscordJob = defineJob<{ accountId: string }>('bookings.mail-player-discord')
const alertNotDeliveredJob = defineJob<{ deliveryId: string; dedupeKey: string }>('bookings.alert-not-delivered')

export function jobs(deps: Deps): void {
  deps.jobs.handle(tellBookedJob, (booked) => tellBooked(deps, booked))
  deps.jobs.handle(readClaimCard, ({ bookingId }) => keepClaimCard(deps, bookingId))
  deps.jobs.every({ minutes: 10 }, grantUnansweredJob, () => grantUnanswered(deps))
  deps.jobs.every({ minutes: 1 }, sendReminders, () => remindDue(deps))
  deps.jobs.every({ minutes: 1 }, countEnded, () => recountEnded(deps))
  deps.jobs.every({ minutes: 1 }, endLostFeedsJob, () => endLostFeeds(deps.db))
  deps.jobs.listen(accountVerified, adoptFreeBookingsJob, async ({ accountId }) => {
    // Before it adopts bookings whose customer staff named: their coaches know who comes.
    await tellPlayerKnown(deps, accountId)
    await adoptFreeBookings(deps, accountId)
  })
  deps.jobs.listen(emailChanged, followEmailJob, (changed) => followEmail(deps, changed))
  deps.jobs.listen(coachDiscordGiven, mailCoachDiscordJob, ({ coachId }) => tellCoachDiscord(deps, coachId))
  deps.jobs.listen(discordNameGiven, mailPlayerDiscordJob, ({ accountId }) => tellPlayerDiscord(deps, accountId))
  deps.jobs.listen(smsNotDelivered, alertNotDeliveredJob, (sms) => tellNotDelivered(deps, sms))
}
