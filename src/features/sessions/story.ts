import type { historyActs, Party } from '#src/features/bookings/life-cycle.ts'

/* A session's story: what can stand in it, and who reads of it. */

/** What happens beside the acts that a booking's history holds. */
type OtherKind =
  | 'paid'
  | 'prepared'
  | 'replays-watched'
  | 'replay-checked'
  | 'starts'
  | 'ends'
  | 'outage'
  | 'here'
  | 'said'
  | 'took-back'
  | 'answered'
  | 'with-team'
  | 'chose'

const everybody: readonly Party[] = ['player', 'coach', 'staff']
/** Payments, claims and ratings are nothing of the coach's. */
const notTheCoach: readonly Party[] = ['player', 'staff']

/**
 * Every kind of event with those who read of it. A new kind stands here and has its words in `story-words.ts`; the compiler
 * names both places.
 */
export const readersOf = {
  paid: notTheCoach,
  booked: everybody,
  prepared: everybody,
  'replays-watched': everybody,
  'replay-checked': everybody,
  move: everybody,
  schedule: everybody,
  propose: everybody,
  'call-off': everybody,
  chose: everybody,
  'hand-over': everybody,
  cancel: everybody,
  'money-back': everybody,
  starts: everybody,
  here: everybody,
  outage: everybody,
  ends: everybody,
  said: everybody,
  'took-back': everybody,
  answered: everybody,
  'with-team': everybody,
  'coach-missing': everybody,
  'player-missing': everybody,
  objected: everybody,
  'minutes-back': everybody,
  'new-hour': everybody,
  'no-new-hour': everybody,
  held: everybody,
  'take-back': everybody,
  complete: everybody,
  'no-show': everybody,
  'write-up': everybody,
  'notes-missing': everybody,
  rated: notTheCoach,
  'claim-guarantee': notTheCoach,
  'claim-refunded': notTheCoach,
  'claim-another-coach': notTheCoach,
  'claim-declined': notTheCoach,
  refund: notTheCoach,
  refunded: notTheCoach,
  'refund-failed': notTheCoach,
  'dispute-inquiry': notTheCoach,
  'dispute-open': notTheCoach,
  'dispute-won': notTheCoach,
  'dispute-lost': notTheCoach,
} as const satisfies Record<(typeof historyActs)[number] | OtherKind, readonly Party[]>

export type StoryKind = keyof typeof readersOf
export const storyKinds = Object.keys(readersOf) as StoryKind[]

/** Who did something, as its reader knows them; `system`: time itself, or the payment provider. */
export const doers = ['you', 'player', 'coach', 'team', 'system'] as const
