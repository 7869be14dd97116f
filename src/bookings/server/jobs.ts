import type { Deps } from '#src/server/deps.ts'
import { remind, sendReminder } from './reminders.ts'

export function jobs(deps: Deps): void {
  deps.jobs.handle(sendReminder, (data) => remind(deps, data))
}
