import type { Deps } from '#src/deps.ts'
import { askForRatings, askForRatingsJob } from './ask-for-ratings.ts'

export function jobs(deps: Deps): void {
  deps.jobs.every({ minutes: 10 }, askForRatingsJob, () => askForRatings(deps))
}
