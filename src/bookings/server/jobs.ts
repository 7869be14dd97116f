import { accountVerified, discordNameGiven } from '#src/accounts/events.ts'
import { coachDiscordGiven } from '#src/coaches/events.ts'
import type { Deps } from '#src/server/deps.ts'
import { defineJob } from '#src/server/jobs.ts'
import { mailCoachDiscord, mailPlayerDiscord } from './discord-mails.ts'
import { adoptFreeBookings } from './free-booking.ts'
import { countEnded, recountEnded } from './held.ts'
import { remindDue, sendReminders } from './reminders.ts'

const adoptFreeBookingsJob = defineJob<{ accountId: string }>('bookings.adopt-free')
const mailCoachDiscordJob = defineJob<{ coachId: string }>('bookings.mail-coach-discord')
const mailPlayerDiscordJob = defineJob<{ accountId: string }>('bookings.mail-player-discord')

export function jobs(deps: Deps): void {
  deps.jobs.every({ minutes: 1 }, sendReminders, () => remindDue(deps))
  deps.jobs.every({ minutes: 1 }, countEnded, () => recountEnded(deps))
  deps.jobs.listen(accountVerified, adoptFreeBookingsJob, ({ accountId }) => adoptFreeBookings(deps, accountId))
  deps.jobs.listen(coachDiscordGiven, mailCoachDiscordJob, ({ coachId }) => mailCoachDiscord(deps, coachId))
  deps.jobs.listen(discordNameGiven, mailPlayerDiscordJob, ({ accountId }) => mailPlayerDiscord(deps, accountId))
}
