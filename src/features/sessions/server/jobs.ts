import type { Deps } from '#src/deps.ts'
import * as callOffs from './call-offs/jobs.ts'
import * as outcomes from './outcomes/jobs.ts'
import * as preparation from './preparation/jobs.ts'
import * as writeUps from './write-ups/jobs.ts'

export function jobs(deps: Deps): void {
  preparation.jobs(deps)
  outcomes.jobs(deps)
  callOffs.jobs(deps)
  writeUps.jobs(deps)
}
