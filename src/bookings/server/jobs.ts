import { accountVerified } from '#src/accounts/events.ts'
import type { Deps } from '#src/server/deps.ts'
import { defineJob } from '#src/server/jobs.ts'
import { adoptFreeBookings } from './free-booking.ts'
import { countEnded, recountEnded } from './held.ts'
import { remindDue, sendReminders } from './reminders.ts'

const adoptFreeBookingsJob = defineJob<{ accountId: string }>('bookings.adopt-free')

export function jobs(deps: Deps): void {
  deps.jobs.every({ minutes: 1 }, sendReminders, () => remindDue(deps))
  deps.jobs.every({ minutes: 1 }, countEnded, () => recountEnded(deps))
  deps.jobs.listen(accountVerified, adoptFreeBookingsJob, ({ accountId }) => adoptFreeBookings(deps, accountId))
}
