import type { Deps } from '#src/deps.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { remindOfNotes } from './late-notes.ts'

const remindOfNotesJob = defineJob('sessions.remind-of-notes')

export function jobs(deps: Deps): void {
  deps.jobs.every({ minutes: 10 }, remindOfNotesJob, () => remindOfNotes(deps))
}
