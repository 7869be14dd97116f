import { offers, type Service } from './services.ts'

/** What each offer makes its coach owe beside the live session (SELL-7), in their words, a line each; those that owe nothing have none. */
export function coachsDuties(): string[] {
  return offers.flatMap((offer) => dutyOf(offer) ?? [])
}

/** `'1-on-1 Basic Session: watch 1 replay before, write the notes within 24 hours.'` */
function dutyOf({ name, owed }: Service): string | null {
  if (!owed) return null
  const { replays, notesWithinHours, questionDays, replayChecks } = owed
  const duties = [
    replays > 0 && `watch ${count(replays, 'replay')} before`,
    `write the notes within ${notesWithinHours} hours`,
    questionDays > 0 && `answer questions for ${questionDays} days`,
    replayChecks > 0 && `check ${count(replayChecks, 'new replay')}`,
  ]
  return `${name}: ${duties.filter(Boolean).join(', ')}.`
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`
